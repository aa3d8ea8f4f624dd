#pragma once

#include <utility>

#include "tkl/kernel_family.hpp"

namespace tkl {

/// Kernel matrices of tessellated kernels in the x basis at P = τI + LLᵀ with L = [L₁; L₂] of few columns.
/// With V the corner above both points, T that above one and z its monomials,
///
///   K = τ K_I + V∘(AAᵀ) + BCᵀ + CBᵀ,   A = z(L₁ - L₂),  C = zL₂,  B = T∘A + ½ T_box C:
///
/// V takes as many operations for each pair as there are features, and is computed but once, and so
/// is K_I, where L is diagonal: with S₁ and S₂ the scales of the functions above and below a point,
///
///   K_I = V∘(z(S₁² + S₂²)zᵀ) + (T_box - T1ᵀ - 1Tᵀ)∘(zS₂²zᵀ).
class TessellatedGramSeries final : public GramSeries {
 public:
  struct Parts {
    Matrix shared;          ///< V
    Matrix monomials;       ///< z, one point a row
    Vector corner;          ///< T
    double box;             ///< T_box
    Vector function_scale;  ///< P is multiplied by it from both sides
    double tau;
  };
  TessellatedGramSeries(Parts parts, const Threads& threads);

  bool gram_into(const Matrix& P, const Threads& threads, Matrix& out) const override;

 private:
  Parts parts_;
  Matrix identity_;  // K_I
};

}  // namespace tkl
