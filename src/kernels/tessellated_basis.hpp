#pragma once

#include <utility>
#include <vector>

#include "tkl/tessellated.hpp"

namespace tkl {

/// The basis Z(z,x)_j = x^{δ_j} z^{γ_j} of a tessellated kernel, ordered so that functions with the
/// same power γ of z stand together: group g holds Φ(x) restricted to its first columns, times
/// z^{γ_g}. Because monomials come in order of degree, "degree at most d - |γ_g|" is a prefix of Φ.
///
/// A product of two functions depends on z only through z^c with c = γ_g + γ_h. The distinct c are
/// the moments; all integrals over z are integrals of z^c over a corner of the box.
class TessellatedBasis {
 public:
  TessellatedBasis(const Box& box, int degree, Basis basis, bool reflected);

  struct Group {
    Index first;  ///< of the group's functions within the q functions
    Index size;   ///< how many columns of Φ it uses
  };

  /// z^c for one distinct c.
  struct Moment {
    std::vector<std::pair<Index, int>> powers;   ///< (feature l, c_l) for c_l > 0
    std::vector<std::pair<Index, Index>> pairs;  ///< all (g, h) with γ_g + γ_h = c
    Index columns;                               ///< the largest size among its groups
  };

  Index features() const { return x_exponents_.cols(); }   ///< n
  int degree() const { return degree_; }                   ///< d
  Index size() const { return size_; }                     ///< q
  Index monomials() const { return x_exponents_.rows(); }  ///< columns of Φ
  int degree_of_monomial(Index column) const { return x_exponents_.row(column).sum(); }
  /// How many of the monomials have at most this degree: the first so many columns of Φ.
  Index monomials_to(int degree) const;
  int highest_power() const { return highest_power_; }  ///< largest c_l of any moment
  const std::vector<Group>& groups() const { return groups_; }
  const std::vector<Moment>& moments() const { return moments_; }
  /// The moment of γ_g + γ_h.
  Index moment_of(Index g, Index h) const { return moment_of_(g, h); }

  /// What the kernel needs of a set of points.
  struct Points {
    /// The share of [a_l, b_l] above the point, (b_l - x_l)/(b_l - a_l), clamped to [0, 1]: the
    /// corner above two points has the side min of theirs.
    Matrix side;
    Matrix monomials;  ///< Φ(x)
    Matrix corner;     ///< corner(i, c) = ∫_{z ≥ x_i} z^c dμ(z)
  };
  Points prepare(const Matrix& x) const;
  Matrix sides(const Matrix& x) const;  ///< Points::side
  /// The volume of the corner above each point, from its sides; if reflected, the mean volume of
  /// the 2^n corners at the point, which is the same for all points.
  Vector corner_volume(const Matrix& side) const;
  Matrix evaluate(const Matrix& x) const;  ///< Points::monomials

  /// The mean of z_l^power over [p, b_l], where p lies `side` of the way down from b_l to a_l.
  double mean_power(Index feature, int power, double side) const;

  bool reflected() const { return reflected_; }
  /// What two points share is this times Π_l min(side_l, side_l') or, if reflected, times
  /// Π_l (1 - |side_l - side_l'|).
  double shared_factor() const;

  /// ∫ over the whole box of z^c.
  const Vector& box_moments() const { return box_moments_; }

  /// Σ over the pairs of moment c of the block B_gh, each placed at the top left: then
  /// Σ_gh z_g(x)ᵀ B_gh z_h(y) over these pairs is Φ(x) B_c Φ(y)ᵀ.
  Matrix gather(const Moment& moment, const Matrix& block) const;

 private:
  Box box_;
  int degree_;
  bool reflected_;
  Eigen::MatrixXi x_exponents_;
  std::vector<Group> groups_;
  std::vector<Moment> moments_;
  Eigen::MatrixXi moment_of_;
  Vector box_moments_;
  Index size_ = 0;
  int highest_power_ = 0;
};

}  // namespace tkl
