#include <algorithm>
#include <cmath>
#include <string>

#include "tkl/error.hpp"
#include "tkl/kernel_list.hpp"
#include "tkl/table.hpp"

namespace tkl {

namespace {

Error refusal(const std::string& item, const std::string& why) {
  std::string message = "kernel \"";
  message.append(item).append("\": ").append(why).append(
      "; write for example gaussian:0.5, matern:1, polynomial:2 or gaussian:0.5@3 (third feature "
      "only), "
      "separated by commas");
  return Error(message);
}

/// The whole number from 1 to limit that the text spells.
int parse_count(const std::string& item, const std::string& text, int limit,
                const std::string& what) {
  const auto value = parse_number(text);
  if (!value || !(*value >= 1.0 && *value <= limit) || *value != std::floor(*value)) {
    throw refusal(item, what + " must be a whole number from 1 to " + std::to_string(limit));
  }
  return static_cast<int>(*value);
}

FixedKernel parse_kernel(const std::string& item) {
  constexpr int most_features = 1'000'000;
  const std::size_t colon = item.find(':');
  const std::size_t at = std::min(item.find('@'), item.size());
  if (colon == std::string::npos || colon > at) throw refusal(item, "no parameter given");
  const std::string kind = item.substr(0, colon);
  const std::string parameter = item.substr(colon + 1, at - colon - 1);

  FixedKernel kernel;
  if (kind == "gaussian" || kind == "matern") {
    kernel.kind = kind == "matern" ? FixedKernel::Kind::matern : FixedKernel::Kind::gaussian;
    const auto width = parse_number(parameter);
    if (!width || !(*width > 0.0)) throw refusal(item, "the width must be a positive number");
    kernel.width = *width;
  } else if (kind == "polynomial") {
    kernel.kind = FixedKernel::Kind::polynomial;
    kernel.degree = parse_count(item, parameter, FixedKernel::largest_degree, "the degree");
  } else {
    throw refusal(item, "unknown kind \"" + kind + "\"");
  }
  if (at < item.size()) {
    kernel.feature =
        parse_count(item, item.substr(at + 1), most_features, "the feature after @") - 1;
  }
  return kernel;
}

}  // namespace

std::vector<FixedKernel> parse_kernel_list(const std::string& text) {
  std::vector<FixedKernel> kernels;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    kernels.push_back(parse_kernel(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return kernels;
}

std::string to_string(const FixedKernel& kernel) {
  std::string text(to_string(kernel.kind));
  text += ":" + (kernel.kind == FixedKernel::Kind::polynomial ? std::to_string(kernel.degree)
                                                              : format_number(kernel.width));
  if (kernel.feature) text += "@" + std::to_string(*kernel.feature + 1);
  return text;
}

}  // namespace tkl
