#pragma once

#include <memory>
#include <vector>

#include "kernels/corner_polynomial.hpp"
#include "kernels/support.hpp"
#include "kernels/tessellated_basis.hpp"
#include "tkl/kernel_family.hpp"

namespace tkl {

/// P ↦ K(P)w for tessellated kernels (docs/math.md §4). With A = diag(w)Φ, for each moment c
///
///   U_c = T_c A,  s = Aᵀ1,  u_c = Aᵀ T_c(x)      (T_c(x_i): the corner above x_i alone)
///
/// and the blocks of N_i for a pair of groups (g, h) with moment c are z_g(x_i) times
///
///   [ U_c            , T_c(x_i) s - U_c                    ]
///   [ u_c - U_c      , (T_c(box) - T_c(x_i)) s - u_c + U_c ].
///
/// The product T_c A over pairs of support vectors is all the work. It is summed for the monomials
/// s^e of `CornerPolynomial` in place of the T_c.
class TessellatedSensitivity final : public Sensitivity {
 public:
  TessellatedSensitivity(std::shared_ptr<const TessellatedBasis> basis,
                         const CornerPolynomial& polynomial, const FeasibleSet& feasible_set,
                         const Vector& function_scale, const Vector& w, const Matrix& x,
                         const Threads& threads);

  Matrix adjoint(const Vector& v) const override;
  Matrix jacobian(const std::vector<Index>& rows) const override;
  std::unique_ptr<FactorMap> factor_map(const std::vector<Index>& rows) const override;

 private:
  /// The symmetric part of ΛNΛ.
  Matrix finished(const Matrix& N) const;
  void couple(const CornerPolynomial& polynomial);
  /// N_i before it is made symmetric.
  void fill(Index i, Matrix& N) const;

  std::shared_ptr<const TessellatedBasis> basis_;
  FeasibleSet feasible_set_;
  Vector function_scale_;
  Threads threads_;
  Support support_;
  TessellatedBasis::Points points_;  // of the support
  Matrix weighted_;                  // A
  std::vector<Matrix> coupled_;      // U_c
  Vector total_;                     // s
  Matrix corner_total_;              // column c: u_c
};

}  // namespace tkl
