#include "select/optimism.hpp"

#include <cmath>
#include <limits>

#include "data/random.hpp"

namespace tkl {

double expected_loss(const Evaluator& evaluator, const Dataset& data, std::uint64_t seed) {
  // Every measurement of the log loss calibrates probabilities first.
  const int draws = evaluator.metric() == Metric::log_loss ? 20 : 200;
  const Index m = data.rows();
  const Vector own = data.weights.size() == 0 ? Vector::Ones(m) : data.weights;
  internal::Random random(seed);
  double sum = 0.0;
  int counted = 0;
  for (int draw = 0; draw < draws; ++draw) {
    Vector drawn = Vector::Zero(m);
    for (Index i = 0; i < m; ++i) {
      drawn(static_cast<Index>(random.uniform() * static_cast<double>(m))) += 1.0;
    }
    const Vector others = (drawn.array() == 0.0).cast<double>();
    double least = std::numeric_limits<double>::infinity();
    std::size_t winner = 0;
    for (std::size_t k = 0; k < evaluator.table().size(); ++k) {
      if (!evaluator.is_complete(k)) continue;
      const double loss = evaluator.loss(k, own.cwiseProduct(drawn));
      if (!(loss < least)) continue;
      least = loss;
      winner = k;
    }
    if (!std::isfinite(least) || others.sum() == 0.0) continue;
    const double loss = evaluator.loss(winner, own.cwiseProduct(others));
    if (!std::isfinite(loss)) continue;
    sum += loss;
    ++counted;
  }
  return counted > 0 ? sum / counted : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace tkl
