#include "select/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/dense.hpp"
#include "linalg/minimise.hpp"

namespace tkl {

namespace {

constexpr double lowest_log_ridge = -16.0;
constexpr double highest_log_ridge = 5.0;
constexpr double difference = 1e-4;  // of a logarithm, for derivatives of the kernel matrix

/// The restricted log likelihood, with the size of the signal at its best:
///
///   -½ Σ_y [ (m-1) log(yᵀBy) + log|A| + log(1ᵀA⁻¹1) ],
///   A = K + ridge·I,  B = A⁻¹ - A⁻¹11ᵀA⁻¹/(1ᵀA⁻¹1).
struct Likelihood {
  double value = -std::numeric_limits<double>::infinity();
  Matrix slope;  ///< its derivative by the entries of A

  Likelihood(const Matrix& K, double ridge, const Matrix& Y) {
    const Index m = Y.rows();
    Matrix L = K;
    L.diagonal().array() += ridge;
    if (!linalg::cholesky(L)) return;
    Matrix inverse = Matrix::Identity(m, m);
    linalg::solve_lower(L, inverse);
    linalg::solve_lower_transposed(L, inverse);
    const Vector of_ones = inverse.rowwise().sum();
    const double ones = of_ones.sum();
    slope = inverse - of_ones * of_ones.transpose() / ones;
    Matrix alpha = slope * Y;
    const Vector fit = Y.cwiseProduct(alpha).colwise().sum();
    if (!(ones > 0.0) || !(fit.minCoeff() > 0.0)) return;
    const auto targets = static_cast<double>(Y.cols());
    const auto free = static_cast<double>(m - 1);
    value = -0.5 * (free * fit.array().log().sum() +
                    targets * (2.0 * L.diagonal().array().log().sum() + std::log(ones)));
    alpha = alpha * (free / fit.array()).sqrt().matrix().asDiagonal();
    slope = 0.5 * (alpha * alpha.transpose() - targets * slope);
  }
};

class NegativeLogPosterior {
 public:
  NegativeLogPosterior(const GramOfScales& gram, const Matrix& Y, const EvidenceOptions& options)
      : gram_(gram), y_(Y), options_(options) {}

  /// At the logarithms of the scales, followed by that of the ridge.
  double operator()(const Vector& logs, Vector& gradient) const {
    const Index n = logs.size() - 1;
    const Vector scales = logs.head(n);
    const double infinity = std::numeric_limits<double>::infinity();
    if (scales.minCoeff() < std::log(options_.lowest) ||
        scales.maxCoeff() > std::log(options_.highest) || logs(n) < lowest_log_ridge ||
        logs(n) > highest_log_ridge) {
      return infinity;
    }
    const Matrix K = gram_(scales.array().exp());
    const double ridge = std::exp(logs(n));
    const Likelihood likelihood(K, ridge, y_);
    if (!std::isfinite(likelihood.value)) return infinity;
    const Vector deviation = scales.array() - scales.mean();
    for (Index l = 0; l < n; ++l) {
      Vector moved = scales;
      moved(l) += difference;
      const Matrix change = gram_(moved.array().exp()) - K;
      gradient(l) = deviation(l) - change.cwiseProduct(likelihood.slope).sum() / difference;
    }
    gradient(n) = -ridge * likelihood.slope.trace();
    return 0.5 * deviation.squaredNorm() - likelihood.value;
  }

 private:
  const GramOfScales& gram_;
  const Matrix& y_;
  const EvidenceOptions& options_;
};

}  // namespace

EvidenceResult maximise_evidence(const GramOfScales& gram, const Matrix& Y, const Vector& start,
                                 double start_ridge, const EvidenceOptions& options) {
  const Index n = start.size();
  Vector logs(n + 1);
  logs.head(n) =
      start.cwiseMax(1.01 * options.lowest).cwiseMin(0.99 * options.highest).array().log();
  logs(n) = std::clamp(std::log(start_ridge), lowest_log_ridge + 1.0, highest_log_ridge - 1.0);
  linalg::MinimiseOptions minimise;
  minimise.max_steps = options.max_steps;
  minimise.least_decrease = 0.02;  // in nats: no model is better by less
  minimise.stop = options.stop;
  const linalg::Minimum minimum =
      linalg::minimise(NegativeLogPosterior(gram, Y, options), logs, minimise);
  return {minimum.x.head(n).array().exp(), std::exp(minimum.x(n)), -minimum.value};
}

}  // namespace tkl
