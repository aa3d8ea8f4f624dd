#include "select/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/dense.hpp"
#include "linalg/minimise.hpp"

namespace tkl {

namespace {

constexpr double lowest_ridge = 1e-7;
constexpr double highest_ridge = 150.0;
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
    const double log_determinant = 2.0 * L.diagonal().array().log().sum();
    linalg::invert_product(L);
    const Vector of_ones = L.rowwise().sum();
    const double ones = of_ones.sum();
    slope = L - of_ones * of_ones.transpose() / ones;
    Matrix alpha = slope * Y;
    const Vector fit = Y.cwiseProduct(alpha).colwise().sum();
    if (!(ones > 0.0) || !(fit.minCoeff() > 0.0)) return;
    const auto targets = static_cast<double>(Y.cols());
    const auto free = static_cast<double>(m - 1);
    value = -0.5 * (free * fit.array().log().sum() + targets * (log_determinant + std::log(ones)));
    alpha = alpha * (free / fit.array()).sqrt().matrix().asDiagonal();
    slope = 0.5 * (alpha * alpha.transpose() - targets * slope);
  }
};

/// Keeps a logarithm between limits without a wall, at which a minimiser would be caught: the image
/// of a free number that equals it well inside the limits and approaches them beyond.
struct Range {
  double low, high;

  Range(double lowest, double highest) : low(std::log(lowest)), high(std::log(highest)) {}

  static double softplus(double t) { return std::max(t, 0.0) + std::log1p(std::exp(-std::abs(t))); }
  static double sigmoid(double t) { return 1.0 / (1.0 + std::exp(-t)); }
  double raised(double free) const { return low + softplus(free - low); }

  double value(double free) const { return high - softplus(high - raised(free)); }
  double slope(double free) const { return sigmoid(free - low) * sigmoid(high - raised(free)); }
  double free_number(double inside) const {
    constexpr double margin = 0.3;  // nearer to a limit the slope is too flat to come away again
    const double value = std::clamp(inside, low + margin, high - margin);
    const double above = high - std::log(std::expm1(high - value));
    return low + std::log(std::expm1(std::max(above - low, margin)));
  }
};

class NegativeLogPosterior {
 public:
  NegativeLogPosterior(const GramOfScales& gram, const Matrix& Y, const EvidenceOptions& options)
      : gram_(gram), y_(Y), scale_(options.lowest, options.highest) {}

  Vector free_numbers(const Vector& scales, double ridge) const {
    Vector free(scales.size() + 1);
    for (Index l = 0; l < scales.size(); ++l) free(l) = scale_.free_number(std::log(scales(l)));
    free(scales.size()) = ridge_.free_number(std::log(ridge));
    return free;
  }
  Vector scales(const Vector& free) const {
    return free.head(free.size() - 1).unaryExpr([&](double u) {
      return std::exp(scale_.value(u));
    });
  }
  double ridge(const Vector& free) const { return std::exp(ridge_.value(free(free.size() - 1))); }

  double operator()(const Vector& free, Vector& gradient) const {
    const Index n = free.size() - 1;
    const Vector logs = scales(free).array().log();
    const double noise = ridge(free);
    const Matrix K = gram_(logs.array().exp());
    const Likelihood likelihood(K, noise, y_);
    if (!std::isfinite(likelihood.value)) return std::numeric_limits<double>::infinity();
    const Vector deviation = logs.array() - logs.mean();
    for (Index l = 0; l < n; ++l) {
      Vector moved = logs;
      moved(l) += difference;
      const Matrix change = gram_(moved.array().exp()) - K;
      const double by_log = deviation(l) - change.cwiseProduct(likelihood.slope).sum() / difference;
      gradient(l) = by_log * scale_.slope(free(l));
    }
    gradient(n) = -noise * likelihood.slope.trace() * ridge_.slope(free(n));
    return 0.5 * deviation.squaredNorm() - likelihood.value;
  }

 private:
  const GramOfScales& gram_;
  const Matrix& y_;
  Range scale_;
  Range ridge_{lowest_ridge, highest_ridge};
};

}  // namespace

EvidenceResult maximise_evidence(const GramOfScales& gram, const Matrix& Y, const Vector& start,
                                 double start_ridge, const EvidenceOptions& options) {
  const NegativeLogPosterior posterior(gram, Y, options);
  linalg::MinimiseOptions minimise;
  minimise.max_steps = options.max_steps;
  minimise.least_decrease = 0.02;  // in nats: no model is better by less
  minimise.stop = options.stop;
  const linalg::Minimum minimum =
      linalg::minimise(posterior, posterior.free_numbers(start, start_ridge), minimise);
  return {posterior.scales(minimum.x), posterior.ridge(minimum.x), -minimum.value};
}

}  // namespace tkl
