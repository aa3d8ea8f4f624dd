#pragma once

#include <string>
#include <vector>

namespace tkl::cli {

/// "; did you mean train?" with the known words nearest to `word`, or nothing if none is near.
std::string suggestion(const std::string& word, const std::vector<std::string>& known);

/// The words separated by commas.
std::string join(const std::vector<std::string>& words);

/// What a user typed as a message can show it: in quotes, control characters escaped.
std::string quote(const std::string& text);

}  // namespace tkl::cli
