#include "report/histogram.hpp"

#include <algorithm>

namespace tkl::report {

Histogram histogram(const Vector& values, Index bins) {
  if (values.size() == 0) return {};
  return histogram(values, bins, values.minCoeff(), values.maxCoeff());
}

Histogram histogram(const Vector& values, Index bins, double lower, double upper) {
  // All in one place: a bin around it.
  if (!(upper > lower)) bins = 1;
  Histogram result{lower, upper, std::vector<Index>(static_cast<std::size_t>(bins), 0)};
  // Halves first: the difference of two large numbers of unlike sign overflows.
  const double half_width = 0.5 * upper - 0.5 * lower;
  for (const double value : values) {
    if (!(value >= lower && value <= upper)) continue;
    const double share = bins == 1 ? 0.0 : (0.5 * value - 0.5 * lower) / half_width;
    const auto bin = std::min(bins - 1, static_cast<Index>(share * static_cast<double>(bins)));
    ++result.counts[static_cast<std::size_t>(bin)];
  }
  return result;
}

Json to_json(const Histogram& histogram) {
  return {{"lower", histogram.lower}, {"upper", histogram.upper}, {"counts", histogram.counts}};
}

}  // namespace tkl::report
