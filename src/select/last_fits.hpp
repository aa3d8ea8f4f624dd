#pragma once

#include <functional>

#include "select/evaluator.hpp"
#include "select/search_time.hpp"
#include "tkl/select.hpp"
#include "tkl/team.hpp"

namespace tkl {

/// How all rows are fitted, wherever they are.
struct LastFit {
  std::function<FitResult(const FitOptions&)> fit;
  std::function<FeatureScaler(const FitOptions&)> scaler;  ///< of all rows
  double rows = 0.0;
  bool is_linear = false;  ///< in the rows
};

/// What a search is asked for. The last fit may be of more rows than `data`, which in a team are the same for all members.
struct SearchTask {
  const Dataset& data;
  const FitOptions& base;
  const SelectOptions& options;
  const LastFit& last_fit;
  const Team& team;
};

/// Whether a fit of all rows has to see all of their pairs. Products of few features need not (docs/math.md §14), and are
/// used where the kernel matrix is too large to be held.
inline bool sees_all_pairs(const SearchTask& task, Family family) {
  constexpr Index few_features = 3;
  constexpr double too_many_rows_to_hold = 5e4;
  const bool is_fast = !is_radial(family) && task.data.features() <= few_features &&
                       task.last_fit.rows > too_many_rows_to_hold;
  return !task.last_fit.is_linear && !is_fast;
}

/// Fits all rows with what a search has chosen, in the time that is left.
class LastFits {
 public:
  /// All must outlive it. `on_begin` is called before every fit.
  LastFits(const SearchTask& task, const Evaluator& evaluator, const SearchTime& time,
           std::function<void()> on_begin);

  /// For one point that nothing else is fitted beside.
  void fit_alone(const Evaluator::Point& point, SearchResult& result) const;

  /// For every member of the record, as long as there is time: those that there was none for are left out of it.
  void fit_members(SearchRecord& record, SearchResult& result) const;

 private:
  /// A fit of all rows, and the options that it used. The first of several must be of use.
  FitResult fit_all(const Evaluator::Point& point, FitOptions& used, std::size_t number) const;
  double seconds_to_begin(Family family) const;
  /// A model that there is time for: that of a fold, or of few rows.
  FitResult instead_of_all(const FitOptions& options, Status why) const;
  FitResult fallback(Status why) const;

  const SearchTask& task_;
  const Evaluator& evaluator_;
  const SearchTime& time_;
  std::function<void()> on_begin_;
};

}  // namespace tkl
