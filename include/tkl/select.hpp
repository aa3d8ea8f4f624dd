#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "tkl/fit.hpp"
#include "tkl/search_record.hpp"

namespace tkl {

/// Which of the FitOptions are given and stay as they are; the others are searched for.
struct Given {
  bool warp = false;
  bool axes = false;
  bool codes = false;
  bool family = false;
  bool degree = false;
  bool scale = false;  ///< bound(s), box or width(s)
  bool tau = false;
  bool loss = false;
  bool cost = false;
  bool tube = false;

  static Given everything() { return {true, true, true, true, true, true, true, true, true, true}; }
};

/// What SearchProgress::stage says once the search is over and all rows are fitted.
inline constexpr std::string_view last_stage = "fitting all rows";

struct SearchProgress {
  std::string_view stage;
  int done = 0;      ///< pieces of work so far
  int expected = 0;  ///< and in all, as far as known
  double seconds = 0.0;
  /// That the search still takes, as far as known; never more than its time limit leaves.
  std::optional<double> seconds_to_go;
  std::optional<double> best;  ///< cross-validated metric of the best point so far
};

struct SelectOptions {
  Strategy strategy = Strategy::automatic;
  Given given{};
  /// 0 is automatic: five, and where rows are so many that chance has little say, one fifth of them
  /// is held out from fits of the others and that is all.
  int folds = 0;
  int repeats = 1;  ///< of the folds, shuffled anew
  std::uint64_t seed = 1;
  std::optional<Metric> metric{};  ///< unset: mean squared error or accuracy
  double time_limit = std::numeric_limits<double>::infinity();  ///< seconds, the last fit included
  /// Searches on a random part of the data if there are more rows; the last fit sees all of them.
  Index most_rows = 8000;
  /// That the result may be the mean of. 1: one kernel, with nothing beside it.
  int most_models = 4;
  std::function<void(const SearchProgress&)> on_progress{};
};

struct SearchResult {
  FitResult fit;       ///< its model holds the record of the search
  FitOptions options;  ///< of the model; its companions have others
  Matrix held_out;     ///< what is predicted of these rows by models that have not seen them
  std::vector<Index> held_out_rows;
};

/// Finds family, scales, tau, cost and tube by cross-validation, then fits all of the data with
/// them, and with those of other points if the mean of several models is better. Deterministic for a seed, whatever the number of threads (unless time runs out).
SearchResult select(const Dataset& data, const FitOptions& base, const SelectOptions& options = {});

/// The same by a team, each with rows of its own as in fit(): the fits of the search, of a sample of all
/// rows, are dealt out, and the last one is the work of all.
SearchResult select(const Dataset& data, const FitOptions& base, const SelectOptions& options,
                    const Team& team);
/// With points on disk, see fit().
SearchResult select(const DatasetOnDisk& data, const FitOptions& base,
                    const SelectOptions& options = {}, const Team& team = Alone());

/// Where a search keeps what its fits found, beside the checkpoint of a fit; empty if that is.
std::filesystem::path search_checkpoint(const std::filesystem::path& checkpoint);

}  // namespace tkl
