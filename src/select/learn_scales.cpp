#include "select/learn_scales.hpp"

#include "model/make_family.hpp"
#include "select/evidence.hpp"
#include "select/sample_rows.hpp"
#include "select/targets.hpp"
#include "tkl/scaling.hpp"

namespace tkl {

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
