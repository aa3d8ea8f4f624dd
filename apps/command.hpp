#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "exit_code.hpp"
#include "suggest.hpp"

namespace tkl::cli {

using Arguments = std::vector<std::string>;

/// The numbers an option accepts, and how a message calls them.
struct Range {
  double least;
  double most;
  bool excludes_least;
  const char* words;
};
inline constexpr double unlimited = std::numeric_limits<double>::max();
inline constexpr Range positive{0.0, unlimited, true, "a positive number"};
inline constexpr Range not_negative{0.0, unlimited, false, "a number that is not negative"};

/// The arguments of one verb: what they are called, where their values go, and the help text.
/// Errors in them are UsageErrors.
class Command {
 public:
  /// Takes one value of an option. May throw a UsageError, which gets the option's name in front.
  using Accept = std::function<void(const std::string&)>;

  Command(const std::string& verb, const std::string& description, const std::string& examples);
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  Command(Command&&) = delete;
  Command& operator=(Command&&) = delete;

  /// Options that follow are listed under this title.
  void section(const std::string& title);

  void argument(const std::string& name, std::string& value, const std::string& description,
                bool required);
  void flag(const std::string& names, bool& value, const std::string& description);
  /// `names` as in "-c,--cost"; `placeholder` stands for the value in the help text.
  void option(const std::string& names, const std::string& placeholder,
              const std::string& description, const Accept& accept);

  /// Options whose value at the time of the call is the default that the help shows.
  void number(const std::string& names, double& value, const Range& range,
              const std::string& description);
  void whole_number(const std::string& names, int& value, int least, int most,
                    const std::string& description);
  void seed(const std::string& names, std::uint64_t& value, const std::string& description);

  /// One word of a list; the first pair is the default that the help shows.
  template <class Value, class Target>
  void choice(const std::string& names, Target& value,
              const std::vector<std::pair<std::string, Value>>& choices,
              const std::string& description) {
    std::vector<std::string> words;
    words.reserve(choices.size());
    for (const auto& [word, meaning] : choices) words.push_back(word);
    const std::string list = join(words) + " (default " + words.front() + ")";
    option(names, "WORD", description + ":\n" + list, [&value, choices, words](const auto& text) {
      for (const auto& [word, meaning] : choices) {
        if (word == text) {
          value = meaning;
          return;
        }
      }
      throw UsageError(quote(text) + " is none of " + join(words));
    });
  }

  /// False if help was asked for, and printed.
  bool parse(const Arguments& arguments);

  /// Whether the option, by any of its names, was given.
  bool given(const std::string& name) const;

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

/// A whole number in [least, most], or a UsageError that says so.
int parse_whole_number(const std::string& text, int least, int most);

}  // namespace tkl::cli
