#pragma once

#include <gtest/gtest.h>

#include "apps/run.hpp"

namespace tkl::testing {

constexpr int failure = 1;
constexpr int usage = 2;

/// Run where good.csv (two classes, two features), values.csv (regression, one feature) and their
/// models good.tkl and values.tkl are, and bad.csv and bad.svm with the given content.
struct BadInvocation {
  const char* name;
  Words words;
  int code;
  std::string message;
  std::string content = {};
};

inline void PrintTo(const BadInvocation& invocation, std::ostream* stream) {
  *stream << invocation.name;
}

inline std::string name_of(const ::testing::TestParamInfo<BadInvocation>& info) {
  return info.param.name;
}

/// The good files, made once.
inline const TemporaryDirectory& good_files() {
  static const TemporaryDirectory directory;
  static const bool made = [] {
    for (const Words& words : {Words{"generate", "circle", "--rows", "30", "-o", "good.csv"},
                               Words{"generate", "step", "--rows", "20", "-o", "values.csv"},
                               Words{"train", "-q", "good.csv", "good.tkl"},
                               Words{"train", "-q", "values.csv", "values.tkl"}}) {
      const Outcome outcome = run(directory, words);
      EXPECT_EQ(outcome.code, 0) << outcome.err;
    }
    return true;
  }();
  EXPECT_TRUE(made);
  return directory;
}

inline Words train_with(const Words& options) {
  Words words = {"train", "good.csv", "m"};
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

/// The invocation fails as it says, prints nothing else, and leaves all files as they were.
inline void expect_refused(const BadInvocation& invocation) {
  const TemporaryDirectory directory;
  for (const auto& [path, content] : good_files().snapshot()) {
    write_bytes(directory / fs::path(path).filename().string(), content);
  }
  for (const char* name : {"bad.csv", "bad.svm"}) write_bytes(directory / name, invocation.content);
  const auto before = directory.snapshot();

  const Outcome outcome = run(directory, invocation.words);
  EXPECT_EQ(outcome.code, invocation.code);
  EXPECT_TRUE(outcome.err.starts_with("tkl: error: ")) << outcome.err;
  EXPECT_NE(outcome.err.find(invocation.message), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("\ntry: tkl") != std::string::npos, invocation.code == usage)
      << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(directory.snapshot() == before) << "files were written or changed";
}

}  // namespace tkl::testing
