#include "learn/limited_bfgs.hpp"

#include <utility>
#include <vector>

namespace tkl {

void LimitedBfgs::remember(Matrix move, Matrix change) {
  constexpr std::size_t memory = 12;
  const double product = inner_product(move, change);
  if (!(product > 1e-10 * move.norm() * change.norm())) return;
  pairs_.push_back({std::move(move), std::move(change), product});
  if (pairs_.size() > memory) pairs_.pop_front();
}

Matrix LimitedBfgs::direction(const Matrix& gradient) const {
  Matrix q = gradient;
  std::vector<double> alpha(pairs_.size());
  for (std::size_t k = pairs_.size(); k-- > 0;) {
    alpha[k] = inner_product(pairs_[k].move, q) / pairs_[k].product;
    q -= alpha[k] * pairs_[k].change;
  }
  if (!pairs_.empty()) q *= pairs_.back().product / pairs_.back().change.squaredNorm();
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const double beta = inner_product(pairs_[k].change, q) / pairs_[k].product;
    q += (alpha[k] - beta) * pairs_[k].move;
  }
  return -q;
}

}  // namespace tkl
