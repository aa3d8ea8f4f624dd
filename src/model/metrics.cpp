#include "tkl/metrics.hpp"

#include <limits>

namespace tkl {

double mean_squared_error(const Vector& truth, const Vector& prediction) {
  return (truth - prediction).squaredNorm() / static_cast<double>(truth.size());
}

double squared_correlation(const Vector& truth, const Vector& prediction) {
  // A rounded mean differs from the values even of a constant.
  const auto is_constant = [](const Vector& v) { return v.minCoeff() == v.maxCoeff(); };
  if (is_constant(truth) || is_constant(prediction))
    return std::numeric_limits<double>::quiet_NaN();
  const Vector a = truth.array() - truth.mean();
  const Vector b = prediction.array() - prediction.mean();
  const double covariance = a.dot(b);
  return covariance * covariance / (a.squaredNorm() * b.squaredNorm());
}

Index count_equal(const Vector& truth, const Vector& prediction) {
  return (truth.array() == prediction.array()).count();
}

}  // namespace tkl
