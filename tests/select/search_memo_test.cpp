#include "select/search_memo.hpp"

#include <cmath>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "model/temporary_folder.hpp"
#include "select/search_fingerprint.hpp"
#include "support/random.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using testing::Random;

TEST(SearchMemo, RemembersToTheLastBit) {
  const testing::TemporaryFolder folder;
  const Vector numbers = Vector::LinSpaced(7, -1.0 / 3.0, 1e300 / 7.0);
  SearchMemo first(folder / "memo", 0.0, "this");
  first.keep("one", numbers);
  first.keep("nothing", Vector::Constant(2, std::nan("")));
  EXPECT_EQ(first.find("one"), numbers);
  SearchMemo second(folder / "memo", 0.0, "this");
  EXPECT_FALSE(second.find("one")) << "nobody has asked for it";
  second.resume(folder / "memo");
  EXPECT_EQ(second.find("one"), numbers);
  EXPECT_FALSE(second.find("nothing"));
  EXPECT_FALSE(second.find("two"));
}

TEST(SearchMemo, WritesNoMoreOftenThanAsked) {
  const testing::TemporaryFolder folder;
  SearchMemo memo(folder / "memo", 1000.0, "this");
  memo.keep("one", Vector::Ones(1));
  EXPECT_FALSE(std::filesystem::exists(folder / "memo"));
  memo.save();
  EXPECT_FALSE(std::filesystem::exists(folder / "memo")) << "nobody would miss it";
  SearchMemo nowhere({}, 0.0, "this");
  nowhere.keep("one", Vector::Ones(1));
  EXPECT_TRUE(nowhere.find("one"));
}

TEST(SearchMemo, RefusesWhatIsOfOtherDataOrNoMemo) {
  const testing::TemporaryFolder folder;
  SearchMemo(folder / "memo", 0.0, "this").keep("one", Vector::Ones(1));
  SearchMemo other({}, 0.0, "that");
  EXPECT_TRUE(contains(error_of([&] { other.resume(folder / "memo"); }), "other data or options"));
  EXPECT_FALSE(other.find("one"));
  std::ofstream(folder / "broken") << R"({"fingerprint": "that", "known": {"one": ["x"]}})";
  EXPECT_TRUE(contains(error_of([&] { other.resume(folder / "broken"); }), "no checkpoint"));
  other.resume(folder / "absent");
}

TEST(SearchFingerprint, DependsOnDataAndOptions) {
  Random random(3);
  const Dataset data =
      regression_data(testing::normal_matrix(random, 9, 2), testing::normal_vector(random, 9));
  std::set<std::string> different;
  const auto add = [&](const Dataset& some, const FitOptions& base, const SelectOptions& options) {
    different.insert(search_fingerprint(some, base, options));
  };
  add(data, {}, {});
  add(data, {}, {});
  EXPECT_EQ(different.size(), 1U);
  Dataset other = data;
  other.points.row(0).swap(other.points.row(1));
  add(other, {}, {});
  other = data;
  other.weights = Vector::Ones(9);
  add(other, {}, {});
  other = data;
  other.groups = {1, 1, 1, 2, 2, 2, 3, 3, 3};
  add(other, {}, {});
  FitOptions base;
  base.basis = Basis::full;
  add(data, base, {});
  base = {};
  base.multiclass = Multiclass::one_vs_rest;
  add(data, base, {});
  base = {};
  base.kernels = parse_kernel_list("gaussian:1");
  add(data, base, {});
  base.kernels = parse_kernel_list("gaussian:2");
  add(data, base, {});
  SelectOptions options;
  options.metric = Metric::mae;
  add(data, {}, options);
  EXPECT_EQ(different.size(), 9U);
}

}  // namespace
}  // namespace tkl
