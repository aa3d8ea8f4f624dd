#pragma once

#include "tkl/svm.hpp"

namespace tkl {

/// The losses of an SVM as one step of the proximal point method on its dual sees them: with a centre
/// a and a width ω, the loss of row i at the residual r is
///
///   max_v  v·r - ε|v| - ½ ridge_i v² - (ω / 2C_i)(v - a_i)²   subject to  lower_i ≤ v ≤ upper_i,
///
/// C_i the larger of the bounds. The derivative is the maximiser v, which rises from one bound to the
/// other over ω of residual instead of at once. With ω = 0 (which needs a ridge) it is the loss itself.
class SmoothedLoss {
 public:
  SmoothedLoss(const SvmProblem& problem, Vector centre, double width);

  double weight(Index i, double residual) const;
  /// Of the weight by the residual.
  double slope(Index i, double residual) const;
  /// loss_i of the SVM itself minus what the weight v earns: zero where v is the loss's derivative.
  double shortfall(Index i, double residual, double v) const;

  const Vector& centre() const { return centre_; }
  double width() const { return width_; }

 private:
  /// How far the shifted residual is beyond the tube, with its sign.
  double beyond(Index i, double residual) const;

  const SvmProblem& problem_;
  Vector centre_;
  double width_;
  Vector stiffness_;  // ω / C_i
};

}  // namespace tkl
