#pragma once

#include <deque>

#include "tkl/matrix.hpp"

namespace tkl {

/// What a gradient method has seen of the second derivative, in its last steps (L-BFGS).
class LimitedBfgs {
 public:
  bool is_empty() const { return pairs_.empty(); }
  void clear() { pairs_.clear(); }

  /// After a move by which the gradient changed so much. Kept if it shows positive curvature.
  void remember(Matrix move, Matrix change);

  /// -H⁻¹·gradient, by the two-loop recursion; the negative gradient if nothing is known.
  Matrix direction(const Matrix& gradient) const;

 private:
  struct Pair {
    Matrix move;
    Matrix change;
    double product;
  };

  std::deque<Pair> pairs_;
};

}  // namespace tkl
