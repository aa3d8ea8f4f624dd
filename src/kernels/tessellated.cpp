#include "tkl/tessellated.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "kernels/corner_tile.hpp"
#include "kernels/monomials.hpp"
#include "kernels/shares.hpp"
#include "kernels/tessellated_basis.hpp"
#include "kernels/tessellated_sensitivity.hpp"
#include "linalg/dense.hpp"
#include "tkl/error.hpp"
#include "tkl/table.hpp"

namespace tkl {

namespace {

using linalg::Transpose;

/// P = [Q R; Rᵀ S] as the closed form of the kernel uses it, moment by moment (docs/math.md §2).
struct Coefficients {
  std::vector<Matrix> coupled;    // (Q - R - Rᵀ + S)_c
  std::vector<Matrix> one_sided;  // (R - S)_c
  Matrix constant;                // Σ_c box moment · S_c

  Coefficients(const TessellatedBasis& basis, const Matrix& P) {
    const Index q = basis.size();
    const Matrix R = P.topRightCorner(q, q);
    const Matrix S = P.bottomRightCorner(q, q);
    const Matrix M = P.topLeftCorner(q, q) - R - R.transpose() + S;
    const Matrix N = R - S;
    constant = Matrix::Zero(basis.monomials(), basis.monomials());
    for (Index c = 0; c < basis.box_moments().size(); ++c) {
      const auto& moment = basis.moments()[static_cast<std::size_t>(c)];
      coupled.push_back(basis.gather(moment, M));
      one_sided.push_back(basis.gather(moment, N));
      constant.topLeftCorner(moment.columns, moment.columns) +=
          basis.box_moments()(c) * basis.gather(moment, S);
    }
  }

  /// F(x) with: the part of k that does not couple x and y is F(x)Φ(y)ᵀ + Φ(x)F(y)ᵀ.
  Matrix uncoupled_factor(const TessellatedBasis::Points& x) const {
    Matrix factor(x.monomials.rows(), x.monomials.cols());
    linalg::gemm(0.5, x.monomials, Transpose::no, constant, Transpose::no, 0.0, factor);
    for (std::size_t c = 0; c < one_sided.size(); ++c) {
      const Index columns = one_sided[c].cols();
      const Matrix weighted =
          x.corner.col(static_cast<Index>(c)).asDiagonal() * x.monomials.leftCols(columns);
      linalg::gemm(1.0, weighted, Transpose::no, one_sided[c], Transpose::no, 1.0,
                   factor.leftCols(columns));
    }
    return factor;
  }
};

/// Two prepared sets of points with their one-sided factors: everything a tile of K needs.
class KernelTiles {
 public:
  KernelTiles(const TessellatedBasis& basis, const Matrix& P, double scale, const Matrix& x,
              const Matrix& y)
      : coefficients_(basis, P),
        scale_(scale),
        x_(basis.prepare(x)),
        x_factor_(coefficients_.uncoupled_factor(x_)),
        y_(basis.prepare(y)),
        y_factor_(coefficients_.uncoupled_factor(y_)) {}

  /// out = K of rows [i, …) of x with rows [j, …) of y.
  void evaluate(Index i, Index j, linalg::Block out, CornerTile& tile) const {
    const Index height = out.rows();
    const Index width = out.cols();
    const auto phi_x = x_.monomials.middleRows(i, height);
    const auto phi_y = y_.monomials.middleRows(j, width);
    linalg::gemm(1.0, x_factor_.middleRows(i, height), Transpose::no, phi_y, Transpose::yes, 0.0,
                 out);
    linalg::gemm(1.0, phi_x, Transpose::no, y_factor_.middleRows(j, width), Transpose::yes, 1.0,
                 out);
    tile.load(x_, i, height, y_, j, width);
    Matrix left;
    Matrix product(height, width);
    for (std::size_t c = 0; c < coefficients_.coupled.size(); ++c) {
      const Matrix& coupled = coefficients_.coupled[c];
      const Index columns = coupled.cols();
      left.resize(height, columns);
      linalg::gemm(1.0, phi_x.leftCols(columns), Transpose::no, coupled, Transpose::no, 0.0, left);
      linalg::gemm(1.0, left, Transpose::no, phi_y.leftCols(columns), Transpose::yes, 0.0, product);
      out.array() += product.array() * tile.corner(static_cast<Index>(c)).array();
    }
    out *= scale_;
  }

 private:
  Coefficients coefficients_;
  double scale_;
  TessellatedBasis::Points x_;
  Matrix x_factor_;
  TessellatedBasis::Points y_;
  Matrix y_factor_;
};

Index tiles(Index size, Index tile) { return (size + tile - 1) / tile; }

Index basis_size(const TessellatedOptions& options) {
  const Index n = options.box.lower.size();
  return count_monomials(options.basis == Basis::full ? 2 * n : n, options.degree);
}

TessellatedOptions validated(TessellatedOptions options) {
  const Box& box = options.box;
  if (box.lower.size() == 0 || box.lower.size() != box.upper.size()) {
    throw Error(
        "the box of a tessellated kernel needs one lower and one upper limit a feature; got " +
        std::to_string(box.lower.size()) + " and " + std::to_string(box.upper.size()));
  }
  for (Index l = 0; l < box.lower.size(); ++l) {
    const double length = box.upper(l) - box.lower(l);
    if (!(length > 0.0) || !std::isfinite(length)) {
      throw Error("the box of a tessellated kernel must be finite with lower < upper; feature " +
                  std::to_string(l + 1) + " has [" + format_number(box.lower(l)) + ", " +
                  format_number(box.upper(l)) + "]");
    }
  }
  if (options.degree < 0) {
    throw Error("the degree must not be negative; got " + std::to_string(options.degree));
  }
  if (!(options.scale > 0.0) || !std::isfinite(options.scale)) {
    throw Error("the kernel scale must be positive and finite; got " +
                format_number(options.scale));
  }
  if (basis_size(options) > largest_basis) {
    throw Error("degree " + std::to_string(options.degree) + " with " +
                std::to_string(box.lower.size()) + " features needs more than " +
                std::to_string(largest_basis) + " basis functions; choose a lower degree" +
                (options.basis == Basis::full ? " or the x basis" : ""));
  }
  const Index functions = 2 * basis_size(options);
  if (options.function_scale.size() == 0) options.function_scale = Vector::Ones(functions);
  if (options.function_scale.size() != functions || !options.function_scale.allFinite() ||
      !(options.function_scale.array() > 0.0).all()) {
    throw Error("a tessellated kernel with these options needs " + std::to_string(functions) +
                " positive function scales; got " + std::to_string(options.function_scale.size()));
  }
  return options;
}

}  // namespace

Box Box::around_unit_cube(Index features, double bound) {
  if (!(bound > 0.0) || !std::isfinite(bound)) {
    throw Error("the bound must be positive and finite; got " + format_number(bound));
  }
  return {Vector::Constant(features, -bound), Vector::Constant(features, 1.0 + bound)};
}

Tessellated::Tessellated(TessellatedOptions options)
    : options_(validated(std::move(options))),
      basis_(std::make_shared<TessellatedBasis>(options_.box, options_.degree, options_.basis)),
      feasible_set_(FeasibleSet::Shape::symmetric, 2 * basis_->size(), options_.tau) {}

Tessellated::~Tessellated() = default;

Matrix Tessellated::rescaled(const Matrix& P) const {
  const auto scale = options_.function_scale.asDiagonal();
  return scale * P * scale;
}

double Tessellated::volume() const { return (options_.box.upper - options_.box.lower).prod(); }

Matrix Tessellated::kernel(const Matrix& P, const Matrix& x, const Matrix& y,
                           const Threads& threads) const {
  const KernelTiles kernel(*basis_, rescaled(P), options_.scale, x, y);
  Matrix out(x.rows(), y.rows());
  threads.for_each(tiles(x.rows(), CornerTile::rows), [&](Index piece) {
    CornerTile tile(*basis_);
    const Index i = piece * CornerTile::rows;
    const Index height = std::min(CornerTile::rows, x.rows() - i);
    for (Index j = 0; j < y.rows(); j += CornerTile::columns) {
      const Index width = std::min(CornerTile::columns, y.rows() - j);
      kernel.evaluate(i, j, out.block(i, j, height, width), tile);
    }
  });
  return out;
}

Matrix Tessellated::gram(const Matrix& P, const Matrix& x, const Threads& threads) const {
  const KernelTiles kernel(*basis_, rescaled(P), options_.scale, x, x);
  const Index m = x.rows();
  Matrix out(m, m);
  threads.for_each(tiles(m, CornerTile::rows), [&](Index piece) {
    CornerTile tile(*basis_);
    const Index i = piece * CornerTile::rows;
    const Index height = std::min(CornerTile::rows, m - i);
    for (Index j = 0; j <= i; j += CornerTile::columns) {
      const Index width = std::min(CornerTile::columns, m - j);
      Matrix block(height, width);
      kernel.evaluate(i, j, block, tile);
      if (i == j) block.triangularView<Eigen::StrictlyUpper>() = block.transpose();
      out.block(i, j, height, width) = block;
      if (i != j) out.block(j, i, width, height) = block.transpose();
    }
  });
  return out;
}

Vector Tessellated::diagonal(const Matrix& P, const Matrix& x) const {
  const Coefficients coefficients(*basis_, rescaled(P));
  const TessellatedBasis::Points points = basis_->prepare(x);
  Vector out =
      2.0 * coefficients.uncoupled_factor(points).cwiseProduct(points.monomials).rowwise().sum();
  for (std::size_t c = 0; c < coefficients.coupled.size(); ++c) {
    const Matrix& coupled = coefficients.coupled[c];
    const auto phi = points.monomials.leftCols(coupled.cols());
    out.array() += points.corner.col(static_cast<Index>(c)).array() *
                   (phi * coupled).cwiseProduct(phi).rowwise().sum().array();
  }
  return options_.scale * out;
}

std::unique_ptr<Sensitivity> Tessellated::sensitivity(const Vector& w, const Matrix& x,
                                                      const Threads& threads) const {
  return std::make_unique<TessellatedSensitivity>(
      basis_, feasible_set_, std::sqrt(options_.scale) * options_.function_scale, w, x, threads);
}

std::shared_ptr<const KernelFamily> Tessellated::scaled(double factor) const {
  TessellatedOptions options = options_;
  options.scale *= factor;
  return std::make_shared<Tessellated>(std::move(options));
}

Vector unit_function_scale(const TessellatedOptions& options, const Matrix& x,
                           const Vector& weights) {
  TessellatedOptions plain = options;
  plain.function_scale = {};
  plain = validated(std::move(plain));
  const TessellatedBasis basis(plain.box, plain.degree, plain.basis);
  const TessellatedBasis::Points points = basis.prepare(x);
  const Vector share = shares(weights, x.rows());

  const Index q = basis.size();
  Vector mean_square(2 * q);
  for (std::size_t g = 0; g < basis.groups().size(); ++g) {
    const auto& group = basis.groups()[g];
    const Index c = basis.moment_of(static_cast<Index>(g), static_cast<Index>(g));
    const Vector inside = points.corner.col(c);
    const Vector outside = basis.box_moments()(c) - inside.array();
    const Matrix squares = points.monomials.leftCols(group.size).cwiseAbs2();
    mean_square.segment(group.first, group.size) = squares.transpose() * share.cwiseProduct(inside);
    mean_square.segment(q + group.first, group.size) =
        squares.transpose() * share.cwiseProduct(outside);
  }
  // A function that vanishes on all the data is left as it is.
  return mean_square.unaryExpr(
      [](double square) { return square > 1e-300 ? 1.0 / std::sqrt(square) : 1.0; });
}

}  // namespace tkl
