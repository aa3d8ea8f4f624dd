#include "model/landmark_plan.hpp"

#include <algorithm>
#include <cmath>

#include "landmarks/cell_kernel.hpp"
#include "landmarks/cell_preconditioner.hpp"
#include "learn/matrix_memory.hpp"
#include "model/memory_plan.hpp"

namespace tkl {

namespace {

/// Whether products with the kernel matrix cost little more than the points (FastProduct).
bool has_fast_products(Index features, const FitOptions& options) {
  const bool is_tessellated = options.family == Family::tessellated && options.basis == Basis::x;
  constexpr Index most_coordinates = 2;
  return count_coordinates(features, options.codes) <= most_coordinates &&
         (is_tessellated || options.family == Family::reflected);
}

/// Rows up to which an exact fit takes minutes. Landmarks that take as long are less accurate.
Index most_exact_rows(Index features, const FitOptions& options) {
  if (has_fast_products(features, options)) return 1000000;
  constexpr Index in_any_memory = 20000;
  constexpr Index most = 50000;
  if (options.memory_limit == 0.0) return in_any_memory;  // who sets no limit may have little
  // So many that half of their kernel matrix in single precision leaves room for other things.
  const double rows = std::sqrt(0.4 * options.memory_limit / 2.0);
  return std::clamp(static_cast<Index>(rows), in_any_memory, most);
}

bool is_within(double bytes, const FitOptions& options) {
  return options.memory_limit == 0.0 || bytes <= options.memory_limit;
}

/// All but features and cells.
double rest_of_memory(double rows, Index features, double landmarks, const FitOptions& options) {
  const auto kernel_rows = std::min(static_cast<Index>(rows), landmark_kernel_rows);
  const double learning = fixed_memory(kernel_rows, features, options) + matrix_memory(kernel_rows);
  constexpr double block = 4096.0 + 1024.0;  // rows that are unpacked at a time
  constexpr double vectors = 14.0;           // with an entry for each row
  // The points as they came, in another order, and scaled.
  const auto coordinates = static_cast<double>(count_coordinates(features, options.codes));
  const double points = 8.0 * rows * (3.0 * coordinates + vectors);
  return points + std::max(learning, 8.0 * landmarks * (5.0 * landmarks + 3.0 * block));
}

/// Features in memory, R, and what it takes to solve with both. Returns false if that is more than the
/// limit.
bool plan_cells(Index rows, double rest, Index cell_rows, const FitOptions& options,
                LandmarkPlan& plan) {
  const auto m = static_cast<double>(rows);
  const auto c = static_cast<double>(cell_rows);
  const auto r = static_cast<double>(plan.landmarks);
  constexpr double vectors_of_solver = 12.0;
  const auto threads = static_cast<double>(options.learn.threads.count());
  const double while_built = threads * (8.0 * c * c + 12.0 * r * c) + 8.0 * c * c;
  const double weights_of_landmarks = 4.0 * 8.0 * r * (2.0 * m / c);
  plan.cell_rows = cell_rows;
  plan.stores_features = true;
  plan.bytes = rest + 4.0 * m * r + cell_memory(m, c) + cell_preconditioner_memory(m, c, r) +
               8.0 * vectors_of_solver * m + while_built + weights_of_landmarks;
  return is_within(plan.bytes, options);
}

/// Where nobody has asked for something else: as many rows to a cell as memory allows, as long as that
/// takes minutes.
bool plan_automatic_cells(Index rows, Index features, const FitOptions& options,
                          LandmarkPlan& plan) {
  constexpr Index most_rows = 200000;
  if (rows > most_rows) return false;
  constexpr Index most = 1000;
  constexpr Index fewest = 250;
  // Beside cells, more landmarks are not worth their time.
  constexpr Index enough_landmarks = 2000;
  LandmarkPlan with_cells = plan;
  with_cells.landmarks = std::min(plan.landmarks, enough_landmarks);
  const double rest = rest_of_memory(static_cast<double>(rows), features,
                                     static_cast<double>(with_cells.landmarks), options);
  for (Index cell_rows = most; cell_rows >= fewest; cell_rows /= 2) {
    if (!plan_cells(rows, rest, cell_rows, options, with_cells)) continue;
    plan = with_cells;
    return true;
  }
  return false;
}

}  // namespace

Index affordable_landmarks(Index rows, const FitOptions& options) {
  const auto m = static_cast<double>(rows);
  // A Newton step that squares all of Φ takes m r² operations: some ten seconds.
  constexpr double operations = 1e12;
  double most = std::sqrt(operations / m);
  if (options.memory_limit > 0.0) most = std::min(most, 0.5 * options.memory_limit / (4.0 * m));
  constexpr double fewest = 300.0;
  constexpr double enough = 5000.0;
  return std::min(rows, static_cast<Index>(std::clamp(most, fewest, enough)));
}

LandmarkPlan plan_landmarks(Index rows, Index features, const FitOptions& options) {
  LandmarkPlan plan;
  const bool automatic = options.landmarks == FitOptions::automatic;
  if (!automatic) {
    plan.landmarks = std::min(options.landmarks, rows);
  } else if (rows > most_exact_rows(features, options)) {
    plan.landmarks = affordable_landmarks(rows, options);
  }
  if (plan.landmarks == 0) return plan;
  if (automatic && options.cells == FitOptions::automatic &&
      plan_automatic_cells(rows, features, options, plan)) {
    return plan;
  }
  const auto m = static_cast<double>(rows);
  const double rest = rest_of_memory(m, features, static_cast<double>(plan.landmarks), options);
  const double features_of_all = 4.0 * m * static_cast<double>(plan.landmarks);
  if (options.cells > 0) {
    // Whoever asks for cells gets them; whether there is room is judged by the bytes.
    plan_cells(rows, rest, std::min(options.cells, rows), options, plan);
    return plan;
  }
  plan.stores_features = is_within(rest + features_of_all, options);
  plan.bytes = plan.stores_features ? rest + features_of_all : rest;
  return plan;
}

Index landmarks_for(Index rows, Index features, const FitOptions& options) {
  return plan_landmarks(rows, features, options).landmarks;
}

}  // namespace tkl
