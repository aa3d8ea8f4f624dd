#pragma once

#include <vector>

#include "kernels/tessellated_basis.hpp"
#include "tkl/matrix.hpp"

namespace tkl {

/// P = [Q R; Rᵀ S] as the closed form of the kernel uses it, moment by moment (docs/math.md §2).
struct TessellatedCoefficients {
  std::vector<Matrix> coupled;    ///< (Q - R - Rᵀ + S)_c
  std::vector<Matrix> one_sided;  ///< (R - S)_c
  Matrix constant;                ///< Σ_c box moment · S_c

  TessellatedCoefficients(const TessellatedBasis& basis, const Matrix& P);

  /// F(x) with: the part of k that does not couple x and y is F(x)Φ(y)ᵀ + Φ(x)F(y)ᵀ.
  Matrix uncoupled_factor(const TessellatedBasis::Points& x) const;
};

}  // namespace tkl
