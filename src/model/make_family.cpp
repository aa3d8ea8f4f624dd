#include "model/make_family.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "svm/spread_rows.hpp"
#include "tkl/error.hpp"
#include "tkl/polynomial.hpp"
#include "tkl/table.hpp"

namespace tkl {

namespace {

/// Kernels as large as the data's own units make them would give C no meaning; see docs/math.md §8.
std::shared_ptr<const KernelFamily> normalised(const std::shared_ptr<const KernelFamily>& family,
                                               const Matrix& x, const Vector& weights,
                                               const Threads& threads) {
  // A thousand rows tell the size to a few percent; all pairs of all rows would take as long as K.
  constexpr Index most_rows = 1000;
  const Matrix P = family->feasible_set().start();
  double size = 0.0;
  if (x.rows() <= most_rows) {
    size = centred_mean_diagonal(*family, P, x, weights, threads);
  } else {
    const std::vector<Index> rows = spread_rows(x.rows(), most_rows);
    size = centred_mean_diagonal(*family, P, x(rows, Eigen::all),
                                 weights.size() == 0 ? Vector() : Vector(weights(rows)), threads);
  }
  // All points the same: there is nothing to normalise by, and nothing to learn.
  return size > 1e-12 && std::isfinite(size) ? family->scaled(1.0 / size) : family;
}

/// A number for every coordinate, of those given for each feature and each code: the levels of a code are
/// all alike before anything is known of them.
Vector each_coordinate(const Vector& given, double common, Index coordinates,
                       const std::vector<Code>& codes, const char* name) {
  if (given.size() == 0) return Vector::Constant(coordinates, common);
  const Index features = coordinates - count_coordinates(0, codes);
  if (given.size() != features + std::ssize(codes)) {
    throw Error("there are " + std::to_string(given.size()) + " " + name + ", but the data have " +
                std::to_string(features) + " features" +
                (codes.empty() ? "" : " and " + std::to_string(codes.size()) + " codes"));
  }
  Vector numbers(coordinates);
  numbers.head(features) = given.head(features);
  Index next = features;
  for (std::size_t k = 0; k < codes.size(); ++k) {
    const Index levels = codes[k].levels.size();
    numbers.segment(next, levels).setConstant(given(features + static_cast<Index>(k)));
    next += levels;
  }
  return numbers;
}

TessellatedOptions tessellated_options(const FitOptions& options, Index coordinates) {
  TessellatedOptions tessellated;
  tessellated.box = options.box
                        ? *options.box
                        : Box::around_unit_cube(each_coordinate(
                              options.bounds, options.bound, coordinates, options.codes, "bounds"));
  tessellated.degree = options.degree;
  tessellated.basis = options.basis;
  tessellated.tau = options.tau;
  tessellated.reflected = options.family == Family::reflected;
  if (tessellated.box.lower.size() != coordinates) {
    throw Error("the box has limits for " + std::to_string(tessellated.box.lower.size()) +
                " features, but the data have " + std::to_string(coordinates));
  }
  return tessellated;
}

std::shared_ptr<const KernelFamily> tessellated(const FitOptions& options, const Matrix& x,
                                                const Vector& weights) {
  TessellatedOptions tessellated = tessellated_options(options, x.cols());
  if (options.raw_kernel) {
    tessellated.scale = Tessellated(tessellated).volume();
  } else {
    tessellated.function_scale = unit_function_scale(tessellated, x, weights);
  }
  return std::make_shared<Tessellated>(std::move(tessellated));
}

std::shared_ptr<const KernelFamily> kernel_list(const FitOptions& options, const Matrix& x,
                                                const Vector& weights) {
  KernelListOptions list{x.cols(), options.kernels, options.tau, 1.0, {}};
  return std::make_shared<KernelList>(
      options.raw_kernel ? KernelList(std::move(list)) : KernelList::normalised(list, x, weights));
}

/// A single kernel of the distance. Widths of features are relative to the root of their number,
/// which the distance of random points grows with.
std::shared_ptr<const KernelFamily> radial(FixedKernel::Kind kind, const FitOptions& options,
                                           Index coordinates) {
  const Vector widths =
      each_coordinate(options.widths, options.width, coordinates, options.codes, "widths");
  for (const double width : widths) {
    if (!(width > 0.0) || !std::isfinite(width)) {
      throw Error("the width must be positive and finite; got " + format_number(width));
    }
  }
  FixedKernel kernel;
  kernel.kind = kind;
  kernel.width = std::sqrt(static_cast<double>(coordinates));
  return std::make_shared<KernelList>(
      KernelListOptions{coordinates, {kernel}, options.tau, 1.0, widths.cwiseInverse()});
}

}  // namespace

std::shared_ptr<const KernelFamily> make_unnormalised_family(const FitOptions& options,
                                                             const Matrix& x,
                                                             const Vector& weights) {
  switch (options.family) {
    case Family::tessellated:
    case Family::reflected: return tessellated(options, x, weights);
    case Family::gaussian: return radial(FixedKernel::Kind::gaussian, options, x.cols());
    case Family::matern: return radial(FixedKernel::Kind::matern, options, x.cols());
    case Family::polynomial:
      return std::make_shared<Polynomial>(
          PolynomialOptions{x.cols(), options.degree, options.tau, 1.0});
    case Family::kernels: return kernel_list(options, x, weights);
  }
  throw Error("unknown kernel family");
}

std::shared_ptr<const KernelFamily> make_family(const FitOptions& options, const Matrix& x,
                                                const Vector& weights) {
  std::shared_ptr<const KernelFamily> family = make_unnormalised_family(options, x, weights);
  if (options.raw_kernel) return family;
  return normalised(family, x, weights, options.learn.threads);
}

}  // namespace tkl
