#include "quotes.hpp"

#include <algorithm>

namespace tkl::cli {

namespace {

/// Behind the quote that ends the one at `begin`; `begin` if there is none.
std::size_t end_of_quotation(const std::string& text, std::size_t begin) {
  if (begin >= text.size() || text[begin] != '"') return begin;
  std::size_t quote = text.find('"', begin + 1);
  while (quote != std::string::npos && text.compare(quote, 2, "\"\"") == 0) {
    quote = text.find('"', quote + 2);
  }
  return quote == std::string::npos ? begin : quote + 1;
}

}  // namespace

std::string in_quotes_if_needed(const std::string& word, std::string_view separators) {
  const bool is_plain = !word.empty() && word.find('"') == std::string::npos &&
                        word.find_first_of(separators) == std::string::npos;
  if (is_plain) return word;
  std::string quoted = "\"";
  for (const char c : word) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string without_quotes(const std::string& text) {
  if (text.empty() || text[0] != '"' || end_of_quotation(text, 0) != text.size()) return text;
  std::string word;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    word += text[i];
    if (text[i] == '"') ++i;
  }
  return word;
}

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> items;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', end_of_quotation(text, begin)), text.size());
    items.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return items;
}

}  // namespace tkl::cli
