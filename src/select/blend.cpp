#include "select/blend.hpp"

#include <algorithm>
#include <limits>

namespace tkl {

std::vector<BlendMember> blend(const std::vector<Matrix>& held_out,
                               const std::function<double(const Matrix&)>& loss, std::size_t most) {
  constexpr int most_shares = 8;
  constexpr double worthwhile = 0.003;  // relative gain of one more share
  constexpr double far_behind = 1.2;    // times the loss of the best, as on the first folds
  std::vector<double> alone;
  for (const Matrix& predictions : held_out) alone.push_back(loss(predictions));
  const double least = held_out.empty() ? 0.0 : *std::min_element(alone.begin(), alone.end());
  std::vector<int> shares(held_out.size(), 0);
  Matrix sum;
  double best = std::numeric_limits<double>::infinity();
  int dealt = 0;
  std::size_t members = 0;
  while (dealt < most_shares) {
    std::size_t next = held_out.size();
    double next_loss = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < held_out.size(); ++k) {
      if (shares[k] == 0 && (members == most || alone[k] > far_behind * least)) continue;
      const double with_k = dealt == 0 ? alone[k] : loss(Matrix((sum + held_out[k]) / (dealt + 1)));
      if (with_k < next_loss) {
        next_loss = with_k;
        next = k;
      }
    }
    if (next == held_out.size() || !(next_loss < (dealt == 0 ? best : (1.0 - worthwhile) * best))) {
      break;
    }
    best = next_loss;
    sum = dealt == 0 ? held_out[next] : Matrix(sum + held_out[next]);
    if (shares[next]++ == 0) ++members;
    ++dealt;
  }
  std::vector<BlendMember> result;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    if (shares[k] > 0) result.push_back({k, shares[k] / static_cast<double>(dealt)});
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const BlendMember& a, const BlendMember& b) { return a.share > b.share; });
  return result;
}

}  // namespace tkl
