#include "select/learn_scales.hpp"

#include <algorithm>

#include "model/make_family.hpp"
#include "select/evidence.hpp"
#include "select/targets.hpp"
#include "tkl/cross_validate.hpp"
#include "tkl/scaling.hpp"

namespace tkl {

std::vector<Index> sample_rows(const Dataset& data, Index count, std::uint64_t seed) {
  std::vector<Index> rows;
  if (data.rows() <= count) {
    for (Index i = 0; i < data.rows(); ++i) rows.push_back(i);
    return rows;
  }
  // So many of many small folds, each of which has its share of every class.
  const int parts = static_cast<int>(std::min<Index>(data.rows(), 1000));
  const double wanted =
      static_cast<double>(parts) * static_cast<double>(count) / static_cast<double>(data.rows());
  const std::vector<int> part = assign_folds(data, parts, seed);
  for (Index i = 0; i < data.rows(); ++i) {
    if (part[static_cast<std::size_t>(i)] < wanted) rows.push_back(i);
  }
  return rows;
}

FitOptions with_learned_scales(const Dataset& data, const FitOptions& options, double ridge,
                               Index most_rows, std::uint64_t seed) {
  const Dataset part = select_rows(data, sample_rows(data, most_rows, seed));
  const Matrix x = FeatureScaler(data.points).transform(part.points);
  FitOptions trial = options;
  trial.learn.threads = Threads(1);
  const auto set = [&](FitOptions& to, const Vector& scales) {
    (is_radial(to.family) ? to.widths : to.bounds) = scales;
  };
  const GramOfScales gram = [&](const Vector& scales) {
    set(trial, scales);
    const auto family = make_family(trial, x, part.weights);
    return family->gram(family->feasible_set().start(), x, trial.learn.threads);
  };
  const Vector start =
      Vector::Constant(x.cols(), is_radial(options.family) ? options.width : options.bound);
  EvidenceOptions evidence;
  evidence.stop = options.learn.stop;
  FitOptions learned = options;
  set(learned, maximise_evidence(gram, ridge_targets(part), start, ridge, evidence).scales);
  return learned;
}

}  // namespace tkl
