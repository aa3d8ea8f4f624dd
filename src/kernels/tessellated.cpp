#include "tkl/tessellated.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/corner_polynomial.hpp"
#include "kernels/monomials.hpp"
#include "kernels/orthant_product.hpp"
#include "kernels/pair_tiles.hpp"
#include "kernels/product_form.hpp"
#include "kernels/shares.hpp"
#include "kernels/sparse_product.hpp"
#include "kernels/tessellated_basis.hpp"
#include "kernels/tessellated_coefficients.hpp"
#include "kernels/tessellated_gram_series.hpp"
#include "kernels/tessellated_sensitivity.hpp"
#include "kernels/tessellated_tiles.hpp"
#include "linalg/large_matrix.hpp"
#include "linalg/transpose.hpp"
#include "tkl/error.hpp"
#include "tkl/table.hpp"

namespace tkl {

namespace {

constexpr Index tile_size = 64;
constexpr Index tall_tile = 256;  // where nothing is transposed: long runs down the columns

Index tiles(Index size, Index tile) { return (size + tile - 1) / tile; }

template <class T>
using MatrixOf = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

/// Tiles of a kernel matrix whose columns belong to the points y.
template <class T>
class KernelTiles {
 public:
  using Packed = TessellatedTiles::Packed<T>;

  KernelTiles(const TessellatedTiles& kernel, const Matrix& y, const Threads& threads)
      : shape_(kernel.shape()),
        points_(kernel.points<T>(y, threads)),
        leaves_(kernel.leaves<T>()),
        width_(y.rows()) {}

  /// The height × width entries from (i, j) on, for the points x of the panels. Requires i to be a
  /// multiple of 16 and j of 4.
  void evaluate(const Packed& panels, Index i, Index j, Index height, Index width, T* out,
                Index stride) const {
    Packed scratch = make_scratch();
    pair_tiles::evaluate(shape_, tile(panels, i, height, j, width, scratch),
                         static_cast<std::size_t>(height), out, static_cast<std::size_t>(stride));
  }

  Index padded_width() const { return points_.cols(); }

 protected:
  Packed make_scratch() const {
    const std::size_t features = shape_.depth > 0 ? shape_.features : 0;
    return Packed(static_cast<Index>(pair_tiles::scratch_size<T>(features)), 1);
  }

  pair_tiles::Tile<T> tile(const Packed& panels, Index i, Index height, Index j, Index width,
                           Packed& scratch) const {
    constexpr auto lanes = static_cast<Index>(pair_tiles::panel_width<T>);
    return {panels.col(i / lanes).data(),
            static_cast<std::size_t>(tiles(height, lanes)),
            points_.col(j).data(),
            static_cast<std::size_t>(width),
            leaves_.data(),
            scratch.data()};
  }

  pair_tiles::Shape shape_;
  Packed points_;
  Packed leaves_;
  Index width_;
};

/// A kernel matrix with columns for the points y, times one vector.
class KernelProduct : KernelTiles<double> {
 public:
  KernelProduct(const TessellatedTiles& kernel, const Matrix& y, const Vector& v,
                const Threads& threads)
      : KernelTiles(kernel, y, threads), kernel_(kernel), v_(Vector::Zero(padded_width())) {
    v_.head(v.size()) = v;
    Vector phi(q());
    phi << v_.sum(), points_.middleRows(n(), q() - 1) * v_;
    uncoupled_ = kernel.uncoupled(phi, points_.bottomRows(q()) * v_);
    shape_ = kernel.shape(uncoupled_);
    if (shape_.depth > 0 || shape_.reflected || v.size() == 0) return;
    SparseProduct sparse(points_.topLeftCorner(n(), v.size()),
                         points_.block(n(), 0, q() - 1, v.size()), v);
    if (sparse.is_worthwhile()) sparse_ = std::move(sparse);
  }

  /// For the points x. Sums run over y in tiles, each tile's into a fresh zero, however many points
  /// there are. What does not couple the points needs no pairs at all.
  Vector operator()(const Matrix& x) const {
    if (sparse_) {
      const Matrix attributes = kernel_.with_coupled(x, uncoupled_);
      return attributes.rightCols(1) +
             (*sparse_)(attributes.leftCols(n()), attributes.middleCols(n() + q() - 1, q()));
    }
    constexpr auto lanes = static_cast<Index>(pair_tiles::panel_width<double>);
    const Packed panels = kernel_.panels<double>(x, uncoupled_, Threads(1));
    Packed scratch = make_scratch();
    const Index height = panels.cols() * lanes;
    Vector sum(height);
    for (Index p = 0; p < panels.cols(); ++p) {
      sum.segment(p * lanes, lanes) = panels.col(p).tail(lanes);
    }
    Vector part(height);
    for (Index j = 0; j < width_; j += tile_size) {
      const Index width = std::min(tile_size, width_ - j);
      part.setZero();
      pair_tiles::accumulate_coupled_product(shape_, tile(panels, 0, height, j, width, scratch),
                                             v_.data() + j, part.data());
      sum += part;
    }
    return sum.head(x.rows());
  }

 private:
  Index n() const { return static_cast<Index>(shape_.features); }
  Index q() const { return static_cast<Index>(shape_.monomials); }

  const TessellatedTiles& kernel_;
  Vector v_;
  TessellatedTiles::Map uncoupled_;
  std::optional<SparseProduct> sparse_;
};

template <class T>
MatrixOf<T> kernel_matrix(const TessellatedTiles& kernel, const Matrix& x, const Matrix& y,
                          const Threads& threads) {
  const auto panels = kernel.panels<T>(x, threads);
  const KernelTiles<T> columns(kernel, y, threads);
  MatrixOf<T> out = linalg::large_matrix<T>(x.rows(), y.rows());
  const Index down = tiles(x.rows(), tall_tile);
  threads.for_each(down * tiles(y.rows(), tile_size), [&](Index piece) {
    const Index i = piece % down * tall_tile;
    const Index j = piece / down * tile_size;
    columns.evaluate(panels, i, j, std::min(tall_tile, x.rows() - i),
                     std::min(tile_size, y.rows() - j), &out(i, j), out.rows());
  });
  return out;
}

/// Tiles on and below the diagonal, and their mirror images.
template <class T>
void fill_gram(const TessellatedTiles& kernel, const Matrix& x, const Threads& threads,
               MatrixOf<T>& out) {
  const auto panels = kernel.panels<T>(x, threads);
  const KernelTiles<T> columns(kernel, x, threads);
  const Index m = x.rows();
  if (out.rows() != m || out.cols() != m) out = linalg::large_matrix<T>(m, m);
  const auto stride = static_cast<std::size_t>(m);
  threads.for_each(tiles(m, tile_size), [&](Index piece) {
    const Index j = piece * tile_size;  // the longest columns come first
    const Index width = std::min(tile_size, m - j);
    for (Index i = j; i < m; i += tile_size) {
      const Index height = std::min(tile_size, m - i);
      columns.evaluate(panels, i, j, height, width, &out(i, j), m);
      if (i == j) {
        auto square = out.block(i, i, height, height);
        square.template triangularView<Eigen::StrictlyUpper>() = square.transpose();
      } else {
        linalg::transpose(&out(i, j), stride, static_cast<std::size_t>(height),
                          static_cast<std::size_t>(width), &out(j, i), stride);
      }
    }
  });
}

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
  if (options.reflected && options.basis != Basis::x) {
    throw Error("reflected tessellated kernels have the x basis only");
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
  return around_unit_cube(Vector::Constant(features, bound));
}

Box Box::around_unit_cube(const Vector& bounds) {
  for (const double bound : bounds) {
    if (!(bound > 0.0) || !std::isfinite(bound)) {
      throw Error("the bound must be positive and finite; got " + format_number(bound));
    }
  }
  return {-bounds, bounds.array() + 1.0};
}

Tessellated::Tessellated(TessellatedOptions options)
    : options_(validated(std::move(options))),
      basis_(std::make_shared<TessellatedBasis>(options_.box, options_.degree, options_.basis,
                                                options_.reflected)),
      polynomial_(std::make_shared<CornerPolynomial>(*basis_, options_.box)),
      feasible_set_(FeasibleSet::Shape::symmetric, 2 * basis_->size(), options_.tau) {}

Tessellated::~Tessellated() = default;

Matrix Tessellated::rescaled(const Matrix& P) const {
  const auto scale = options_.function_scale.asDiagonal();
  return options_.scale * (scale * P * scale);
}

TessellatedTiles Tessellated::tiles_of(const Matrix& P) const {
  return {*basis_, *polynomial_, rescaled(P)};
}

std::optional<ProductForm> Tessellated::product_form(const Matrix& P, const Matrix& x,
                                                     const Vector& w) const {
  if (options_.basis != Basis::x || options_.degree > 1) return std::nullopt;
  // With the blocks of P and φ = (1, x): the corner V above both points, those above either of them
  // and the whole box are four products, of which only V depends on both points.
  const Matrix scaled = rescaled(P);
  const Index q = basis_->size();
  const Matrix above = scaled.topLeftCorner(q, q);
  const Matrix across = scaled.topRightCorner(q, q);
  const Matrix below = scaled.bottomRightCorner(q, q);
  const Matrix phi = basis_->evaluate(x);
  const Matrix weighted = w.asDiagonal() * phi;
  const Matrix side = basis_->sides(x);
  const Vector volume = basis_->corner_volume(side);

  const Index m = x.rows();
  ProductForm form;
  Matrix coefficients = Matrix::Zero(m + 2, features() + 1);  // of 1 and of each feature
  coefficients.topLeftCorner(m, q) =
      basis_->shared_factor() * weighted * (above - across - across.transpose() + below);
  const Eigen::RowVectorXd own_corner = weighted.colwise().sum() * (across.transpose() - below);
  const Eigen::RowVectorXd constant =
      (volume.asDiagonal() * weighted).colwise().sum() * (across - below) +
      weighted.colwise().sum() * below;
  if (options_.reflected) {  // the mean corner above a point is the same everywhere
    coefficients.row(m).head(q) = basis_->shared_factor() * own_corner + constant;
  } else {
    coefficients.row(m).head(q) = constant;
    coefficients.row(m + 1).head(q) = own_corner;
  }

  form.constants = coefficients.col(0);
  form.summands = [coefficients](Index l, const Vector& values) {
    return Matrix(coefficients.col(l + 1) * values.transpose());
  };
  form.factors = [basis = basis_, side](Index l, const Vector& values) {
    Matrix point = Matrix::Zero(values.size(), basis->features());
    point.col(l) = values;
    const Vector of_value = basis->sides(point).col(l);
    Matrix factors(side.rows() + 2, values.size());
    for (Index j = 0; j < values.size(); ++j) {
      const auto own = side.col(l).array();
      factors.col(j).head(side.rows()) = basis->reflected()
                                             ? Vector(1.0 - (own - of_value(j)).abs())
                                             : Vector(own.min(of_value(j)));
    }
    factors.row(side.rows()).setOnes();
    factors.row(side.rows() + 1) = of_value.transpose();
    return factors;
  };
  return form;
}

double Tessellated::volume() const { return (options_.box.upper - options_.box.lower).prod(); }

Matrix Tessellated::kernel(const Matrix& P, const Matrix& x, const Matrix& y,
                           const Threads& threads) const {
  return kernel_matrix<double>(tiles_of(P), x, y, threads);
}

Matrix Tessellated::gram(const Matrix& P, const Matrix& x, const Threads& threads) const {
  Matrix out;
  gram_into(P, x, threads, out);
  return out;
}

void Tessellated::gram_into(const Matrix& P, const Matrix& x, const Threads& threads,
                            Matrix& out) const {
  fill_gram<double>(tiles_of(P), x, threads, out);
}

std::unique_ptr<GramSeries> Tessellated::gram_series(const Matrix& x,
                                                     const Threads& threads) const {
  if (options_.basis != Basis::x) return nullptr;
  TessellatedOptions corners = options_;
  corners.degree = 0;
  corners.scale = 1.0;
  corners.function_scale = {};
  Matrix both_above = Matrix::Zero(2, 2);
  both_above(0, 0) = 1.0;
  const TessellatedBasis::Points points = basis_->prepare(x);
  return std::make_unique<TessellatedGramSeries>(
      TessellatedGramSeries::Parts{
          .shared = Tessellated(corners).gram(both_above, x, threads),
          .monomials = points.monomials,
          .corner = points.corner.col(0),
          .box = basis_->box_moments()(0),
          .function_scale = std::sqrt(options_.scale) * options_.function_scale,
          .tau = options_.tau,
      },
      threads);
}

Eigen::MatrixXf Tessellated::kernel_single(const Matrix& P, const Matrix& x, const Matrix& y,
                                           const Threads& threads) const {
  return kernel_matrix<float>(tiles_of(P), x, y, threads);
}

Eigen::MatrixXf Tessellated::gram_single(const Matrix& P, const Matrix& x,
                                         const Threads& threads) const {
  Eigen::MatrixXf out;
  fill_gram<float>(tiles_of(P), x, threads, out);
  return out;
}

Vector Tessellated::product(const Matrix& P, const Matrix& x, const Matrix& y, const Vector& v,
                            const Threads& threads) const {
  const TessellatedTiles kernel = tiles_of(P);
  const KernelProduct times_v(kernel, y, v, threads);
  Vector out(x.rows());
  threads.for_each(tiles(x.rows(), tile_size), [&](Index piece) {
    const Index i = piece * tile_size;
    const Index height = std::min(tile_size, x.rows() - i);
    out.segment(i, height) = times_v(x.middleRows(i, height));
  });
  return out;
}

std::unique_ptr<FastProduct> Tessellated::fast_product(const Matrix& P, const Matrix& x) const {
  constexpr Index most_features = 3;
  if (options_.basis != Basis::x || features() > most_features) return nullptr;
  return std::make_unique<OrthantProduct>(*basis_, rescaled(P), x);
}

Vector Tessellated::diagonal(const Matrix& P, const Matrix& x) const {
  const TessellatedCoefficients coefficients(*basis_, rescaled(P));
  const TessellatedBasis::Points points = basis_->prepare(x);
  Vector out =
      2.0 * coefficients.uncoupled_factor(points).cwiseProduct(points.monomials).rowwise().sum();
  for (std::size_t c = 0; c < coefficients.coupled.size(); ++c) {
    const Matrix& coupled = coefficients.coupled[c];
    const auto phi = points.monomials.leftCols(coupled.cols());
    out.array() += points.corner.col(static_cast<Index>(c)).array() *
                   (phi * coupled).cwiseProduct(phi).rowwise().sum().array();
  }
  return out;
}

std::unique_ptr<Sensitivity> Tessellated::sensitivity(const Vector& w, const Matrix& x,
                                                      const Threads& threads) const {
  return std::make_unique<TessellatedSensitivity>(
      basis_, *polynomial_, feasible_set_, std::sqrt(options_.scale) * options_.function_scale, w,
      x, threads);
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
  const TessellatedBasis basis(plain.box, plain.degree, plain.basis, plain.reflected);
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
