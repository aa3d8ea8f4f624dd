#include "tkl/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "tkl/error.hpp"

namespace tkl {

namespace {

constexpr double lowest_log_slope = -14.0;
constexpr double highest_log_slope = 14.0;

/// log(1 + exp(x)) without overflow.
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

/// The slope where a loss that is convex in the slope is least. Golden section in the logarithm,
/// where the loss has one minimum, too.
double best_slope(const std::function<double(double)>& loss) {
  constexpr double golden = 0.6180339887498949;
  constexpr int steps = 60;
  double low = lowest_log_slope;
  double high = highest_log_slope;
  double left = high - golden * (high - low);
  double right = low + golden * (high - low);
  double at_left = loss(std::exp(left));
  double at_right = loss(std::exp(right));
  for (int step = 0; step < steps; ++step) {
    if (at_left <= at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - golden * (high - low);
      at_left = loss(std::exp(left));
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + golden * (high - low);
      at_right = loss(std::exp(right));
    }
  }
  return std::exp(0.5 * (low + high));
}

/// Where the sign of the decision (+1 or -1) says which side to fit.
double slope_of_side(double side, const Vector& truth, const Vector& f, const Vector& weights) {
  double total = 0.0;
  double size = 0.0;
  for (Index i = 0; i < f.size(); ++i) {
    if ((f(i) >= 0.0) != (side > 0.0)) continue;
    total += weights(i);
    size += weights(i) * std::abs(f(i));
  }
  if (!(total > 0.0) || !(size > 0.0)) return 1.0;
  const double typical = size / total;
  return best_slope([&](double slope) {
    // One row more on either side of the truth, at the typical decision value.
    double loss = softplus(-slope * typical) + softplus(slope * typical);
    for (Index i = 0; i < f.size(); ++i) {
      if ((f(i) >= 0.0) != (side > 0.0)) continue;
      loss += weights(i) * softplus(truth(i) > 0.5 ? -slope * f(i) : slope * f(i));
    }
    return loss;
  });
}

double softmax_slope(const Vector& truth, const Matrix& f, const Vector& weights) {
  const double typical = (f.colwise() - f.rowwise().maxCoeff()).cwiseAbs().mean();
  if (!(typical > 0.0)) return 1.0;
  return best_slope([&](double slope) {
    double loss = softplus(-slope * typical) + softplus(slope * typical);
    for (Index i = 0; i < f.rows(); ++i) {
      const double top = f.row(i).maxCoeff();
      const double sum = (slope * (f.row(i).array() - top)).exp().sum();
      loss += weights(i) * (std::log(sum) - slope * (f(i, static_cast<Index>(truth(i))) - top));
    }
    return loss;
  });
}

}  // namespace

Calibration::Calibration(double below, double above) : below_(below), above_(above) {
  for (const double slope : {below, above}) {
    if (!(slope > 0.0) || !std::isfinite(slope)) {
      throw Error("the slopes of a calibration must be positive and finite");
    }
  }
}

Calibration Calibration::fitted(const Vector& truth, const Matrix& decisions,
                                const Vector& weights) {
  const Vector w = weights.size() == 0 ? Vector::Ones(truth.size()) : weights;
  if (decisions.cols() == 1) {
    const Vector f = decisions.col(0);
    return {slope_of_side(-1.0, truth, f, w), slope_of_side(1.0, truth, f, w)};
  }
  const double slope = softmax_slope(truth, decisions, w);
  return {slope, slope};
}

Matrix Calibration::probabilities(const Matrix& decisions) const {
  if (decisions.cols() == 1) {
    Matrix out(decisions.rows(), 2);
    for (Index i = 0; i < out.rows(); ++i) {
      const double f = decisions(i, 0);
      const double scaled = (f < 0.0 ? below_ : above_) * f;
      // Each from its own exponential: 1 - p would lose the small one.
      out(i, 0) = 1.0 / (1.0 + std::exp(scaled));
      out(i, 1) = 1.0 / (1.0 + std::exp(-scaled));
    }
    return out;
  }
  const Matrix scaled = above_ * (decisions.colwise() - decisions.rowwise().maxCoeff());
  Matrix out = scaled.array().exp();
  for (Index i = 0; i < out.rows(); ++i) out.row(i) /= out.row(i).sum();
  return out;
}

}  // namespace tkl
