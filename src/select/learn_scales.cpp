#include "select/learn_scales.hpp"

#include "model/make_family.hpp"
#include "select/evidence.hpp"
#include "select/targets.hpp"
#include "tkl/cross_validate.hpp"
#include "tkl/scaling.hpp"

namespace tkl {

bool has_scales(Family family) {
  return family == Family::tessellated || family == Family::reflected ||
         family == Family::gaussian || family == Family::matern;
}

std::vector<Index> sample_rows(const Dataset& data, Index count, std::uint64_t seed) {
  const Index parts = (data.rows() + count - 1) / count;
  const std::vector<int> part =
      parts > 1 ? assign_folds(data, static_cast<int>(parts), seed) : std::vector<int>();
  std::vector<Index> rows;
  for (Index i = 0; i < data.rows(); ++i) {
    if (parts == 1 || part[static_cast<std::size_t>(i)] == 0) rows.push_back(i);
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
    const bool radial = to.family == Family::gaussian || to.family == Family::matern;
    (radial ? to.widths : to.bounds) = scales;
  };
  const GramOfScales gram = [&](const Vector& scales) {
    set(trial, scales);
    const auto family = make_family(trial, x, part.weights);
    return family->gram(family->feasible_set().start(), x, trial.learn.threads);
  };
  const bool radial = options.family == Family::gaussian || options.family == Family::matern;
  const Vector start = Vector::Constant(x.cols(), radial ? options.width : options.bound);
  EvidenceOptions evidence;
  evidence.stop = options.learn.stop;
  FitOptions learned = options;
  set(learned, maximise_evidence(gram, ridge_targets(part), start, ridge, evidence).scales);
  return learned;
}

}  // namespace tkl
