#pragma once

#include "tkl/kernel_family.hpp"

namespace tkl {

/// U ↦ K(UUᵀ)w for tessellated kernels in the x basis, where N_i is of rank two (the blocks of
/// TessellatedSensitivity, z the monomials of point i and T the corner above it):
///
///   N_i = [z; 0] [a; Ts - a]ᵀ + [0; z] [u - a; (T_box - T)s - u + a]ᵀ.
///
/// So with U = [U₁; U₂] all that is needed are the products of z, a, s and u with U₁ and U₂.
class TessellatedFactorMap final : public FactorMap {
 public:
  /// What the rows have, one a row, and what all of them share.
  struct Parts {
    Matrix monomials;       ///< z
    Matrix coupled;         ///< a
    Vector corner;          ///< T
    Vector total;           ///< s
    Vector corner_total;    ///< u
    double box;             ///< T_box
    Vector function_scale;  ///< Λ: N_i is multiplied by it from both sides
  };
  explicit TessellatedFactorMap(Parts parts) : parts_(std::move(parts)) {}

  Vector values(const Matrix& U) override;
  Matrix pull_back(const Vector& v) const override;

 private:
  Index q() const { return parts_.monomials.cols(); }

  Parts parts_;
  // zU₁, zU₂ and what they are multiplied by, at the last U.
  Matrix inside_;
  Matrix outside_;
  Matrix times_inside_;
  Matrix times_outside_;
};

}  // namespace tkl
