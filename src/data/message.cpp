#include "data/message.hpp"

#include <algorithm>

namespace tkl::internal {
namespace {

constexpr std::size_t longest_quotation = 60;
constexpr std::size_t longest_list = 20;

bool continues_a_utf8_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::string_view shorten(std::string_view text) {
  if (text.size() <= longest_quotation) return text;
  std::size_t length = longest_quotation;
  while (length > 0 && continues_a_utf8_character(text[length])) --length;
  return text.substr(0, length);
}

std::string escape(char c) {
  constexpr std::string_view hexadecimal = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(c);
  switch (c) {
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default:
      if (code >= 0x20 && code != 0x7F) return {c};
      return {'\\', 'x', hexadecimal[code >> 4U], hexadecimal[code & 0xFU]};
  }
}

}  // namespace

std::string quote(std::string_view text) {
  const std::string_view shown = shorten(text);
  std::string quoted = "\"";
  for (const char c : shown) quoted += escape(c);
  if (shown.size() < text.size()) quoted += "...";
  return quoted + '"';
}

std::string quote_list(const std::vector<std::string>& texts) {
  const std::size_t shown = std::min(texts.size(), longest_list);
  std::string list;
  for (std::size_t i = 0; i < shown; ++i) list += (i == 0 ? "" : ", ") + quote(texts[i]);
  if (shown < texts.size()) list += " and " + std::to_string(texts.size() - shown) + " more";
  return list;
}

std::string count_of(std::size_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

Error error_in(const std::string& source, const std::string& what) {
  return Error(source + ": " + what);
}

Error error_at(const std::string& source, std::size_t line, const std::string& what) {
  return Error(source + ':' + std::to_string(line) + ": " + what);
}

}  // namespace tkl::internal
