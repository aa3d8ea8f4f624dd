#include "data/field.hpp"

#include <gtest/gtest.h>

namespace tkl::internal {
namespace {

TEST(Field, KnowsItsKind) {
  EXPECT_EQ(read_field("2.5").kind, FieldKind::number);
  EXPECT_EQ(read_field("2.5").value, 2.5);
  for (const char* text : {"", "?", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL"}) {
    EXPECT_EQ(read_field(text).kind, FieldKind::missing) << text;
  }
  for (const char* text : {"inf", "-inf", "+Inf", "Infinity", "-INFINITY"}) {
    EXPECT_EQ(read_field(text).kind, FieldKind::infinite) << text;
  }
  EXPECT_EQ(read_field("1e999").kind, FieldKind::too_large);
  for (const char* text : {"red", "infinite", "NAN1", " ", "-", "nil"}) {
    EXPECT_EQ(read_field(text).kind, FieldKind::text) << text;
  }
}

TEST(Field, ExplainsARefusal) {
  EXPECT_EQ(why_not_a_number("abc", "give a number"), "\"abc\" is not a number; give a number");
  EXPECT_EQ(why_not_a_number("1,5", "give a number"),
            "\"1,5\" is not a number; write a decimal point instead of the comma");
  EXPECT_EQ(why_not_a_number("", ""),
            "the value is missing; there must be a number: fill one in or remove the row");
  EXPECT_EQ(why_not_a_number("NA", ""),
            "\"NA\" is a missing value; there must be a number: fill one in or remove the row");
  EXPECT_EQ(why_not_a_number("-inf", ""),
            "\"-inf\" is infinite; give a finite number or remove the row");
  EXPECT_EQ(why_not_a_number("1e999", ""),
            "\"1e999\" is too large for a double precision number; use another unit");
}

}  // namespace
}  // namespace tkl::internal
