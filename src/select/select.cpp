#include "tkl/select.hpp"

#include <algorithm>
#include <string>

#include "model/fit_landmarks.hpp"
#include "model/make_family.hpp"
#include "model/measurable_target.hpp"
#include "model/scale_features.hpp"
#include "model/shard.hpp"
#include "select/sample_rows.hpp"
#include "select/screen.hpp"
#include "select/search.hpp"
#include "select/usable_folds.hpp"
#include "tkl/error.hpp"

namespace tkl {

namespace {

void require_valid(const DatasetWithoutPoints& data, const SelectOptions& options) {
  require_measurable_target(data);
  if (options.folds != 0 && options.folds < 2) {
    throw Error("cross-validation needs at least 2 folds; got " + std::to_string(options.folds));
  }
  if (options.most_models < 1) throw Error("a result needs at least one model");
  if (options.repeats < 1) {
    throw Error("folds must be repeated at least once; got " + std::to_string(options.repeats));
  }
  if (options.metric && task_of(*options.metric) != data.task) {
    throw Error("the metric " + std::string(to_string(*options.metric)) + " is not one of a " +
                (data.task == Task::regression ? "regression" : "classification"));
  }
}

/// Whatever the fits would refuse is refused before the search begins. Some of the rows tell.
void refuse_early(const Dataset& some, const FitOptions& base, const Given& given) {
  const Matrix x = FeatureScaler(some.points).transform(some.points.topRows(2));
  for (const FitOptions& kernel : kernels_to_screen(base, given)) make_family(kernel, x, {});
}

SelectOptions with_possible_folds(SelectOptions options, const DatasetWithoutPoints& data) {
  options.folds =
      static_cast<int>(std::min(Index{options.folds}, std::ssize(rows_that_count(data))));
  return options;
}

const Rows& rows_of(const DatasetOnDisk& data) { return *data.points; }
RowsInMemory rows_of(const Dataset& data) { return RowsInMemory(data.points); }

/// Where the last fit is made of landmarks, nothing else needs more rows than the search sees: those are
/// drawn first, and the others may be anywhere.
template <class Data>
SearchResult select_from_many(const Data& data, const FitOptions& base,
                              const SelectOptions& options) {
  const std::vector<Index> rows = sample_rows(data, options.most_rows, options.seed);
  const Dataset sample = select_rows(data, rows);
  refuse_early(sample, base, options.given);
  if (!can_be_divided(data)) return {fit(data, base), base, {}, {}};
  const LastFit last_fit{[&](const FitOptions& used) { return fit(data, used); },
                         [&](const FitOptions& used) {
                           return scale_features(ranges_of(rows_of(data)), sample, used);
                         },
                         static_cast<double>(data.rows()), true};
  const SelectOptions possible = with_possible_folds(options, sample);
  SearchResult result = search({sample, base, possible, last_fit, Alone()});
  for (Index& row : result.held_out_rows) row = rows[static_cast<std::size_t>(row)];
  return result;
}

template <class Data>
SearchResult select_by_team(const Data& data, const FitOptions& base, const SelectOptions& options,
                            const Team& team) {
  refuse_for_team(base);
  Sample sample;
  double rows = 0.0;
  {
    const Shard shard = make_shard(data, options.seed, team);
    rows = shard.rows;
    sample = gather_sample(shard, static_cast<double>(options.most_rows), team);
  }
  validate(sample.data);
  require_valid(sample.data, options);
  const LastFit last_fit{[&](const FitOptions& used) { return fit(data, used, team); },
                         [&](const FitOptions& used) { return scale_features(sample.data, used); },
                         rows, true};
  SearchResult result = search({sample.data, base, options, last_fit, team});
  for (Index& row : result.held_out_rows) row = sample.number[static_cast<std::size_t>(row)];
  return result;
}

}  // namespace

std::filesystem::path search_checkpoint(const std::filesystem::path& checkpoint) {
  return checkpoint.empty() ? checkpoint : std::filesystem::path(checkpoint.string() + ".search");
}

SearchResult select(const Dataset& data, const FitOptions& base, const SelectOptions& options) {
  validate(data);
  require_valid(data, options);
  estimated_memory(data.rows(), data.features(), base);
  if (landmarks_for(data.rows(), data.features(), base) != 0) {
    return select_from_many(data, base, options);
  }
  refuse_early(data, base, options.given);
  if (!can_be_divided(data)) return {fit(data, base), base, {}, {}};
  const LastFit last_fit{[&](const FitOptions& used) { return fit(data, used); },
                         [&](const FitOptions& used) { return scale_features(data, used); },
                         static_cast<double>(data.rows()), false};
  return search({data, base, with_possible_folds(options, data), last_fit, Alone()});
}

SearchResult select(const Dataset& data, const FitOptions& base, const SelectOptions& options,
                    const Team& team) {
  if (team.size() > 1) return select_by_team(data, base, options, team);
  return select(data, base, options);
}

SearchResult select(const DatasetOnDisk& data, const FitOptions& base, const SelectOptions& options,
                    const Team& team) {
  if (team.size() > 1) return select_by_team(data, base, options, team);
  validate(data);
  require_valid(data, options);
  estimated_memory(data.rows(), data.features(), base, Residence::disk);
  return select_from_many(data, base, options);
}

}  // namespace tkl
