#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tkl::cli {

/// A word as it stands among others in a line or a list: in quotes, with those inside written twice as
/// in CSV files, if it is empty or has a quote or one of the separators. Plain words stay as they are.
std::string in_quotes_if_needed(const std::string& word, std::string_view separators);

/// The word behind that.
std::string without_quotes(const std::string& text);

/// The items between commas, but for commas in quotes that start an item; quotes are kept.
std::vector<std::string> split_at_commas(const std::string& text);

}  // namespace tkl::cli
