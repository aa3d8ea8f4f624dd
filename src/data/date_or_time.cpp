#include "data/date_or_time.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>

namespace tkl::internal {
namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view blanks = " \t";

/// Takes parts from the beginning of a text. What does not match is left.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }

  void skip_all(std::string_view characters) { take_all(characters); }

  /// One of these characters, and which.
  std::optional<char> take(std::string_view characters) {
    if (rest_.empty() || characters.find(rest_.front()) == std::string_view::npos) return {};
    const char taken = rest_.front();
    rest_.remove_prefix(1);
    return taken;
  }

  struct Number {
    int value;
    std::size_t digits;
  };

  /// A number of so many digits, not a part of a longer one.
  std::optional<Number> take_number(std::size_t fewest, std::size_t most) {
    const std::size_t length = extent(digits);
    if (length < fewest || length > most) return {};
    Number number{0, length};
    for (const char digit : rest_.substr(0, length)) number.value = 10 * number.value + digit - '0';
    rest_.remove_prefix(length);
    return number;
  }

  bool take_number_between(int least, int most, std::size_t fewest_digits,
                           std::size_t most_digits) {
    const auto number = take_number(fewest_digits, most_digits);
    return number && least <= number->value && number->value <= most;
  }

  /// All letters that come next, in lower case.
  std::string take_word() {
    std::string word(take_all(letters));
    for (char& c : word) {
      if (c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return word;
  }

 private:
  std::size_t extent(std::string_view characters) const {
    return std::min(rest_.find_first_not_of(characters), rest_.size());
  }

  std::string_view take_all(std::string_view characters) {
    const std::string_view taken = rest_.substr(0, extent(characters));
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view rest_;
};

using Rule = bool (*)(Scanner&);

/// The first of the rules that matches; nothing is taken if none does.
bool take_one_of(Scanner& text, std::initializer_list<Rule> rules) {
  return std::any_of(rules.begin(), rules.end(), [&](Rule rule) {
    Scanner attempt = text;
    if (!rule(attempt)) return false;
    text = attempt;
    return true;
  });
}

void take_if_there(Scanner& text, Rule rule) { take_one_of(text, {rule}); }

/// A word of these, in full or cut after three letters or more.
template <std::size_t count>
bool take_name(Scanner& text, const std::array<std::string_view, count>& names) {
  constexpr std::size_t shortest = 3;
  const std::string word = text.take_word();
  return word.size() >= shortest &&
         std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return name.starts_with(word); });
}

bool weekday(Scanner& text) {
  constexpr std::array<std::string_view, 7> names = {"monday", "tuesday",  "wednesday", "thursday",
                                                     "friday", "saturday", "sunday"};
  if (!take_name(text, names)) return false;
  text.take(".");
  text.take(",");
  return text.take(blanks).has_value();
}

bool month_name(Scanner& text) {
  constexpr std::array<std::string_view, 12> names = {
      "january", "february", "march",     "april",   "may",      "june",
      "july",    "august",   "september", "october", "november", "december"};
  return take_name(text, names);
}

bool month(Scanner& text) { return text.take_number_between(1, 12, 1, 2); }
bool day(Scanner& text) { return text.take_number_between(1, 31, 1, 2); }
bool short_year(Scanner& text) { return text.take_number(2, 2).has_value(); }
bool long_year(Scanner& text) { return text.take_number(4, 4).has_value(); }
bool year(Scanner& text) { return take_one_of(text, {short_year, long_year}); }

bool year_month_day(Scanner& text) {
  if (!long_year(text)) return false;
  const auto separator = text.take("-/.");
  if (!separator || !month(text)) return false;
  return text.take({&*separator, 1}) && day(text);
}

bool year_month(Scanner& text) { return long_year(text) && text.take("-/") && month(text); }

bool week_of_year(Scanner& text) {
  if (!long_year(text) || !text.take("-") || !text.take("W")) return false;
  if (!text.take_number_between(1, 53, 2, 2)) return false;
  take_if_there(
      text, [](Scanner& rest) { return rest.take("-") && rest.take_number_between(1, 7, 1, 1); });
  return true;
}

/// Countries differ in which of day and month goes first.
template <Rule first, Rule second>
bool two_numbers_and_year(Scanner& text) {
  if (!first(text)) return false;
  const auto separator = text.take("./-");
  if (!separator) return false;
  text.skip_all(blanks);
  if (!second(text) || !text.take({&*separator, 1})) return false;
  text.skip_all(blanks);
  return year(text);
}

constexpr std::string_view around_names = " \t-/.,";

bool year_behind_a_name(Scanner& text) {
  text.skip_all(around_names);
  return year(text);
}

bool day_and_month_name(Scanner& text) {
  if (!day(text)) return false;
  text.skip_all(around_names);
  if (!month_name(text)) return false;
  take_if_there(text, year_behind_a_name);
  return true;
}

bool zone(Scanner& text) {
  text.skip_all(blanks);
  if (!text.take("+-")) {
    const std::string word = text.take_word();
    return word == "z" || word == "utc" || word == "gmt";
  }
  if (text.take_number(4, 4)) return true;
  if (!text.take_number(2, 2)) return false;
  take_if_there(text, [](Scanner& rest) { return rest.take(":") && rest.take_number(2, 2); });
  return true;
}

bool half_of_the_day(Scanner& text) {
  text.skip_all(blanks);
  const std::string word = text.take_word();
  return word == "am" || word == "pm";
}

bool seconds(Scanner& text) {
  if (!text.take(":") || !text.take_number_between(0, 60, 2, 2)) return false;
  if (text.take(".,")) text.skip_all(digits);
  return true;
}

bool time_of_day(Scanner& text) {
  constexpr int most_hours = 24;
  const auto hours = text.take_number(1, 3);
  if (!hours || !text.take(":") || !text.take_number_between(0, 59, 2, 2)) return false;
  // More hours are those of a duration, which 36:10 need not be: it may be a ratio.
  if (!take_one_of(text, {seconds}) && hours->value > most_hours) return false;
  take_if_there(text, half_of_the_day);
  take_if_there(text, zone);
  return true;
}

bool duration_in_days(Scanner& text) {
  constexpr std::size_t most_digits = 6;
  text.take("-");
  if (!text.take_number(1, most_digits)) return false;
  text.skip_all(blanks);
  const std::string unit = text.take_word();
  if (unit != "day" && unit != "days") return false;
  text.skip_all(blanks);
  text.take("+");
  return time_of_day(text);
}

/// Wed Aug 27 13:08:45 2008, as C and Unix print it.
bool time_and_year(Scanner& text) {
  text.skip_all(blanks);
  return time_of_day(text) && year_behind_a_name(text);
}

bool month_name_and_day(Scanner& text) {
  if (!month_name(text)) return false;
  text.skip_all(around_names);
  if (!day(text)) return false;
  take_if_there(text, [](Scanner& rest) {
    return take_one_of(rest, {time_and_year, year_behind_a_name});
  });
  return true;
}

bool month_name_and_year(Scanner& text) { return month_name(text) && year_behind_a_name(text); }

bool time_behind_a_date(Scanner& text) {
  if (!text.take("T:,")) text.take(blanks);
  text.skip_all(blanks);
  return time_of_day(text);
}

bool date(Scanner& text) {
  if (!take_one_of(text, {year_month_day, year_month, week_of_year,
                          two_numbers_and_year<day, month>, two_numbers_and_year<month, day>,
                          day_and_month_name, month_name_and_day, month_name_and_year})) {
    return false;
  }
  take_if_there(text, time_behind_a_date);
  return true;
}

std::string_view without_outer_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

}  // namespace

bool spells_date_or_time(std::string_view text) {
  Scanner rest(without_outer_blanks(text));
  take_if_there(rest, weekday);
  return take_one_of(rest, {date, duration_in_days, time_of_day}) && rest.at_end();
}

}  // namespace tkl::internal
