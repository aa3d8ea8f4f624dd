#pragma once

#include <string_view>

namespace tkl::internal {

/// Whether the text is a date, a time of day, both, or a duration with a colon:
/// 2020-01-05T12:30:00Z, 2020-01, 2020-W05, 5.1.2020, 1/5/20, 5 Jan 2020, January 5, 2020, Jan-20,
/// 0:15, 9:05:30 pm, 2 days 03:00:00. Names are English, in any case. A month or a day of the week
/// alone is none: these are categories.
bool spells_date_or_time(std::string_view text);

}  // namespace tkl::internal
