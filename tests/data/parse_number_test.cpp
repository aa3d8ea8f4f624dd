#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "data/scan_number.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

using Outcome = internal::NumberScan::Outcome;

TEST(ParseNumber, AcceptsTheUsualSpellings) {
  EXPECT_EQ(parse_number("0"), 0.0);
  EXPECT_EQ(parse_number("12"), 12.0);
  EXPECT_EQ(parse_number("-1.25"), -1.25);
  EXPECT_EQ(parse_number("+1.5"), 1.5);
  EXPECT_EQ(parse_number("1e5"), 1e5);
  EXPECT_EQ(parse_number("1E+5"), 1e5);
  EXPECT_EQ(parse_number("-2.5e-3"), -2.5e-3);
  EXPECT_EQ(parse_number(".5"), 0.5);
  EXPECT_EQ(parse_number("5."), 5.0);
  EXPECT_EQ(parse_number("0.1"), 0.1);
  EXPECT_TRUE(std::signbit(parse_number("-0").value()));
}

TEST(ParseNumber, RefusesEverythingElse) {
  for (const char* text :
       {"",    " ",   "+",      "-",     ".",      "e5",   "1e",  "1e+",  "+-1",
        "--1", "1 ",  " 1",     "1,5",   "1_000",  "0x10", "inf", "-inf", "Infinity",
        "nan", "NaN", "nan(1)", "1e999", "-1e999", "abc",  "1a",  "1.2.3"}) {
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
  }
}

TEST(ParseNumber, TellsTooLargeFromTooSmall) {
  EXPECT_EQ(internal::scan_number("1e309").outcome, Outcome::too_large);
  EXPECT_EQ(internal::scan_number("-1e99999999999999999999").outcome, Outcome::too_large);
  EXPECT_EQ(internal::scan_number(std::string(400, '9')).outcome, Outcome::too_large);
  EXPECT_EQ(internal::scan_number("abc").outcome, Outcome::no_number);
  EXPECT_EQ(parse_number("1e-400"), 0.0);
  EXPECT_EQ(parse_number("1e-99999999999999999999"), 0.0);
  EXPECT_EQ(parse_number("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_EQ(parse_number("0e999"), 0.0);
  EXPECT_EQ(parse_number("4e-320"), 4e-320);
  // 1 followed and undone by 400 decimal places, both ways.
  EXPECT_EQ(parse_number("1" + std::string(400, '0') + "e-400"), 1.0);
  EXPECT_EQ(parse_number("0." + std::string(399, '0') + "1e400"), 1.0);
}

TEST(FormatNumber, IsShort) {
  EXPECT_EQ(format_number(1.0), "1");
  EXPECT_EQ(format_number(-1.0), "-1");
  EXPECT_EQ(format_number(0.0), "0");
  EXPECT_EQ(format_number(0.1), "0.1");
  EXPECT_EQ(format_number(100000.0), "100000");
  EXPECT_EQ(format_number(123456789012345.0), "123456789012345");
  EXPECT_EQ(format_number(1e300), "1e+300");
}

TEST(FormatNumber, ReadsBackBitForBit) {
  std::mt19937_64 bits(7);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t pattern = bits();
    double value = 0.0;
    std::memcpy(&value, &pattern, sizeof value);
    if (!std::isfinite(value)) continue;
    EXPECT_EQ(parse_number(format_number(value)), value);
  }
  for (const double value : {-0.0, std::numeric_limits<double>::denorm_min(),
                             std::numeric_limits<double>::max(), 1e15, 999999999999999.0}) {
    const auto back = parse_number(format_number(value));
    ASSERT_TRUE(back.has_value()) << value;
    EXPECT_EQ(*back, value);
    EXPECT_EQ(std::signbit(*back), std::signbit(value));
  }
}

}  // namespace
}  // namespace tkl
