#pragma once

#include <utility>
#include <vector>

#include "kernels/pair_tiles.hpp"
#include "kernels/tessellated_basis.hpp"

namespace tkl {

/// The corner integrals as polynomials in the sides of the corner,
///
///   T_c(p) = V Σ_{e ≤ c} coefficient(c, e) s^e,   s_l = (b_l - p_l)/(b_l - a_l),  V = Π_l s_l,
///
/// because the mean of z^k over [b - sL, b] is Σ_t C(k+1, t+1) b^{k-t} (-sL)^t / (k+1). The e are the
/// nodes of a tree, in depth-first order: the parent of e lacks one power of its last feature. One
/// multiplication a node yields all s^e, and Horner's rule runs up the tree.
class CornerPolynomial {
 public:
  CornerPolynomial(const TessellatedBasis& basis, const Box& box);

  struct Node {
    Index parent;   ///< of the root: -1
    Index feature;  ///< s^e = s^parent · s_feature
    int degree;     ///< |e|
  };
  const std::vector<Node>& nodes() const { return nodes_; }
  /// The largest degree: 2d in the full basis, 0 in the x basis.
  int depth() const { return depth_; }

  /// How many columns of Φ a product with s^e reaches, by |e|: Φ has degree at most 2d - |e| there.
  const std::vector<std::size_t>& columns() const { return columns_; }
  /// What `pair_tiles` needs to sum V s^e A, and where the columns of each e begin among all,
  /// followed by their total.
  pair_tiles::CoupledShape coupled_shape() const;
  std::vector<Index> first_columns() const;

  /// coefficient(c, e) of moment c, for all nodes e where it is not zero.
  using Expansion = std::vector<std::pair<Index, double>>;
  const Expansion& expansion(Index moment) const {
    return expansions_[static_cast<std::size_t>(moment)];
  }

 private:
  std::vector<Node> nodes_;
  std::vector<Expansion> expansions_;
  std::vector<std::size_t> columns_;
  Index features_;
  bool reflected_;
  int depth_ = 0;
};

}  // namespace tkl
