#pragma once

#include <optional>
#include <vector>

#include "select/evaluator.hpp"
#include "select/screen.hpp"

namespace tkl {

/// While fits are compared they need not be more accurate than that.
inline constexpr double tolerance_while_searching = 3e-2;
/// Nor go on for ever: most are that accurate after a few iterations.
inline constexpr int most_iterations_while_searching = 15;

/// Which points are worth a try; what is given stays as it is.
class Proposals {
 public:
  using Point = Evaluator::Point;

  /// All of them must outlive the proposals.
  Proposals(Task task, const FitOptions& base, const Given& given)
      : task_(task), base_(base), given_(given) {}

  Point point_of(const Candidate& candidate, double tau) const;
  /// What screening suggests, by SVMs of either loss with P as it starts.
  std::vector<Point> first(const Screening& screening) const;
  /// Those of the points tried that are not too far behind, with P learned.
  std::vector<Point> learned(const Evaluator& tried) const;
  /// Those around the best of the points tried; in the first round with other taus.
  std::vector<Point> neighbours(const Evaluator& tried, std::size_t best, bool first_round) const;
  /// One whose kernel has no say: the mean of the targets, or by a linear loss their median. Nothing where
  /// a cost is given, or classes are to be told apart.
  std::optional<Point> constant(const Point& like) const;
  /// Every combination of a coarse grid.
  std::vector<Point> grid() const;

 private:
  bool may_square() const;
  /// With no more effort than a comparison needs.
  FitOptions as_compared(FitOptions options) const;
  std::vector<double> grid_taus(Family family) const;
  std::vector<double> grid_costs() const;
  std::vector<double> grid_tubes() const;

  Task task_;
  const FitOptions& base_;
  const Given& given_;
};

}  // namespace tkl
