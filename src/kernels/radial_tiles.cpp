#include "kernels/radial_tiles.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "linalg/vector_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/radial_tiles.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>
// Once a target too, and after highway.h.
#include <hwy/contrib/math/math-inl.h>

#ifndef TKL_RADIAL_GROUP
#define TKL_RADIAL_GROUP
namespace tkl::radial {

/// Columns of a tile: they share what is loaded of a row.
constexpr std::size_t group = 4;
/// Rows of tiles are multiples of that: the most that a vector holds.
constexpr std::size_t row_multiple = 8;

/// Coordinate l of row i is x[l * rows + i], that of column j is y[l * group + j], their kernel
/// out[j * rows + i].
struct Tile {
  const double* x;
  const double* y;
  double* out;
  std::size_t rows;
  std::size_t features;
};

}  // namespace tkl::radial
#endif

// No templates of the standard library here: they would be compiled for every target under one name,
// and any of them linked.
HWY_BEFORE_NAMESPACE();
namespace tkl::radial::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, row_multiple>;

template <RadialKernel::Shape shape, class V>
HWY_INLINE HWY_ATTR V value(const RadialKernel& kernel, V square) {
  const Tag tag;
  const V rate = hn::Set(tag, kernel.rate);
  const V factor = hn::Set(tag, kernel.factor);
  const auto is_number = hn::Eq(square, square);
  if constexpr (shape == RadialKernel::Shape::gaussian) {
    const V result = hn::Mul(factor, hn::Exp(tag, hn::Neg(hn::Mul(rate, square))));
    return hn::IfThenElse(is_number, result, square);
  } else {
    // Not infinite: exp is zero long before.
    const V scaled = hn::Min(hn::Mul(rate, hn::Sqrt(square)), hn::Set(tag, 1000.0));
    const V result = hn::Mul(hn::MulAdd(factor, scaled, factor), hn::Exp(tag, hn::Neg(scaled)));
    return hn::IfThenElse(is_number, result, square);
  }
}

template <RadialKernel::Shape shape>
HWY_INLINE HWY_ATTR void fill(const RadialKernel& kernel, const Tile& tile) {
  const Tag tag;
  for (std::size_t i = 0; i < tile.rows; i += hn::Lanes(tag)) {
    auto square_0 = hn::Zero(tag);
    auto square_1 = hn::Zero(tag);
    auto square_2 = hn::Zero(tag);
    auto square_3 = hn::Zero(tag);
    for (std::size_t l = 0; l < tile.features; ++l) {
      const auto row = hn::LoadU(tag, tile.x + l * tile.rows + i);
      const double* column = tile.y + l * group;
      const auto difference_0 = hn::Sub(row, hn::Set(tag, column[0]));
      const auto difference_1 = hn::Sub(row, hn::Set(tag, column[1]));
      const auto difference_2 = hn::Sub(row, hn::Set(tag, column[2]));
      const auto difference_3 = hn::Sub(row, hn::Set(tag, column[3]));
      square_0 = hn::MulAdd(difference_0, difference_0, square_0);
      square_1 = hn::MulAdd(difference_1, difference_1, square_1);
      square_2 = hn::MulAdd(difference_2, difference_2, square_2);
      square_3 = hn::MulAdd(difference_3, difference_3, square_3);
    }
    hn::StoreU(value<shape>(kernel, square_0), tag, tile.out + i);
    hn::StoreU(value<shape>(kernel, square_1), tag, tile.out + tile.rows + i);
    hn::StoreU(value<shape>(kernel, square_2), tag, tile.out + 2 * tile.rows + i);
    hn::StoreU(value<shape>(kernel, square_3), tag, tile.out + 3 * tile.rows + i);
  }
}

HWY_ATTR void fill_tile(const RadialKernel& kernel, const Tile& tile) {
  if (kernel.shape == RadialKernel::Shape::gaussian) {
    fill<RadialKernel::Shape::gaussian>(kernel, tile);
  } else {
    fill<RadialKernel::Shape::matern>(kernel, tile);
  }
}

}  // namespace tkl::radial::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tkl {

namespace radial {

HWY_EXPORT(fill_tile);

namespace {

/// Some columns of points, by feature and then by point; the last is repeated to make them `count`.
std::vector<double> packed(const RadialPoints& points, Index first, Index count) {
  std::vector<double> out;
  out.reserve(static_cast<std::size_t>(count * points.cols()));
  for (Index l = 0; l < points.cols(); ++l) {
    for (Index i = first; i < first + count; ++i) {
      out.push_back(points(std::min(i, points.rows() - 1), l));
    }
  }
  return out;
}

template <class Block>
void add(const RadialKernel& kernel, const RadialPoints& x, const RadialPoints& y, Block& out) {
  constexpr Index columns = group;
  constexpr Index multiple = row_multiple;
  // So many rows that they stay in the first cache.
  constexpr Index doubles = 2048;
  const Index height = std::max(multiple, doubles / x.cols() / multiple * multiple);
  std::vector<std::vector<double>> groups;
  for (Index j = 0; j < y.rows(); j += columns) groups.push_back(packed(y, j, columns));
  Matrix values(height, columns);
  for (Index i = 0; i < x.rows(); i += height) {
    const Index rows = std::min(height, x.rows() - i);
    const Index padded = (rows + multiple - 1) / multiple * multiple;
    const std::vector<double> points = packed(x, i, padded);
    for (Index j = 0; j < y.rows(); j += columns) {
      HWY_DYNAMIC_DISPATCH(fill_tile)
      (kernel, {points.data(), groups[static_cast<std::size_t>(j / columns)].data(), values.data(),
                static_cast<std::size_t>(padded), static_cast<std::size_t>(x.cols())});
      const Index width = std::min(columns, y.rows() - j);
      out.block(i, j, rows, width) += Eigen::Map<const Matrix>(values.data(), padded, columns)
                                          .topLeftCorner(rows, width)
                                          .template cast<typename Block::Scalar>();
    }
  }
}

}  // namespace

}  // namespace radial

void add_radial(const RadialKernel& kernel, const RadialPoints& x, const RadialPoints& y,
                RadialBlock out) {
  radial::add(kernel, x, y, out);
}

void add_radial(const RadialKernel& kernel, const RadialPoints& x, const RadialPoints& y,
                RadialSingleBlock out) {
  radial::add(kernel, x, y, out);
}

}  // namespace tkl
#endif
