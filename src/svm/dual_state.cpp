#include "svm/dual_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace tkl {

double Certificate::relative_gap() const {
  const double size = std::max(std::abs(primal), std::abs(dual));
  return size == 0.0 ? 0.0 : gap / size;
}

namespace {

using Kinks = std::vector<std::pair<double, double>>;  // where, and by how much the slope rises

/// Where a slope that starts at `slope` and rises at every kink passes zero; the middle of the
/// interval where it stays within ±flat. By selection instead of sorting, in linear time.
double zero_of_slope(Kinks& kinks, double slope, double flat) {
  // Kinks before `first` are passed with the slope still negative; it is positive from `last` on.
  auto first = kinks.begin();
  auto last = kinks.end();
  while (last - first > 16) {
    const auto middle = first + (last - first) / 2;
    std::nth_element(first, middle, last);
    double before_middle = slope;
    for (auto kink = first; kink != middle; ++kink) before_middle += kink->second;
    if (before_middle > flat) {
      last = middle;
    } else if (before_middle < -flat) {
      slope = before_middle;
      first = middle;
    } else {
      return 0.5 * (std::max_element(first, middle)->first + middle->first);
    }
  }
  std::sort(first, last);
  for (auto kink = first; kink != last; ++kink) {
    slope += kink->second;
    if (slope > flat) return kink->first;
    const auto next = kink + 1 == last ? std::min_element(last, kinks.end()) : kink + 1;
    if (slope >= -flat && next != kinks.end()) return 0.5 * (kink->first + next->first);
  }
  return (last - 1)->first;
}

}  // namespace

double best_intercept(const SvmProblem& problem, const Vector& f) {
  // Σ loss has the slope Σ -upper_i for b → -∞, and gains upper_i at b = y_i - f_i - ε and -lower_i
  // at b = y_i - f_i + ε. The minimum is where the slope changes sign.
  Kinks kinks;
  kinks.reserve(static_cast<std::size_t>(2 * problem.size()));
  double slope = 0.0;
  for (Index i = 0; i < problem.size(); ++i) {
    const double residual = problem.y(i) - f(i);
    if (problem.upper(i) > 0.0) kinks.emplace_back(residual - problem.epsilon, problem.upper(i));
    if (problem.lower(i) < 0.0) kinks.emplace_back(residual + problem.epsilon, -problem.lower(i));
    slope -= problem.upper(i);
  }
  if (kinks.empty()) return 0.0;
  const double flat = 1e-12 * std::abs(slope);
  return zero_of_slope(kinks, slope, flat);
}

double dual_value(const SvmProblem& problem, const DualState& state) {
  return problem.linear_part(state.w) - 0.5 * state.w.dot(state.f);
}

Certificate certify(const SvmProblem& problem, const DualState& state) {
  Certificate certificate{};
  certificate.b = best_intercept(problem, state.f);
  for (Index i = 0; i < problem.size(); ++i) {
    const double residual = problem.y(i) - state.f(i) - certificate.b;
    const double gained = state.w(i) * residual - problem.epsilon * std::abs(state.w(i));
    certificate.gap += std::max(0.0, problem.loss(i, residual) - gained);
  }
  certificate.dual = dual_value(problem, state);
  // An overflow must never look like a gap of zero.
  if (!std::isfinite(certificate.dual) || !std::isfinite(certificate.gap)) {
    certificate.gap = std::numeric_limits<double>::infinity();
  }
  certificate.primal = certificate.dual + certificate.gap;
  return certificate;
}

}  // namespace tkl
