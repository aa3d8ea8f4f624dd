#pragma once

#include "tkl/matrix.hpp"

namespace tkl {

/// A kernel of the distance r = |x - y| alone.
struct RadialKernel {
  enum class Shape {
    gaussian,  ///< factor · exp(-rate · r²)
    matern     ///< factor · (1 + rate·r) exp(-rate·r)
  };
  Shape shape = Shape::gaussian;
  double rate = 1.0;
  double factor = 1.0;
};

using RadialBlock = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;
using RadialSingleBlock = Eigen::Ref<Eigen::MatrixXf, 0, Eigen::OuterStride<>>;
using RadialPoints = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;

/// out += k(x_i, y_j) for all pairs, a point a row, in the widest vectors that the machine has. By
/// differences and not by the expanded square: near points must not lose their distance to rounding.
/// An entry does not depend on the others.
void add_radial(const RadialKernel& kernel, const RadialPoints& x, const RadialPoints& y,
                RadialBlock out);
/// The same, rounded to single precision at the end.
void add_radial(const RadialKernel& kernel, const RadialPoints& x, const RadialPoints& y,
                RadialSingleBlock out);

}  // namespace tkl
