#include "data/date_or_time.hpp"

#include <array>
#include <ctime>

#include <gtest/gtest.h>

namespace tkl::internal {
namespace {

TEST(DateOrTime, IsKnownInTheSpellingsOfTheWorld) {
  for (const char* text :
       {// ISO 8601 and its relatives
        "2020-01-05", "2020-1-5", "2020/01/05", "2020.01.05", "2020-01", "2020-01-05T12:30",
        "2020-01-05 12:30:00", "2020-01-05T12:30:00.123Z", "2020-01-05 00:00:00+00:00",
        "2020-01-05T12:30:00-0730", "2020-W05", "2020-W05-1", "9999-12-31",
        // day.month.year, month/day/year
        "1.1.2021", "31.12.2021", "01.02.21", "1. 2. 2021", "1/2/21", "12/31/1999", "31/12/1999",
        "05-01-2020", "1/2/21 9:05", "1/2/2021, 9:05:30 PM",
        // with the name of the month
        "1 Jan 2020", "1-Jan-20", "01JAN2020", "1. January 2020", "Jan 1, 2020", "january 1 2020",
        "Jan 2020", "Jan-20", "Sept 2020", "12-May", "May 12", "27/Aug/2008:13:08:45 +0000",
        "Mon, 5 Jan 2020", "Wednesday 5 January 2020", "Wed Aug 27 13:08:45 2008",
        "Wed Aug 27 13:08:45 +0000 2008",
        // times and durations
        "0:15", "00:15", "23:59:59", "9:05 pm", "9:05PM", "12:30:05.123", "12:30Z", "36:10:05",
        "Mon 12:30", "2 days 03:00:00", "-1 days +23:59:59",
        // around it
        " 2020-01-05 "}) {
    EXPECT_TRUE(spells_date_or_time(text)) << text;
  }
}

TEST(DateOrTime, IsNotSeenInCodesAndCategories) {
  for (const char* text : {"",
                           " ",
                           "AB-123450",
                           "123450",
                           "12-345678",
                           "555-123456",
                           "2020-13-05",
                           "2020-01-32",
                           "2020-1505",
                           "2020-01/05",
                           "13.13.2020",
                           "32/1/20",
                           "1.2.3",
                           "1.2.345",
                           "192.168.1.1",
                           "12-34-56",
                           "1/2",
                           "1:2",
                           "16:9",
                           "1:100",
                           "36:10",
                           "12:60",
                           "25:00",
                           "1:10:99",
                           "Jan",
                           "March",
                           "Monday",
                           "may",
                           "Ma 2020",
                           "Janu-2020x",
                           "5",
                           "5 apples",
                           "3 days",
                           "a:15",
                           "12:30 xm",
                           "Marching 5",
                           "2020-Q1",
                           "A4",
                           "true",
                           "100-200000",
                           "1 Jan 2020 or so"}) {
    EXPECT_FALSE(spells_date_or_time(text)) << text;
  }
}

TEST(DateOrTime, IsWhatTheCLibraryPrints) {
  // A truth from outside: strftime, in its usual forms, over some years.
  for (std::time_t moment = 0; moment < 4'000'000'000; moment += 123'456'789) {
    std::tm parts{};
    gmtime_r(&moment, &parts);
    for (const char* form :
         {"%F", "%FT%T", "%F %R", "%D", "%d.%m.%Y", "%d %b %Y", "%B %d, %Y", "%a %b %e %H:%M:%S %Y",
          "%R", "%T", "%I:%M %p", "%G-W%V-%u", "%b-%y"}) {
      std::array<char, 64> text{};
      ASSERT_GT(std::strftime(text.data(), text.size(), form, &parts), 0U);
      EXPECT_TRUE(spells_date_or_time(text.data())) << text.data();
    }
  }
}

}  // namespace
}  // namespace tkl::internal
