#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "landmarks/features.hpp"
#include "model/landmark_plan.hpp"
#include "model/shard.hpp"
#include "tkl/fit.hpp"

namespace tkl {

/// What is known of a fit with landmarks before it divides its rows into cells.
struct CellTask {
  const FitOptions& options;
  const LandmarkPlan& plan;
  const Shard& shard;  ///< all rows
  const LandmarkMap& map;
  const std::vector<Index>& landmarks;  ///< numbers of their rows among all
  StopRequest stop;
  std::function<double()> elapsed;  ///< seconds since the fit began
};

/// Learns the SVMs of K̃ (CellKernel), and makes a model of them that is the mean of two divisions of the
/// rows: where a cell ends in one, it goes on in the other. `prepared` is all of the model but that, and
/// the seconds it took are added up. Nothing, if so many rows look alike to the kernel that cells would be
/// much larger than planned.
std::optional<Model> fit_cells(const Model& prepared, const CellTask& task, PhaseSeconds& seconds);

}  // namespace tkl
