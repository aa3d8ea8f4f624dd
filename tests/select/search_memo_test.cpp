#include "select/search_memo.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "model/temporary_folder.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

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

}  // namespace
}  // namespace tkl
