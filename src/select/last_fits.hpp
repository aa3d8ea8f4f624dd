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
  double seconds_to_begin() const;
  /// A model that there is time for: that of a fold, or of few rows.
  FitResult instead_of_all(const FitOptions& options, Status why) const;
  FitResult fallback(Status why) const;

  const SearchTask& task_;
  const Evaluator& evaluator_;
  const SearchTime& time_;
  std::function<void()> on_begin_;
};

}  // namespace tkl
