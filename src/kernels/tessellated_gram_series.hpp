#pragma once

#include <utility>

#include "tkl/kernel_family.hpp"

namespace tkl {

/// Kernel matrices of tessellated kernels in the x basis at P = τI + LLᵀ with L = [L₁; L₂] of few columns.
/// With V the corner above both points, T that above one and z its monomials,
///
///   K = τ K_I + V∘(AAᵀ) + BCᵀ + CBᵀ,   A = z(L₁ - L₂),  C = zL₂,  B = T∘A + ½ T_box C:
///
/// V and K_I take as many operations for each pair as there are features, and are computed but once.
class TessellatedGramSeries final : public GramSeries {
 public:
  struct Parts {
    Matrix identity;        ///< K_I
    Matrix shared;          ///< V
    Matrix monomials;       ///< z, one point a row
    Vector corner;          ///< T
    double box;             ///< T_box
    Vector function_scale;  ///< P is multiplied by it from both sides
    double tau;
  };
  explicit TessellatedGramSeries(Parts parts) : parts_(std::move(parts)) {}

  bool gram_into(const Matrix& P, const Threads& threads, Matrix& out) const override;

 private:
  Parts parts_;
};

}  // namespace tkl
