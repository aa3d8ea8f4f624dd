#pragma once

#include <vector>

#include "tkl/matrix.hpp"

namespace tkl {

/// Kernel ridge regression with an intercept, for one or several targets (columns of Y) alike,
///
///   min_{α,b}  Σ_i weight_i (y_i - (Kα)_i - b)²  +  ridge · αᵀKα,
///
/// for any number of ridges at the price of one eigendecomposition, and what the rows of each fold
/// would be predicted without them: with A = K + ridge·W⁻¹ and B the inverse of A bordered by ones,
/// the residuals of the rows F left out together are B_FF⁻¹ α_F (docs/math.md §11).
class RidgePath {
 public:
  /// No weights means equal ones. Rows with the same fold (0, 1, …) are left out together.
  RidgePath(Matrix K, const Matrix& Y, const Vector& weights, const std::vector<int>& fold);

  struct Fit {
    Matrix alpha;     ///< the training residuals are ridge · α / weight
    Matrix held_out;  ///< prediction of each row by those of the other folds
  };
  Fit fit(double ridge) const;

 private:
  struct Fold {
    std::vector<Index> rows;
    Matrix part;  // √W U of these rows
  };

  Matrix vectors_;  // U, of √W K √W
  Vector values_;
  Matrix y_;
  std::vector<Fold> folds_;
  Vector root_;    // √weights
  Matrix target_;  // in the eigenvectors: Uᵀ√W Y
  Vector ones_;    // Uᵀ√W 1
};

}  // namespace tkl
