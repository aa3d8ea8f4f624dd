#include "select/optimism.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include "data/random.hpp"

namespace tkl {

namespace {

std::optional<std::size_t> winner(const Choice& choice, const Vector& weights) {
  std::optional<std::size_t> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < choice.models; ++k) {
    const double loss = choice.criterion(k, weights);
    if (!(loss < least)) continue;
    least = loss;
    best = k;
  }
  return best;
}

}  // namespace

Matrix within_range_of(const Vector& target, const Matrix& predicted) {
  return predicted.cwiseMax(target.minCoeff()).cwiseMin(target.maxCoeff());
}

Vector within_knowledge(const Vector& log_losses) {
  return log_losses.cwiseMin(std::log(static_cast<double>(log_losses.size()) + 2.0));
}

double expected_loss(const Choice& choice, const Vector& row_weights, int draws,
                     std::uint64_t seed) {
  const Index m = row_weights.size();
  internal::Random random(seed);
  double sum = 0.0;
  int counted = 0;
  for (int draw = 0; draw < draws; ++draw) {
    Vector drawn = Vector::Zero(m);
    for (Index i = 0; i < m; ++i) {
      drawn(static_cast<Index>(random.uniform() * static_cast<double>(m))) += 1.0;
    }
    const Vector others = (drawn.array() == 0.0).cast<double>();
    const auto best = winner(choice, row_weights.cwiseProduct(drawn));
    if (!best || others.sum() == 0.0) continue;
    const double loss = choice.loss(*best, row_weights.cwiseProduct(others));
    if (!std::isfinite(loss)) continue;
    sum += loss;
    ++counted;
  }
  return counted > 0 ? sum / counted : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace tkl
