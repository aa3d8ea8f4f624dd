#pragma once

#include <utility>

#include "tkl/kernel_list.hpp"
#include "tkl/tessellated.hpp"

namespace tkl::testing {

inline TessellatedOptions tessellated(Box box, int degree = 1, Basis basis = Basis::x) {
  TessellatedOptions options;
  options.box = std::move(box);
  options.degree = degree;
  options.basis = basis;
  return options;
}

inline FixedKernel gaussian(double width, std::optional<Index> feature = {}, double factor = 1.0) {
  return {FixedKernel::Kind::gaussian, width, 1, feature, factor};
}

inline FixedKernel matern(double width) { return {FixedKernel::Kind::matern, width, 1, {}, 1.0}; }

inline FixedKernel polynomial(int degree, std::optional<Index> feature = {}, double factor = 1.0) {
  return {FixedKernel::Kind::polynomial, 1.0, degree, feature, factor};
}

inline KernelListOptions kernel_list(Index features, std::vector<FixedKernel> kernels,
                                     double scale = 1.0) {
  KernelListOptions options;
  options.features = features;
  options.kernels = std::move(kernels);
  options.scale = scale;
  return options;
}

}  // namespace tkl::testing
