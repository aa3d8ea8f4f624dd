#include "model/measurable_target.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "data/message.hpp"
#include "tkl/error.hpp"

namespace tkl {

namespace {

// Squares of these leave room for errors that are much larger or smaller than the values, and for sums of many.
constexpr double largest = 1e140;
constexpr double smallest = 1e-140;

std::string in_few_digits(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g", number);
  return text.data();
}

[[noreturn]] void refuse(const DatasetWithoutPoints& data, const std::string& what, double size,
                         const std::string& remedy) {
  constexpr double most = 300.0;  // a larger power may be none
  const double power = std::min(most, std::abs(std::floor(std::log10(size))));
  throw Error(
      "target " + internal::quote(data.target_name) + ": " + what + " " + in_few_digits(size) +
      ", and errors of that size have no squares in double precision; use another unit: " + remedy +
      " " + in_few_digits(std::pow(10.0, power)));
}

}  // namespace

void require_measurable_target(const DatasetWithoutPoints& data) {
  if (data.task != Task::regression) return;
  const double size = data.target.lpNorm<Eigen::Infinity>();
  if (size > largest) refuse(data, "values reach", size, "divide by");
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  for (Index i = 0; i < data.target.size(); ++i) {
    if (data.weights.size() != 0 && data.weights(i) == 0.0) continue;
    least = std::min(least, data.target(i));
    most = std::max(most, data.target(i));
  }
  const double range = most - least;
  if (range > 0.0 && range < smallest) {
    refuse(data, "values differ by no more than", range, "multiply by");
  }
}

}  // namespace tkl
