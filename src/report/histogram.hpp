#pragma once

#include <vector>

#include "report/json.hpp"

namespace tkl::report {

/// Counts of values in bins of equal width between the smallest and the largest.
struct Histogram {
  double lower = 0.0;
  double upper = 0.0;
  std::vector<Index> counts;
};

Histogram histogram(const Vector& values, Index bins);
/// Within given ends; what lies beyond is not counted.
Histogram histogram(const Vector& values, Index bins, double lower, double upper);

Json to_json(const Histogram& histogram);

}  // namespace tkl::report
