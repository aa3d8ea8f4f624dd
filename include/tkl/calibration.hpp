#pragma once

#include "tkl/matrix.hpp"

namespace tkl {

/// Turns decision values into probabilities that never contradict them: the most probable class is
/// the one that the decision values choose.
///
/// Two classes, one column f:   P(second) = 1 / (1 + exp(-slope · f)), with a slope of its own on
///                              either side of 0, because errors of the two kinds differ.
/// More classes, a column each: softmax(slope · f).
class Calibration {
 public:
  Calibration() = default;
  /// For reading a model back. Throws an Error unless both are positive and finite.
  Calibration(double below, double above);

  /// The slopes of largest likelihood for held-out decision values, under weights (empty: ones).
  /// Each side is drawn towards even odds as if two more rows spoke for them, so that classes that
  /// were separated without error do not become certain.
  static Calibration fitted(const Vector& truth, const Matrix& decisions, const Vector& weights);

  /// One column a class.
  Matrix probabilities(const Matrix& decisions) const;

  double below() const { return below_; }  ///< the slope where f < 0
  double above() const { return above_; }  ///< and elsewhere; both are equal for more classes

 private:
  double below_ = 1.0;
  double above_ = 1.0;
};

}  // namespace tkl
