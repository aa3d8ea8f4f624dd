#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "select/learn_scales.hpp"
#include "select/search_memo.hpp"
#include "tkl/select.hpp"
#include "tkl/team.hpp"

namespace tkl {

/// Cross-validates points of the search by fitting SVMs, and keeps the table of all that was tried.
/// Everything that is learned from targets is learned inside the folds. Fits run side by side, one
/// thread each; what is tried next depends on complete batches only, never on their order.
class Evaluator {
 public:
  /// All that a batch needs to know of one point.
  struct Point {
    FitOptions options;
    bool per_feature = false;
    double ridge = 1.0;  ///< where learning scales begins
    /// Of the scales that the cost was chosen for: it follows those that are learned. 0: it stays.
    double scales_ridge = 0.0;
  };

  /// In a team all members have the same data and ask for the same; fits are dealt out.
  Evaluator(const Dataset& data, const SelectOptions& options, const FitOptions& base,
            const Team& team, StopRequest stop, SearchMemo& memo);

  enum class Patience { limited, unlimited };

  /// Tries the points on the first folds, and on the others those that keep up with the best of
  /// all so far, or all of them. Returns false if stopped before the end.
  bool evaluate(const std::vector<Point>& points, Patience patience = Patience::limited);

  const std::vector<SearchPoint>& table() const { return table_; }
  /// What is asked for and reported.
  Metric metric() const { return metric_; }
  /// What points are compared by: the same, or something finer.
  Metric criterion() const { return criterion_; }
  /// Of the table: complete points only. Nothing if there is none. What is hardly better with codes than
  /// without is not, and along principal axes it has to be plainly better.
  std::optional<std::size_t> best() const { return best_of(complete_points()); }
  std::optional<std::size_t> best_of(const std::vector<std::size_t>& complete) const;
  std::vector<std::size_t> complete_points_along(Axes axes) const;
  /// Whether some predictions of the judged rows are better than others by more than chance.
  bool are_plainly_better(const Matrix& some, const Matrix& others) const;
  /// The same, or if time was too short for any complete point, the best of those of features that came furthest,
  /// and if there are none, of those along principal axes.
  std::optional<std::size_t> leader() const;
  const Point& point(std::size_t k) const { return points_[k]; }
  /// The rows that are held out by some fold, in order, and their part of the data.
  const std::vector<Index>& judged_rows() const { return judged_rows_; }
  const Vector& judged_target() const { return judged_target_; }
  const Vector& judged_weights() const { return judged_weights_; }
  /// What a complete point k predicts of these rows without them (mean over repeats).
  Matrix held_out(std::size_t k) const { return held_out_[k](judged_rows_, Eigen::all); }
  std::vector<Matrix> held_out(const std::vector<std::size_t>& points) const;
  /// The loss of predictions of the judged rows with these weights; less is better.
  double loss(Metric metric, const Matrix& predictions, const Vector& weights) const;
  /// By the criterion, over the folds that are done.
  double mean_loss(std::size_t k) const;
  bool is_complete(std::size_t k) const { return table_[k].folds == folds(); }
  std::vector<std::size_t> complete_points() const;
  /// A model of the best point so far, from the rows of the first fold: better than nothing for
  /// whoever cannot wait for a fit of all rows.
  const std::optional<Model>& fallback() const { return fallback_; }

  /// Called after every fit, from one thread at a time.
  std::function<void()> on_fit{};
  int fits() const { return fits_; }
  /// Fits of a complete point, repeats included.
  int folds() const { return static_cast<int>(held_out_rows_.size()); }

 private:
  struct Outcome {
    bool done = false;
    Matrix decisions;
    double seconds = 0.0;
    Model model;  ///< not that of an outcome that was known before
  };

  /// Outcomes as numbers, for other members of a team and for other times.
  static Vector to_numbers(const Outcome& outcome);
  Outcome from_numbers(const Vector& numbers, std::size_t fold) const;
  static std::string name_of(const Point& point, std::size_t fold);

  /// The rows outside of a fold.
  Dataset rest_of(std::size_t fold) const;
  LearnedScales known_or_learned_scales(const Point& point, std::size_t fold) const;
  /// Learns the scales that points want learned and that are not known yet.
  void learn_scales(const std::vector<std::size_t>& points, std::size_t first, std::size_t last);
  Outcome run(const Point& point, std::size_t fold, int side_by_side) const;
  Outcome known_or_run(const Point& point, std::size_t fold, int side_by_side) const;
  /// How many fits have room side by side.
  int fits_at_once() const;
  bool is_mine(std::size_t task) const {
    return task % static_cast<std::size_t>(team_.size()) == static_cast<std::size_t>(team_.rank());
  }
  /// Gives every member the outcomes of all; only the models stay where they are.
  void exchange(std::vector<Outcome>& outcomes, std::size_t first, std::size_t folds) const;
  void run_folds(const std::vector<std::size_t>& points, std::size_t first, std::size_t last);
  void add(std::size_t k, std::size_t fold, Outcome& outcome);
  /// What two losses may differ by before it means something, beside a share of them.
  double allowance() const;
  double mean_loss(std::size_t k, std::size_t folds) const;
  double least_early_loss(std::size_t folds, std::initializer_list<Axes> along) const;
  /// With what codes have to gain added: of points that are about as good the one whose coordinates are the
  /// features themselves is easiest to understand.
  double handicapped_loss(std::size_t k) const;
  std::optional<std::size_t> best_along(Axes axes, const std::vector<std::size_t>& complete) const;

  const Dataset& data_;
  Metric metric_;
  Metric criterion_;
  std::uint64_t seed_;
  const FitOptions& base_;
  const Team& team_;
  StopRequest stop_;
  SearchMemo& memo_;
  double repeats_ = 1.0;
  std::vector<std::vector<Index>> held_out_rows_;  // of each fold, repeats one after the other
  std::vector<Index> judged_rows_;
  Vector judged_target_;
  Vector judged_weights_;

  /// Learned scales do not depend on tau, loss, cost and tube:
  /// (warp, axes, codes, family, degree, start, fold) to them.
  using ScaleKey =
      std::tuple<bool, Axes, std::vector<Index>, Family, int, double, double, std::size_t>;
  static ScaleKey key_of(const Point& point, std::size_t fold);
  std::map<ScaleKey, LearnedScales> scales_;

  std::vector<Point> points_;
  std::vector<SearchPoint> table_;
  std::vector<Matrix> held_out_;             // of all rows; zero where no fold holds them out
  std::vector<std::vector<double>> values_;  // of the metric, fold by fold
  std::vector<std::vector<double>> losses_;  // by the criterion
  std::vector<Model> first_models_;
  std::optional<Model> fallback_;
  int fits_ = 0;
};

}  // namespace tkl
