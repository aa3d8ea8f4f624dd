#include "select/blend.hpp"

#include <algorithm>
#include <limits>

namespace tkl {

std::vector<BlendMember> blend(const std::vector<Matrix>& held_out,
                               const std::function<double(const Matrix&)>& loss, std::size_t most) {
  constexpr int most_shares = 8;
  constexpr double worthwhile = 0.003;  // relative gain of one more share
  std::vector<int> shares(held_out.size(), 0);
  Matrix sum;
  double best = std::numeric_limits<double>::infinity();
  int dealt = 0;
  std::size_t members = 0;
  while (dealt < most_shares) {
    std::size_t next = held_out.size();
    double next_loss = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < held_out.size(); ++k) {
      if (shares[k] == 0 && members == most) continue;
      const double with_k =
          loss(dealt == 0 ? held_out[k] : Matrix((sum + held_out[k]) / (dealt + 1)));
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
