#include "select/learn_scales.hpp"

#include <algorithm>
#include <numeric>

#include "data/random.hpp"
#include "model/make_family.hpp"
#include "select/evidence.hpp"
#include "select/targets.hpp"
#include "tkl/scaling.hpp"

namespace tkl {

std::vector<Index> sample_rows(const Dataset& data, Index count, std::uint64_t seed) {
  std::vector<Index> order(static_cast<std::size_t>(data.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  if (data.rows() <= count) return order;
  internal::Random(seed).shuffle(order);
  if (data.task == Task::classification) {
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return data.target(a) < data.target(b); });
  }
  // Evenly along the classes.
  std::vector<Index> rows;
  for (Index k = 0; k < count; ++k) {
    rows.push_back(order[static_cast<std::size_t>(k * data.rows() / count)]);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

FitOptions with_learned_scales(const Dataset& data, const FitOptions& options, double ridge,
                               std::uint64_t seed) {
  // A step takes a kernel matrix for each feature. Many rows deserve finer kernels than few show.
  constexpr Index few_features = 10;
  constexpr Index many_rows = 2000;
  const Index most_rows = data.features() > few_features ? 300
                          : data.rows() > many_rows      ? 1000
                                                         : 500;
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
