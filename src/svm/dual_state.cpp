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

double best_intercept(const SvmProblem& problem, const Vector& f) {
  // Σ loss has the slope Σ -upper_i for b → -∞, and gains upper_i at b = y_i - f_i - ε and -lower_i
  // at b = y_i - f_i + ε. The minimum is where the slope changes sign.
  std::vector<std::pair<double, double>> kinks;
  kinks.reserve(static_cast<std::size_t>(2 * problem.size()));
  double slope = 0.0;
  for (Index i = 0; i < problem.size(); ++i) {
    const double residual = problem.y(i) - f(i);
    if (problem.upper(i) > 0.0) kinks.emplace_back(residual - problem.epsilon, problem.upper(i));
    if (problem.lower(i) < 0.0) kinks.emplace_back(residual + problem.epsilon, -problem.lower(i));
    slope -= problem.upper(i);
  }
  if (kinks.empty()) return 0.0;
  std::sort(kinks.begin(), kinks.end());
  const double flat = 1e-12 * std::abs(slope);
  for (std::size_t k = 0; k < kinks.size(); ++k) {
    slope += kinks[k].second;
    if (slope > flat) return kinks[k].first;
    if (slope >= -flat && k + 1 < kinks.size()) return 0.5 * (kinks[k].first + kinks[k + 1].first);
  }
  return kinks.back().first;
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
