#include "model/memory_plan.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "kernels/monomials.hpp"
#include "learn/matrix_memory.hpp"
#include "model/landmark_plan.hpp"
#include "tkl/error.hpp"

namespace tkl {

namespace {

std::string megabytes(double bytes) {
  return std::to_string(static_cast<long long>(std::ceil(bytes / 1e6))) + " MB";
}

}  // namespace

double fixed_memory(Index rows, Index features, const FitOptions& options) {
  const auto m = static_cast<double>(rows);
  const Index coordinates = count_coordinates(features, options.codes);
  const auto n = static_cast<double>(coordinates);
  const bool full = options.basis == Basis::full;
  double columns = 1.0;  // of the functions of the points
  double moments = 1.0;  // products with them that D(w) keeps
  auto s = static_cast<double>(options.kernels.size());
  double dimension = s;
  if (options.family == Family::gaussian || options.family == Family::matern) {
    s = dimension = 1.0;
  } else if (options.family != Family::kernels) {
    columns = static_cast<double>(count_monomials(coordinates, options.degree));
    if (options.family == Family::tessellated && full) {
      moments = static_cast<double>(count_monomials(coordinates, 2 * options.degree));
    }
    s = options.family == Family::polynomial
            ? columns
            : 2.0 * static_cast<double>(
                        count_monomials(full ? 2 * coordinates : coordinates, options.degree));
    dimension = 0.5 * s * (s + 1.0);
  }
  const double points = m * (8.0 * (n + 1.0) + 8.0 * columns + (moments + 2.0) * columns + 20.0);
  // Newton keeps the Jacobian and the Hessian; for a large P, the rows' part in D(w) and its moves.
  const double newton =
      dimension <= 1500.0 ? 2.0 * dimension * (m + dimension) : 30.0 * s * s + 3.0 * m * columns;
  constexpr double program = 15e6;
  return 8.0 * (points + newton + 12.0 * s * s) + program;
}

MemoryPlan plan_memory(Index rows, Index features, const FitOptions& options, Residence residence) {
  const auto m = static_cast<double>(rows);
  if (const LandmarkPlan many = plan_landmarks(rows, features, options, residence);
      many.landmarks != 0) {
    if (options.memory_limit == 0.0 || many.bytes <= options.memory_limit) return {many.bytes, 0.0};
    const std::string cells =
        many.cell_rows == 0 ? "" : " and cells of " + std::to_string(many.cell_rows);
    throw Error("learning from " + std::to_string(rows) + " rows with " +
                std::to_string(many.landmarks) + " landmarks" + cells + " needs at least " +
                megabytes(many.bytes) + " of memory, more than the limit of " +
                megabytes(options.memory_limit) + "; raise the limit or use fewer rows or " +
                (many.cell_rows == 0 ? "landmarks" : "smaller cells"));
  }
  // A basis that is too large has an error of its own, which says what to change.
  const bool full = options.family == Family::tessellated && options.basis == Basis::full;
  const Index coordinates = count_coordinates(features, options.codes);
  const Index variables = full ? 2 * coordinates : coordinates;
  if (count_monomials(variables, std::max(0, options.degree)) > largest_basis) return {};
  MemoryPlan plan{fixed_memory(rows, features, options), matrix_memory(rows)};
  if (options.memory_limit == 0.0 || plan.total() <= options.memory_limit) return plan;
  plan.matrices = options.memory_limit - plan.fixed;
  // A working set of columns and its block; with less, every product would be computed twice.
  const double least = 8.0 * 512.0 * (2.0 * m + 512.0);
  if (plan.matrices >= least) return plan;
  throw Error("learning from " + std::to_string(rows) + " rows needs at least " +
              megabytes(plan.fixed + least) + " of memory, more than the limit of " +
              megabytes(options.memory_limit) + "; raise the limit or use fewer rows");
}

}  // namespace tkl
