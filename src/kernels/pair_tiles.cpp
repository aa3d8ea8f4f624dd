// Blocks of R points against C vectors stay in registers. R·C = 8 independent sums hide the latency of
// a multiplication on two units, and leave room for the operands in 16 registers. One sum at a time,
// therefore: first V, then the polynomial, then what does not couple the points.

#include "kernels/pair_tiles.hpp"

#include <algorithm>

#include "linalg/vector_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/pair_tiles.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tkl::pair_tiles::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// std::array would be compiled for every target under one name, and any of them linked.
// NOLINTBEGIN(modernize-avoid-c-arrays)

using Size = std::size_t;

template <class T>
using Tag = hn::CappedTag<T, panel_width<T>>;

template <class T>
using Vec = hn::Vec<Tag<T>>;

/// What is known of R × C vectors of pairs.
template <class T, Size rows_of_block>
struct Block {
  static constexpr Size rows = rows_of_block;
  static constexpr Size lanes = hn::MaxLanes(Tag<T>());
  static constexpr Size columns = panel_width<T> / lanes;
  static constexpr Size width = panel_width<T>;

  Vec<T> at[rows][columns];

  template <class F>
  HWY_INLINE HWY_ATTR void each(const F& f) {
    HWY_UNROLL(8)
    for (Size r = 0; r < rows; ++r) {
      HWY_UNROLL(16)
      for (Size c = 0; c < columns; ++c) f(at[r][c], r, c);
    }
  }
};

template <class T>
constexpr Size columns_of_panel = panel_width<T> / hn::MaxLanes(Tag<T>());

template <class T>
using KernelBlock = Block<T, std::max<Size>(1, point_multiple / columns_of_panel<T>)>;

template <class T>
HWY_INLINE HWY_ATTR Vec<T> lanes_of(const T* attribute, Size c) {
  return hn::Load(Tag<T>(), attribute + c * hn::MaxLanes(Tag<T>()));
}

template <class T>
HWY_INLINE HWY_ATTR Vec<T> spread(T value) {
  return hn::Set(Tag<T>(), value);
}

/// How deep the tree of the s^c is: not at all (x basis), two levels (full basis, d = 1), or more.
enum class Tree { root, quadratic, deep };

/// What two sides have in common: the smaller, or if reflected 1 - |difference|.
enum class Shared { corner, reflected };

template <Shared shared, class V>
HWY_INLINE HWY_ATTR V common_side(V a, V b) {
  if constexpr (shared == Shared::corner) {
    return hn::Min(a, b);
  } else {
    const hn::DFromV<V> tag;
    return hn::Set(tag, hn::TFromD<hn::DFromV<V>>(1)) - hn::Abs(a - b);
  }
}

/// The block of K of one panel and KernelBlock<T>::rows points.
template <class T, Tree tree, Shared shared>
class KernelEvaluation {
 public:
  using B = KernelBlock<T>;

  // Copies and not references: a store of a vector may alias anything the compiler cannot see.
  KernelEvaluation(const Shape& shape, const Tile<T>& tile)
      : n_(shape.features), q_(shape.monomials), shape_(shape), tile_(tile) {}

  HWY_INLINE HWY_ATTR B operator()(Size p, Size j) const {
    move_to(p, j);
    const B volume = corner_volume();
    B sum = polynomial();
    sum.each([&](auto& v, Size r, Size c) HWY_ATTR {
      v = hn::MulAdd(volume.at[r][c], v, lanes(panel_factor(0), c) + point(point_factor(0), r));
    });
    for (Size k = 1; k < q_; ++k) {
      sum.each([&](auto& v, Size r, Size c)
                   HWY_ATTR { v = hn::MulAdd(lanes(phi(k), c), point(point_factor(k), r), v); });
      sum.each([&](auto& v, Size r, Size c)
                   HWY_ATTR { v = hn::MulAdd(lanes(panel_factor(k), c), point(phi(k), r), v); });
    }
    return sum;
  }

  /// The part that couples the points: V Σ_c s^c (…).
  HWY_INLINE HWY_ATTR B coupled(Size p, Size j) const {
    move_to(p, j);
    const B volume = corner_volume();
    B sum = polynomial();
    sum.each([&](auto& v, Size r, Size c) HWY_ATTR { v = v * volume.at[r][c]; });
    return sum;
  }

 private:
  HWY_INLINE HWY_ATTR void move_to(Size p, Size j) const {
    panel_ = tile_.panels + p * shape_.panel_size * B::width;
    point_ = tile_.points + j * shape_.point_size;
  }

  HWY_INLINE HWY_ATTR B polynomial() const {
    B sum = constant_coefficient();
    if constexpr (tree != Tree::root) add_branches(sum);
    return sum;
  }

  HWY_INLINE HWY_ATTR Vec<T> lanes(Size attribute, Size c) const {
    return lanes_of(panel_ + attribute * B::width, c);
  }
  HWY_INLINE HWY_ATTR Vec<T> point(Size attribute, Size r) const {
    return spread(point_[attribute + r * shape_.point_size]);
  }

  // Where attributes stand, in panels and points alike but for F, the last: φ_0 = 1 is not stored.
  HWY_INLINE Size phi(Size k) const { return n_ + k - 1; }
  HWY_INLINE Size coefficients() const { return n_ + q_ - 1; }
  HWY_INLINE Size panel_factor(Size k) const { return shape_.panel_size - q_ + k; }
  HWY_INLINE Size point_factor(Size k) const { return shape_.point_size - q_ + k; }

  /// V; the sides are kept for the polynomial.
  HWY_INLINE HWY_ATTR B corner_volume() const {
    B volume;
    volume.each([&](auto& v, Size r, Size c) HWY_ATTR { v = side(0, r, c); });
    for (Size l = 1; l < n_; ++l) {
      volume.each([&](auto& v, Size r, Size c) HWY_ATTR { v = v * side(l, r, c); });
    }
    return volume;
  }

  HWY_INLINE HWY_ATTR Vec<T> side(Size l, Size r, Size c) const {
    const auto side = common_side<shared>(lanes(l, c), point(l, r));
    if constexpr (tree != Tree::root) hn::Store(side, Tag<T>(), side_at(l, r, c));
    return side;
  }

  /// φ_i · Y_j^0
  HWY_INLINE HWY_ATTR B constant_coefficient() const {
    B sum;
    sum.each([&](auto& v, Size r, Size) HWY_ATTR { v = point(coefficients(), r); });
    for (Size k = 1; k < q_; ++k) {
      sum.each([&](auto& v, Size r, Size c)
                   HWY_ATTR { v = hn::MulAdd(lanes(phi(k), c), point(coefficients() + k, r), v); });
    }
    return sum;
  }

  HWY_INLINE HWY_ATTR T* side_at(Size l, Size r, Size c) const {
    return tile_.scratch + ((l * B::rows + r) * B::columns + c) * B::lanes;
  }

  /// Where the next coefficients of the depth-first walk stand.
  struct Cursor {
    Size x;
    Size y;
    const T* leaf;
  };

  /// Adds Σ_{c ≠ 0} s^c (…) to the constant coefficient.
  HWY_INLINE HWY_ATTR void add_branches(B& sum) const {
    Cursor cursor{coefficients(), coefficients() + shape_.y_terms[0], tile_.leaves};
    for (Size l = 0; l < n_; ++l) {
      if constexpr (tree == Tree::quadratic) {
        add_child(sum, last_branch(l, 1, cursor), l);
      } else {
        add_child(sum, branch(l, 1, cursor), l);
      }
    }
  }

  /// The coefficient of s^c, and below it all monomials s^c s_l… with l ≥ first.
  HWY_NOINLINE HWY_ATTR B branch(Size first, Size degree, Cursor& cursor) const {
    B sum = coefficient(degree, cursor);
    for (Size l = first; l < n_; ++l) {
      const B child = degree + 2 == shape_.depth ? last_branch(l, degree + 1, cursor)
                                                 : branch(l, degree + 1, cursor);
      add_child(sum, child, l);
    }
    return sum;
  }

  /// The same where the children are leaves.
  HWY_INLINE HWY_ATTR B last_branch(Size first, Size degree, Cursor& cursor) const {
    B sum = coefficient(degree, cursor);
    for (Size l = first; l < n_; ++l) {
      const Vec<T> leaf = spread(*cursor.leaf++);
      sum.each([&](auto& v, Size r, Size c)
                   HWY_ATTR { v = hn::MulAdd(hn::Load(Tag<T>(), side_at(l, r, c)), leaf, v); });
    }
    return sum;
  }

  HWY_INLINE HWY_ATTR void add_child(B& sum, const B& child, Size l) const {
    sum.each([&](auto& v, Size r, Size c) HWY_ATTR {
      v = hn::MulAdd(hn::Load(Tag<T>(), side_at(l, r, c)), child.at[r][c], v);
    });
  }

  HWY_INLINE HWY_ATTR B coefficient(Size degree, Cursor& cursor) const {
    B sum;
    sum.each([&](auto& v, Size r, Size c)
                 HWY_ATTR { v = lanes(cursor.x, c) + point(cursor.y, r); });
    if constexpr (tree == Tree::quadratic) {
      ++cursor.x;
      ++cursor.y;
      return sum;
    }
    for (Size k = 1; k < shape_.y_terms[degree]; ++k) {
      sum.each([&](auto& v, Size r, Size c)
                   HWY_ATTR { v = hn::MulAdd(lanes(phi(k), c), point(cursor.y + k, r), v); });
    }
    for (Size k = 1; k < shape_.x_terms[degree]; ++k) {
      sum.each([&](auto& v, Size r, Size c)
                   HWY_ATTR { v = hn::MulAdd(lanes(cursor.x + k, c), point(phi(k), r), v); });
    }
    cursor.y += shape_.y_terms[degree];
    cursor.x += shape_.x_terms[degree];
    return sum;
  }

  const Size n_;
  const Size q_;
  const Shape shape_;
  const Tile<T> tile_;
  mutable const T* panel_ = nullptr;
  mutable const T* point_ = nullptr;
};

/// Calls visit(kernel) with the evaluation that fits the tree.
template <class T, class Visit>
HWY_INLINE HWY_ATTR void with_kernel(const Shape& shape, const Tile<T>& tile, const Visit& visit) {
  if (shape.reflected) {
    visit(KernelEvaluation<T, Tree::root, Shared::reflected>(shape, tile));
  } else if (shape.depth == 0) {
    visit(KernelEvaluation<T, Tree::root, Shared::corner>(shape, tile));
  } else if (shape.depth == 2) {
    visit(KernelEvaluation<T, Tree::quadratic, Shared::corner>(shape, tile));
  } else {
    visit(KernelEvaluation<T, Tree::deep, Shared::corner>(shape, tile));
  }
}

template <class T>
HWY_INLINE HWY_ATTR void evaluate_tile(const Shape& shape, const Tile<T>& tile, Size height,
                                       T* HWY_RESTRICT out, Size stride) {
  using B = KernelBlock<T>;
  const Tag<T> tag;
  const auto store = [&](B& block, Size i, Size j) HWY_ATTR {
    const Size valid_rows = HWY_MIN(B::rows, tile.point_count - j);
    T* to = out + j * stride + i;
    if (i + B::width <= height && valid_rows == B::rows) {
      block.each([&](auto& v, Size r, Size c)
                     HWY_ATTR { hn::StoreU(v, tag, to + r * stride + c * B::lanes); });
      return;
    }
    HWY_ALIGN T whole[B::rows * B::width];
    block.each([&](auto& v, Size r, Size c)
                   HWY_ATTR { hn::Store(v, tag, whole + r * B::width + c * B::lanes); });
    const Size valid = HWY_MIN(B::width, height - i);
    for (Size r = 0; r < valid_rows; ++r) {
      for (Size k = 0; k < valid; ++k) to[r * stride + k] = whole[r * B::width + k];
    }
  };
  with_kernel(shape, tile, [&](const auto& kernel) HWY_ATTR {
    for (Size j = 0; j < tile.point_count; j += B::rows) {
      for (Size p = 0; p < tile.panel_count; ++p) {
        B block = kernel(p, j);
        store(block, p * B::width, j);
      }
    }
  });
}

HWY_ATTR void evaluate_float(const Shape& shape, const Tile<float>& tile, Size height, float* out,
                             Size stride) {
  evaluate_tile(shape, tile, height, out, stride);
}

HWY_ATTR void evaluate_double(const Shape& shape, const Tile<double>& tile, Size height,
                              double* out, Size stride) {
  evaluate_tile(shape, tile, height, out, stride);
}

HWY_ATTR void accumulate_coupled_product_double(const Shape& shape, const Tile<double>& tile,
                                                const double* weights, double* sums) {
  using B = KernelBlock<double>;
  const Tag<double> tag;
  with_kernel(shape, tile, [&](const auto& kernel) HWY_ATTR {
    for (Size j = 0; j < tile.point_count; j += B::rows) {
      for (Size p = 0; p < tile.panel_count; ++p) {
        B block = kernel.coupled(p, j);
        double* to = sums + p * B::width;
        block.each([&](auto& v, Size r, Size c) HWY_ATTR {
          double* sum = to + c * B::lanes;
          hn::Store(hn::MulAdd(v, spread(weights[j + r]), hn::Load(tag, sum)), tag, sum);
        });
      }
    }
  });
}

/// One panel against four points: V s^c down the tree, and its product with the points' weights.
template <Shared shared>
class CoupledSums {
 public:
  using B = Block<double, 4>;

  CoupledSums(const CoupledShape& shape, const double* panel, const double* point, double* sums)
      : shape_(shape), panel_(panel), point_(point), sums_(sums) {}

  /// Returns where the sums end.
  HWY_INLINE HWY_ATTR double* run() {
    B volume;
    volume.each([](auto& v, Size, Size) HWY_ATTR { v = spread(1.0); });
    for (Size l = 0; l < shape_.features; ++l) multiply_side(volume, l);
    add(volume, shape_.columns[0]);
    if (shape_.depth > 0) visit_children(volume, 0, 1);
    return sums_;
  }

 private:
  HWY_INLINE HWY_ATTR const double* side(Size r) const {
    return point_ + r * (shape_.features + shape_.monomials);
  }

  HWY_INLINE HWY_ATTR void multiply_side(B& corner, Size l) const {
    corner.each([&](auto& v, Size r, Size c) HWY_ATTR {
      v = v * common_side<shared>(lanes_of(panel_ + l * B::width, c), spread(side(r)[l]));
    });
  }

  HWY_NOINLINE HWY_ATTR void visit_children(const B& corner, Size first, Size degree) {
    for (Size l = first; l < shape_.features; ++l) {
      B child = corner;
      multiply_side(child, l);
      add(child, shape_.columns[degree]);
      if (degree < shape_.depth) visit_children(child, l, degree + 1);
    }
  }

  HWY_INLINE HWY_ATTR void add(B& corner, Size columns) {
    const Tag<double> tag;
    // Copies: a store of sums may alias any member.
    double* HWY_RESTRICT sums = sums_;
    const double* weights[B::rows];
    for (Size r = 0; r < B::rows; ++r) weights[r] = side(r) + shape_.features;
    for (Size k = 0; k < columns; ++k, sums += B::width) {
      Vec<double> sum[B::columns];
      for (Size c = 0; c < B::columns; ++c) sum[c] = lanes_of(sums, c);
      corner.each([&](auto& v, Size r, Size c)
                      HWY_ATTR { sum[c] = hn::MulAdd(v, spread(weights[r][k]), sum[c]); });
      for (Size c = 0; c < B::columns; ++c) hn::Store(sum[c], tag, sums + c * B::lanes);
    }
    sums_ = sums;
  }

  const CoupledShape shape_;
  const double* panel_;
  const double* point_;
  double* sums_;
};

template <Shared shared>
HWY_ATTR void accumulate_shared(const CoupledShape& shape, const double* panels, Size panel_count,
                                const double* points, Size point_count, double* sums) {
  using Sums = CoupledSums<shared>;
  const Size panel_size = shape.features * panel_width<double>;
  const Size point_size = shape.features + shape.monomials;
  for (Size p = 0; p < panel_count; ++p) {
    double* end = sums;
    for (Size j = 0; j < point_count; j += Sums::B::rows) {
      end = Sums(shape, panels + p * panel_size, points + j * point_size, sums).run();
    }
    sums = end;
  }
}

HWY_ATTR void accumulate_coupled_double(const CoupledShape& shape, const double* panels,
                                        Size panel_count, const double* points, Size point_count,
                                        double* sums) {
  if (shape.reflected) {
    accumulate_shared<Shared::reflected>(shape, panels, panel_count, points, point_count, sums);
  } else {
    accumulate_shared<Shared::corner>(shape, panels, panel_count, points, point_count, sums);
  }
}

HWY_ATTR void apply_terms_double(const Term* terms, Size count, const double* coefficients,
                                 const double* phi, const double* weights, double* out) {
  const Tag<double> tag;
  constexpr Size lanes = hn::MaxLanes(tag);
  constexpr Size chains = 4;
  for (Size t = 0; t < count; ++t) {
    const Term& term = terms[t];
    for (Size i = 0; i < block_points; i += chains * lanes) {
      Vec<double> sum[chains];
      for (auto& v : sum) v = hn::Zero(tag);
      for (Size k = 0; k < term.length; ++k) {
        const Vec<double> coefficient = spread(coefficients[k]);
        for (Size v = 0; v < chains; ++v) {
          const double* at = phi + k * block_points + i + v * lanes;
          sum[v] = hn::MulAdd(coefficient, hn::Load(tag, at), sum[v]);
        }
      }
      for (Size v = 0; v < chains; ++v) {
        const Size at = i + v * lanes;
        double* to = out + term.target * block_points + at;
        const auto weight = hn::Load(tag, weights + term.factor * block_points + at);
        hn::Store(hn::MulAdd(weight, sum[v], hn::Load(tag, to)), tag, to);
      }
    }
    coefficients += term.length;
  }
}

// NOLINTEND(modernize-avoid-c-arrays)

}  // namespace tkl::pair_tiles::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tkl::pair_tiles {

HWY_EXPORT(evaluate_float);
HWY_EXPORT(evaluate_double);
HWY_EXPORT(accumulate_coupled_product_double);
HWY_EXPORT(accumulate_coupled_double);
HWY_EXPORT(apply_terms_double);

void evaluate(const Shape& shape, const Tile<float>& tile, std::size_t height, float* out,
              std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(evaluate_float)(shape, tile, height, out, stride);
}

void evaluate(const Shape& shape, const Tile<double>& tile, std::size_t height, double* out,
              std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(evaluate_double)(shape, tile, height, out, stride);
}

void accumulate_coupled_product(const Shape& shape, const Tile<double>& tile, const double* weights,
                                double* sums) {
  HWY_DYNAMIC_DISPATCH(accumulate_coupled_product_double)(shape, tile, weights, sums);
}

void accumulate_coupled(const CoupledShape& shape, const double* panels, std::size_t panel_count,
                        const double* points, std::size_t point_count, double* sums) {
  HWY_DYNAMIC_DISPATCH(accumulate_coupled_double)
  (shape, panels, panel_count, points, point_count, sums);
}

void apply_terms(const Term* terms, std::size_t count, const double* coefficients,
                 const double* phi, const double* weights, double* out) {
  HWY_DYNAMIC_DISPATCH(apply_terms_double)(terms, count, coefficients, phi, weights, out);
}

}  // namespace tkl::pair_tiles
#endif
