/// Files that are damaged, or made to do damage: each is an Error that names the file, never a crash
/// or a large allocation.

#include <chrono>
#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "data/expect_error.hpp"
#include "model/examples.hpp"
#include "model/model_bytes.hpp"
#include "model/temporary_folder.hpp"
#include "tkl/model.hpp"

namespace tkl {
namespace {

using nlohmann::json;
using testing::assemble;
using testing::contains;
using testing::doubles_of;
using testing::error_of;
using testing::header_of;

std::string small_model(std::size_t family = 0, Index features = 2) {
  Dataset data = testing::regression_example(6);
  if (features == 1) {
    data.points = Matrix(data.points.leftCols(1));
    data.feature_names.pop_back();
  }
  FitOptions options = testing::options_of_all_families()[family];
  options.degree = std::min(options.degree, 1);
  options.learn.max_iterations = 2;
  return serialise(fit(data, options).model);
}

// The address sanitizer keeps up to 256 MB of freed memory back.
#ifdef __SANITIZE_ADDRESS__
constexpr double much_memory = 400.0;
#else
constexpr double much_memory = 50.0;
#endif

/// Peak memory of this process in megabytes. It never falls, so a large allocation shows even after
/// it is freed.
double peak_megabytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

void expect_refused(const std::string& bytes, const std::string& what) {
  const double before = peak_megabytes();
  const auto begin = std::chrono::steady_clock::now();
  try {
    deserialise(bytes, "some/file");
    ADD_FAILURE() << what << ": was accepted";
  } catch (const Error& error) {
    EXPECT_TRUE(contains(error.what(), "some/file: ")) << what;
  } catch (const std::exception& error) {
    ADD_FAILURE() << what << ": not a tkl::Error: " << error.what();
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(seconds.count(), 2.0) << what << " took long";
  EXPECT_LT(peak_megabytes() - before, much_memory) << what << " took much memory";
}

using Spoil = std::function<void(json&)>;

/// The file with a change to its header, and a checksum that says all is well.
std::string with_header(const std::string& file, const Spoil& spoil) {
  json header = json::parse(header_of(file));
  spoil(header);
  return assemble(header.dump(), doubles_of(file));
}

TEST(HostileModelFile, UnchangedPartsMakeAValidFile) {
  for (const std::size_t family : {0U, 1U, 2U, 3U}) {
    const std::string file = small_model(family);
    EXPECT_EQ(assemble(header_of(file), doubles_of(file)), file);
    EXPECT_NO_THROW(deserialise(with_header(file, [](json&) {}), "same"));
  }
}

TEST(HostileModelFile, EveryTruncationIsRefused) {
  const std::string file = small_model();
  for (std::size_t size = 0; size < file.size(); ++size) {
    const std::string error = error_of([&] { deserialise(file.substr(0, size), "some/file"); });
    ASSERT_TRUE(contains(error, "some/file: ")) << "after " << size << " bytes";
  }
}

TEST(HostileModelFile, EveryFlippedByteIsRefused) {
  const std::string file = small_model();
  for (std::size_t at = 0; at < file.size(); ++at) {
    for (const int mask : {0x01, 0x80, 0xff}) {
      std::string flipped = file;
      flipped[at] = static_cast<char>(flipped[at] ^ mask);
      const std::string error = error_of([&] { deserialise(flipped, "some/file"); });
      ASSERT_TRUE(contains(error, "some/file: ")) << "byte " << at << " changed by " << mask;
    }
  }
}

TEST(HostileModelFile, TrailingBytesAreRefused) {
  expect_refused(small_model() + "x", "one byte more");
  expect_refused(small_model() + std::string(8, '\0'), "eight bytes more");
  expect_refused(small_model() + small_model(), "twice the file");
}

TEST(HostileModelFile, FileOfAnotherKindIsNotAModel) {
  EXPECT_TRUE(contains(error_of([] { deserialise("", "empty"); }), "empty: not a tkl model"));
  EXPECT_TRUE(contains(error_of([] { deserialise("svm_type c_svc\n", "other"); }),
                       "other: not a tkl model"));
}

TEST(HostileModelFile, FileOfANewerVersionSaysSo) {
  std::string file = small_model();
  file.replace(0, testing::magic_size, "tkl-model 7\n");
  const std::string error = error_of([&] { deserialise(file, "newer"); });
  EXPECT_TRUE(contains(error, "newer: "));
  EXPECT_TRUE(contains(error, "format 7"));
}

TEST(HostileModelFile, HugeDeclaredSizesAreRefused) {
  const std::string file = small_model();
  for (const std::size_t offset : {testing::magic_size, testing::magic_size + 8}) {
    for (const std::uint64_t size :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32U, std::uint64_t{1} << 61U,
          std::uint64_t{1} << 63U, ~std::uint64_t{0}, ~std::uint64_t{0} - 27}) {
      std::string spoilt = file;
      testing::put_number(spoilt, offset, size);
      testing::put_number(spoilt, spoilt.size() - 8,
                          testing::fnv_1a(std::string_view(spoilt).substr(0, spoilt.size() - 8)));
      expect_refused(spoilt, "size " + std::to_string(size));
    }
  }
}

TEST(HostileModelFile, NonsenseHeadersAreRefused) {
  const std::string doubles = doubles_of(small_model());
  const std::string header = header_of(small_model());
  for (const std::string& nonsense :
       {std::string(), std::string("{"), std::string("{}"), std::string("[]"), std::string("null"),
        std::string("7"), std::string("\"text\""), std::string("\xff\xfe"), std::string(1, '\0'),
        std::string("{\"arrays\":[]}"), std::string("{\"arrays\":7}"),
        header.substr(0, header.size() - 1), header + header, std::string(1000, ' ')}) {
    expect_refused(assemble(nonsense, doubles), "header " + nonsense.substr(0, 20));
    expect_refused(assemble(nonsense, ""), "header " + nonsense.substr(0, 20) + " without arrays");
  }
}

TEST(HostileModelFile, DeepNestingIsRefused) {
  for (const std::size_t depth : {1000U, 100000U}) {
    const std::string open(depth, '[');
    const std::string close(depth, ']');
    expect_refused(assemble(open, ""), "unclosed nesting");
    expect_refused(assemble(open + close, ""), "nesting");
    expect_refused(assemble("{\"arrays\":" + open + close + "}", ""), "nested arrays");
  }
}

/// Replaces every value of the header in turn, at any depth, by each of the given ones.
void for_each_value(const json& header, const std::vector<json>& replacements,
                    const std::function<void(const json&, const std::string&)>& visit) {
  const json flat = header.flatten();
  for (const auto& [pointer, value] : flat.items()) {
    json::json_pointer path(pointer);
    while (true) {
      for (const json& replacement : replacements) {
        json changed = header;
        changed[path] = replacement;
        visit(changed, path.to_string() + " = " + replacement.dump());
      }
      path = path.parent_pointer();
      if (path.empty()) break;
    }
  }
}

/// Such a file may be accepted where the value makes sense; it must not do harm.
TEST(HostileModelFile, WrongTypesAndValuesDoNoHarm) {
  const std::vector<json> replacements = {nullptr,
                                          true,
                                          -1,
                                          0,
                                          1,
                                          2.5,
                                          1e300,
                                          -1e300,
                                          "",
                                          "x",
                                          json::array(),
                                          json::object(),
                                          std::numeric_limits<std::int64_t>::min(),
                                          std::numeric_limits<std::uint64_t>::max(),
                                          json::array({1, "a"})};
  int refused = 0;
  for (const std::size_t family : {0U, 2U, 3U}) {
    const std::string file = small_model(family);
    const std::string doubles = doubles_of(file);
    const double before = peak_megabytes();
    for_each_value(json::parse(header_of(file)), replacements,
                   [&](const json& header, const std::string& what) {
                     try {
                       const Model model =
                           deserialise(assemble(header.dump(), doubles), "some/file");
                       const Matrix points = Matrix::Ones(3, model.features());
                       EXPECT_EQ(model.predict(points).size(), 3) << what;
                     } catch (const Error& error) {
                       ++refused;
                     } catch (const std::exception& error) {
                       ADD_FAILURE() << what << ": not a tkl::Error: " << error.what();
                     }
                   });
    EXPECT_LT(peak_megabytes() - before, much_memory);
  }
  EXPECT_GT(refused, 1000);
}

TEST(HostileModelFile, MissingKeysAreRefused) {
  for (const std::size_t family : {0U, 2U, 3U}) {
    const std::string file = small_model(family);
    const json header = json::parse(header_of(file));
    for (const auto& [key, value] : header.items()) {
      expect_refused(with_header(file, [&key = key](json& h) { h.erase(key); }), "no " + key);
    }
    for (const std::string part : {"family", "certificate"}) {
      for (const auto& [key, value] : header.at(part).items()) {
        expect_refused(with_header(file, [&, &k = key](json& h) { h[part].erase(k); }),
                       "no " + part + "." + key);
      }
    }
    for (std::size_t k = 0; k < header.at("arrays").size(); ++k) {
      expect_refused(with_header(file, [k](json& h) { h["arrays"].erase(k); }), "array missing");
      expect_refused(with_header(file, [k](json& h) { h["arrays"][k]["name"] = "other"; }),
                     "array renamed");
    }
  }
}

TEST(HostileModelFile, WrongShapesAreRefused) {
  const std::string file = small_model();
  const json arrays = json::parse(header_of(file)).at("arrays");
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const auto rows = arrays[k].at("rows").get<std::int64_t>();
    const auto columns = arrays[k].at("columns").get<std::int64_t>();
    const std::vector<std::pair<std::int64_t, std::int64_t>> shapes = {{rows + 1, columns},
                                                                       {rows, columns + 1},
                                                                       {rows - 1, columns},
                                                                       {-rows, -columns},
                                                                       {-1, columns},
                                                                       {rows, -1},
                                                                       {-1, 0},
                                                                       {1LL << 62, 4},
                                                                       {1LL << 32, 1LL << 32},
                                                                       {rows * columns, 1},
                                                                       {1, rows * columns},
                                                                       {0, 0}};
    for (const auto& shape : shapes) {
      if (shape == std::pair(rows, columns)) continue;
      expect_refused(with_header(file,
                                 [&](json& h) {
                                   h["arrays"][k]["rows"] = shape.first;
                                   h["arrays"][k]["columns"] = shape.second;
                                 }),
                     arrays[k].at("name").get<std::string>() + " as " +
                         std::to_string(shape.first) + " x " + std::to_string(shape.second));
    }
  }
}

TEST(HostileModelFile, SizesThatOverflowAreRefused) {
  const std::string file = small_model();
  for (const auto& [rows, columns] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
           {std::uint64_t{1} << 32U, std::uint64_t{1} << 32U}, {std::uint64_t{1} << 63U, 2}}) {
    const json more = {{"name", "more"}, {"rows", rows}, {"columns", columns}};
    for (const std::size_t at : {0U, 3U}) {
      expect_refused(with_header(file,
                                 [&](json& h) {
                                   json& arrays = h["arrays"];
                                   arrays.insert(arrays.begin() + static_cast<int>(at), more);
                                 }),
                     "an array whose size is 0 modulo 2^64");
    }
  }
}

TEST(HostileModelFile, ArraysMustBeFinite) {
  for (const std::size_t family : {0U, 1U, 2U, 3U}) {
    const std::string file = small_model(family);
    const std::string header = header_of(file);
    const std::string doubles = doubles_of(file);
    for (std::size_t at = 0; at < doubles.size(); at += 8) {
      for (const double bad :
           {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}) {
        std::string spoilt = doubles;
        std::memcpy(spoilt.data() + at, &bad, 8);
        expect_refused(assemble(header, spoilt), "double " + std::to_string(at / 8));
      }
    }
  }
}

TEST(HostileModelFile, HugeNumbersInArraysDoNoHarm) {
  const std::string file = small_model();
  const std::string header = header_of(file);
  const std::string doubles = doubles_of(file);
  for (std::size_t at = 0; at < doubles.size(); at += 8) {
    for (const double odd : {1e300, -1e300, 0.5, -1.0}) {
      std::string spoilt = doubles;
      std::memcpy(spoilt.data() + at, &odd, 8);
      try {
        deserialise(assemble(header, spoilt), "some/file").predict(Matrix::Ones(2, 2));
      } catch (const Error&) {
      }
    }
  }
}

TEST(HostileModelFile, ImpossibleFamiliesAreRefused) {
  const std::string tessellated = small_model(0, 1);
  const std::string polynomial = small_model(2, 1);
  const auto set = [](const std::string& key, const json& value) {
    return [key, value](json& h) { h["family"][key] = value; };
  };
  expect_refused(with_header(tessellated, set("name", "fourier")), "unknown family");
  expect_refused(with_header(tessellated, set("basis", "z")), "unknown basis");
  expect_refused(with_header(tessellated, set("tau", 1.5)), "tau above 1");
  for (const std::string& file : {tessellated, polynomial}) {
    for (const int degree : {-1, 2, 1000, 4000, 100000, 2147483647}) {
      expect_refused(with_header(file, set("degree", degree)), "degree " + std::to_string(degree));
    }
  }
  for (const std::int64_t features :
       {-1LL, 0LL, 2LL, 4000LL, 1000000000LL, 1000000000000000000LL}) {
    const std::string what = std::to_string(features) + " features";
    expect_refused(with_header(polynomial, set("features", features)), what);
    expect_refused(with_header(polynomial,
                               [features](json& h) {
                                 h["family"]["features"] = features;
                                 h["family"]["degree"] = 0;
                               }),
                   what + ", degree 0");
    expect_refused(with_header(small_model(3, 2), set("features", features == 2 ? 3 : features)),
                   what + " in a list");
  }
}

TEST(HostileModelFile, SupportMustLieInTheTrainingData) {
  const std::string file = small_model();
  for (const std::int64_t rows : {-1, 0, 1}) {
    expect_refused(with_header(file, [rows](json& h) { h["training_rows"] = rows; }),
                   std::to_string(rows) + " training rows");
  }
}

TEST(HostileModelFile, ClassesMustFitTheTask) {
  const std::string file = small_model();
  expect_refused(with_header(file, [](json& h) { h["task"] = "classification"; }), "no classes");
  expect_refused(with_header(file, [](json& h) { h["task"] = "clustering"; }), "unknown task");
  expect_refused(with_header(file, [](json& h) { h["classes"] = {"a", "b"}; }), "classes");
  expect_refused(with_header(file, [](json& h) { h["feature_names"] = json::array(); }),
                 "no names");
  expect_refused(with_header(file, [](json& h) { h["target_scale"] = 0.0; }), "no scale");
  expect_refused(with_header(file, [](json& h) { h["target_name"] = "\u20ac"; }), "wide character");
}

TEST(HostileModelFile, LoadNamesTheFile) {
  const testing::TemporaryFolder folder;
  const std::string name = (folder / "model").string();
  std::ofstream(name) << small_model().substr(0, 300);
  EXPECT_TRUE(contains(error_of([&] { load_model(name); }), name + ": the model file is damaged"));
}

}  // namespace
}  // namespace tkl
