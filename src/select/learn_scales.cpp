#include "select/learn_scales.hpp"

#include <algorithm>
#include <cmath>

#include "model/make_family.hpp"
#include "model/scale_features.hpp"
#include "select/candidate.hpp"
#include "select/evidence.hpp"
#include "select/sample_rows.hpp"
#include "select/targets.hpp"

namespace tkl {

namespace {

/// A step takes the cube of the rows and a kernel matrix for each feature, so few rows must do where
/// fits are cheap. More rows deserve finer kernels than few of them show.
Index rows_to_learn_from(const Dataset& data) {
  if (data.rows() > 3500) return 2000;
  constexpr Index few_features = 10;
  if (data.features() > few_features) return 300;
  return data.rows() > 2000 ? 1000 : 500;
}

}  // namespace

Index count_scales(const Dataset& data, const FitOptions& options) {
  return data.features() + std::ssize(options.codes);
}

FitOptions without_code(FitOptions options, std::size_t code) {
  const auto from_end = std::ssize(options.codes) - static_cast<std::ptrdiff_t>(code);
  for (Vector* scales : {&options.bounds, &options.widths}) {
    if (scales->size() == 0) continue;
    std::vector<double> kept(scales->begin(), scales->end());
    kept.erase(kept.end() - from_end);
    *scales = Eigen::Map<const Vector>(kept.data(), std::ssize(kept));
  }
  options.codes.erase(options.codes.end() - from_end);
  return options;
}

Vector LearnedScales::to_numbers() const {
  Vector numbers(1 + scales.size());
  numbers << ridge, scales;
  return numbers;
}

LearnedScales LearnedScales::from_numbers(const Vector& numbers) {
  return {numbers.tail(numbers.size() - 1), numbers(0)};
}

Vector& scales_in(FitOptions& options) {
  return is_radial(options.family) ? options.widths : options.bounds;
}

const Vector& scales_in(const FitOptions& options) {
  return is_radial(options.family) ? options.widths : options.bounds;
}

FitOptions with_scales(FitOptions options, const LearnedScales& learned, double ridge_before) {
  // Within that it is the same peak, and the noise of the evidence says less than the folds.
  constexpr double same_peak = 5.0;
  scales_in(options) = learned.scales;
  const double factor = ridge_before / learned.ridge;
  if (ridge_before > 0.0 && std::abs(std::log(factor)) > std::log(same_peak)) {
    options.cost = std::clamp(options.cost * factor, lowest_cost, highest_cost);
  }
  return options;
}

LearnedScales learn_scales(const Dataset& data, const FitOptions& options, double ridge,
                           std::uint64_t seed) {
  return learn_scales(data, scale_features(data, options), options, ridge, seed);
}

LearnedScales learn_scales(const Dataset& data, const FeatureScaler& scaler,
                           const FitOptions& options, double ridge, std::uint64_t seed) {
  EvidenceOptions evidence;
  evidence.stop = options.learn.stop;
  const bool is_warm = scales_in(options).size() != 0;
  const double common = is_radial(options.family) ? options.width : options.bound;
  EvidenceResult found{
      is_warm ? scales_in(options) : Vector(Vector::Constant(count_scales(data, options), common)),
      ridge, 0.0};

  const auto learn_from = [&](Index rows) {
    const Dataset part = select_rows(data, sample_rows(data, rows, seed));
    const Matrix x = scaler.transform(part.points);
    FitOptions trial = options;
    trial.learn.threads = Threads(1);
    const GramOfScales gram = [&](const Vector& scales) {
      scales_in(trial) = scales;
      const auto family = make_unnormalised_family(trial, x, part.weights);
      Matrix K = family->gram(family->feasible_set().start(), x, trial.learn.threads);
      // Of the size that fits give it, which is what the ridge is relative to.
      const double size = K.diagonal().mean() - K.mean();
      if (size > 0.0) K /= size;
      return K;
    };
    found = maximise_evidence(gram, ridge_targets(part), found.scales, found.ridge, evidence);
  };
  const Index most_rows = rows_to_learn_from(data);
  // Most of the way is cheap on a part of the rows.
  constexpr Index first_rows = 500;
  if (!is_warm && most_rows > 2 * first_rows) learn_from(first_rows);
  learn_from(most_rows);
  return {found.scales, found.ridge};
}

}  // namespace tkl
