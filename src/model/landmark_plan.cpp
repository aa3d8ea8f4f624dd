#include "model/landmark_plan.hpp"

#include <algorithm>
#include <cmath>

#include "data/arrange_rows.hpp"
#include "landmarks/cell_kernel.hpp"
#include "landmarks/cell_preconditioner.hpp"
#include "learn/matrix_memory.hpp"
#include "model/memory_plan.hpp"

namespace tkl {

namespace {

/// Rows up to which products with the kernel matrix that cost little more than the points (FastProduct)
/// make an exact fit take minutes; 0 where there are none.
Index most_rows_with_fast_products(Index features, const FitOptions& options) {
  const bool is_tessellated = options.family == Family::tessellated && options.basis == Basis::x;
  if (!is_tessellated && options.family != Family::reflected) return 0;
  const Index coordinates = count_coordinates(features, options.codes);
  if (coordinates <= 2) return 1000000;
  return coordinates == 3 ? 200000 : 0;  // O(m log² m)
}

/// Rows up to which an exact fit takes minutes. Landmarks that take as long are less accurate.
Index most_exact_rows(Index features, const FitOptions& options) {
  if (const Index rows = most_rows_with_fast_products(features, options); rows > 0) return rows;
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

/// With an entry for each row: targets, weights and numbers of the rows, and what the solver adds.
constexpr double vectors_at_first = 5.0;
constexpr double vectors_while_solving = 16.0;

/// All but points, features and cells.
double rest_of_memory(double rows, Index features, double landmarks, const FitOptions& options) {
  const auto kernel_rows = std::min(static_cast<Index>(rows), landmark_kernel_rows);
  const double learning = fixed_memory(kernel_rows, features, options) + matrix_memory(kernel_rows);
  constexpr double block = 4096.0 + 1024.0;  // rows that are unpacked at a time
  const double solving = 8.0 * landmarks * (5.0 * landmarks + 3.0 * block);
  return std::max(8.0 * rows * vectors_at_first + learning,
                  8.0 * rows * vectors_while_solving + solving);
}

double memory_of_points(double rows, Index features, double copies) {
  return 8.0 * rows * static_cast<double>(features) * copies;
}

/// As they came, and in another order.
constexpr double copies_in_memory = 2.0;

/// Beside these, scaled.
double memory_of_points_with_cells(double rows, Index features, const FitOptions& options) {
  return memory_of_points(rows, features, copies_in_memory) +
         memory_of_points(rows, count_coordinates(features, options.codes), 1.0);
}

/// While rows on disk are put in another order, which is done before anything else begins.
double memory_while_arranging(double rows, Index features) {
  return 8.0 * rows * vectors_at_first + internal::arranging_memory(rows, features);
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
  constexpr Index most = 2000;
  constexpr Index fewest = 250;
  // Beside cells, more landmarks are not worth their time.
  constexpr Index enough_landmarks = 2000;
  LandmarkPlan with_cells = plan;
  with_cells.landmarks = std::min(plan.landmarks, enough_landmarks);
  const auto m = static_cast<double>(rows);
  const double rest =
      rest_of_memory(m, features, static_cast<double>(with_cells.landmarks), options) +
      memory_of_points_with_cells(m, features, options);
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

LandmarkPlan plan_landmarks(Index rows, Index features, const FitOptions& options,
                            Residence residence) {
  LandmarkPlan plan;
  const bool automatic = options.landmarks == FitOptions::automatic;
  const bool on_disk = residence == Residence::disk;
  if (!automatic) {
    plan.landmarks = std::min(options.landmarks, rows);
  } else if (on_disk || rows > most_exact_rows(features, options)) {
    plan.landmarks = affordable_landmarks(rows, options);
  }
  if (plan.landmarks == 0) return plan;
  if (!on_disk && automatic && options.cells == FitOptions::automatic &&
      plan_automatic_cells(rows, features, options, plan)) {
    return plan;
  }
  const auto m = static_cast<double>(rows);
  const auto r = static_cast<double>(plan.landmarks);
  const double rest = rest_of_memory(m, features, r, options);
  if (!on_disk && options.cells > 0) {
    // Whoever asks for cells gets them; whether there is room is judged by the bytes.
    plan_cells(rows, rest + memory_of_points_with_cells(m, features, options),
               std::min(options.cells, rows), options, plan);
    return plan;
  }
  const double without_features =
      on_disk ? rest : rest + memory_of_points(m, features, copies_in_memory);
  const double with_features = without_features + 4.0 * m * r;
  plan.stores_features = is_within(with_features, options);
  plan.bytes = plan.stores_features ? with_features : without_features;
  if (on_disk) plan.bytes = std::max(plan.bytes, memory_while_arranging(m, features));
  return plan;
}

Residence residence_for(Index rows, Index features, const FitOptions& options, const Team& team) {
  const FitOptions own = options_of_team(rows, options, team);
  const LandmarkPlan in_memory = plan_landmarks(rows, features, own);
  if (in_memory.landmarks == 0 || in_memory.cell_rows != 0) return Residence::memory;
  if (in_memory.stores_features) return Residence::memory;
  // Features that are stored need the points only once.
  if (plan_landmarks(rows, features, own, Residence::disk).stores_features) return Residence::disk;
  return is_within(in_memory.bytes, own) ? Residence::memory : Residence::disk;
}

FitOptions options_of_team(Index own_rows, const FitOptions& options, const Team& team) {
  if (team.size() == 1) return options;
  FitOptions shared = options;
  shared.cells = 0;
  if (options.landmarks == FitOptions::automatic) {
    const auto rows = static_cast<Index>(team.sum(static_cast<double>(own_rows)));
    shared.landmarks = affordable_landmarks(rows, options);
  }
  return shared;
}

Index landmarks_for(Index rows, Index features, const FitOptions& options) {
  return plan_landmarks(rows, features, options).landmarks;
}

}  // namespace tkl
