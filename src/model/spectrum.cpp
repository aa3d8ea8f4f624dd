#include "tkl/spectrum.hpp"

#include <algorithm>
#include <functional>

#include <Eigen/Eigenvalues>

#include "tkl/kernel_list.hpp"
#include "tkl/polynomial.hpp"
#include "tkl/tessellated.hpp"

namespace tkl {

Spectrum spectrum_of(const KernelFamily& family, const Matrix& P) {
  constexpr Index largest = 1000;
  constexpr double rounding = 1e-12;
  const FeasibleSet& set = family.feasible_set();
  Spectrum spectrum;
  spectrum.diagonal = set.shape() == FeasibleSet::Shape::diagonal;
  spectrum.trace = spectrum.diagonal ? P.sum() : P.trace();
  if (spectrum.diagonal) {
    spectrum.values = P.col(0);
  } else if (P.rows() <= largest) {
    spectrum.values =
        Eigen::SelfAdjointEigenSolver<Matrix>(P, Eigen::EigenvaluesOnly).eigenvalues();
  } else {
    return spectrum;
  }
  std::sort(spectrum.values.begin(), spectrum.values.end(), std::greater<>());
  const double size = static_cast<double>(set.size());
  spectrum.above_floor = (spectrum.values.array() > 2.0 * set.tau() + rounding * size).count();
  spectrum.positive = spectrum.values(spectrum.values.size() - 1) > rounding * size;
  return spectrum;
}

double scale_of(const KernelFamily& family) {
  if (const auto* tessellated = dynamic_cast<const Tessellated*>(&family)) {
    return tessellated->options().scale;
  }
  if (const auto* polynomial = dynamic_cast<const Polynomial*>(&family)) {
    return polynomial->options().scale;
  }
  if (const auto* list = dynamic_cast<const KernelList*>(&family)) return list->options().scale;
  return 1.0;
}

}  // namespace tkl
