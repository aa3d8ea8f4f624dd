#include "tkl/metrics.hpp"

namespace tkl {

double mean_squared_error(const Vector& truth, const Vector& prediction) {
  return (truth - prediction).squaredNorm() / static_cast<double>(truth.size());
}

double squared_correlation(const Vector& truth, const Vector& prediction) {
  const Vector a = truth.array() - truth.mean();
  const Vector b = prediction.array() - prediction.mean();
  const double covariance = a.dot(b);
  return covariance * covariance / (a.squaredNorm() * b.squaredNorm());
}

Index count_equal(const Vector& truth, const Vector& prediction) {
  return (truth.array() == prediction.array()).count();
}

}  // namespace tkl
