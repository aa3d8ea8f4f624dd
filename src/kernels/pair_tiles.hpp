#pragma once

#include <cstddef>

/// The inner loops over pairs of points, for the vector unit that the machine at hand has.
///
/// Of two points the loops see the smaller sides s_l = min(side_l, side_l'), the volume V = Π_l s_l
/// of the corner above both, and monomials s^c (`CornerPolynomial`). Of reflected kernels, which
/// have no c but 0, they see V = Π_l (1 - |side_l - side_l'|). With φ the monomials of a point
/// (φ_0 = 1), an entry of the kernel matrix is
///
///   K(i, j) = V Σ_c s^c (φ_i · Y_j^c + X_i^c · φ_j) + F_i · φ_j + φ_i · F_j,
///
/// summed by Horner's rule over the tree of the c. All that depends on one point alone (φ, F, X, Y)
/// is prepared before. Every pair goes through the same instructions wherever it stands: points are
/// padded to whole vectors, so an entry does not depend on the company in which it is computed.
///
/// This header and its source keep to plain pointers: the source is compiled once for each
/// instruction set, and inline functions of other headers must not be compiled along with it.
namespace tkl::pair_tiles {

/// Points that run along vectors come in panels: attribute after attribute, each the width of a
/// cache line.
template <class T>
constexpr std::size_t panel_width = 64 / sizeof(T);

/// The other points come one after the other, each with all its attributes, and their number is
/// padded to a multiple of this.
constexpr std::size_t point_multiple = 8;

/// Sizes that all pairs share. Arrays are indexed by the degree |c| = 0 … depth.
struct Shape {
  std::size_t features;   ///< n
  std::size_t monomials;  ///< q, the length of φ
  std::size_t depth;      ///< the largest |c|
  bool reflected;
  const std::size_t* y_terms;  ///< length of Y^c
  const std::size_t* x_terms;  ///< length of X^c
  std::size_t panel_size;      ///< attributes of a point in a panel: sides, φ_1…, X^c, F_0…
  std::size_t point_size;      ///< attributes of the other points: sides, φ_1…, Y^c, F_0…
};

/// A set of `panels` along vectors against `points`. `leaves` holds Y^c for the c of the largest
/// degree > 0, which is the same for all points; X^c and Y^c stand in depth-first order.
template <class T>
struct Tile {
  const T* panels;
  std::size_t panel_count;
  const T* points;
  std::size_t point_count;  ///< without the padding
  const T* leaves;
  T* scratch;  ///< scratch_size<T>(features), aligned to 64 bytes
};

template <class T>
constexpr std::size_t scratch_size(std::size_t features) {
  return point_multiple * panel_width<T> * features;
}

/// out[j·stride + i] = K(i, j) for the first `height` points of the panels.
void evaluate(const Shape& shape, const Tile<float>& tile, std::size_t height, float* out,
              std::size_t stride);
void evaluate(const Shape& shape, const Tile<double>& tile, std::size_t height, double* out,
              std::size_t stride);

/// sums[i] += Σ_j weights[j] V Σ_c s^c (φ_i · Y_j^c + X_i^c · φ_j), in the order of j: the part of Kw
/// that needs all pairs. Weights are padded like the points, with zeros, and sums like the panels. F is
/// not read: there may be less of it, or none.
void accumulate_coupled_product(const Shape& shape, const Tile<double>& tile, const double* weights,
                                double* sums);

/// What `accumulate_coupled` needs to know of all pairs.
struct CoupledShape {
  std::size_t features;
  std::size_t monomials;
  std::size_t depth;
  bool reflected;
  const std::size_t* columns;  ///< of U_c, by the degree |c|
};

/// U_c(i) += Σ_j V s^c A_j for all c in depth-first order, the first columns[|c|] entries of A_j
/// each. Panels hold the sides only; a point its sides and, behind them, A_j, which is zero for the
/// padding. Sums are panels, too.
void accumulate_coupled(const CoupledShape& shape, const double* panels, std::size_t panel_count,
                        const double* points, std::size_t point_count, double* sums);

/// One term of a linear map of φ: out[target] += weight[factor] Σ_{k<length} coefficient_k φ_k.
struct Term {
  std::size_t factor;
  std::size_t length;
  std::size_t target;
};

/// How many points `apply_terms` handles in a call; arrays are attribute after attribute.
constexpr std::size_t block_points = 64;

/// Applies the terms to a block of points; coefficients stand one term after the other.
void apply_terms(const Term* terms, std::size_t count, const double* coefficients,
                 const double* phi, const double* weights, double* out);

}  // namespace tkl::pair_tiles
