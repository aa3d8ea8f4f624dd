#include "support/tessellated_reference.hpp"

#include <set>

namespace tkl::testing {

int total(const Exponents& exponents) {
  int sum = 0;
  for (const int power : exponents) sum += power;
  return sum;
}

std::vector<Exponents> graded_exponents(Index variables, int degree) {
  // Every monomial of degree k is one of degree k - 1 times a variable.
  std::set<Exponents> all{Exponents(static_cast<std::size_t>(variables), 0)};
  for (int k = 1; k <= degree; ++k) {
    const std::set<Exponents> lower = all;
    for (Exponents exponents : lower) {
      for (int& power : exponents) {
        ++power;
        all.insert(exponents);
        --power;
      }
    }
  }
  std::vector<Exponents> sorted(all.begin(), all.end());
  std::sort(sorted.begin(), sorted.end(), [](const Exponents& left, const Exponents& right) {
    return total(left) != total(right) ? total(left) < total(right) : left > right;
  });
  return sorted;
}

std::vector<BasisFunction> basis_functions(Index features, int degree, Basis basis) {
  std::vector<BasisFunction> functions;
  for (const Exponents& of_z : graded_exponents(features, basis == Basis::full ? degree : 0)) {
    for (const Exponents& of_x : graded_exponents(features, degree - total(of_z))) {
      functions.push_back({of_x, of_z});
    }
  }
  return functions;
}

Matrix scaled_parameter(const TessellatedOptions& options, const Matrix& P) {
  if (options.function_scale.size() == 0) return options.scale * P;
  const auto scale = options.function_scale.asDiagonal();
  return options.scale * (scale * P * scale);
}

}  // namespace tkl::testing
