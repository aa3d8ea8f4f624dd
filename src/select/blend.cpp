#include "select/blend.hpp"

#include <algorithm>
#include <limits>

namespace tkl {

namespace {

constexpr int most_shares = 8;
constexpr double worthwhile = 0.003;  // relative gain of one more share
constexpr double far_behind = 1.2;    // times the loss of the best

/// Deals out equal shares, one at a time.
class Dealer {
 public:
  Dealer(const std::vector<Matrix>& held_out, const std::function<double(const Matrix&)>& loss,
         std::size_t most)
      : held_out_(held_out), loss_(loss), most_(most), shares_(held_out.size(), 0) {
    alone_.reserve(held_out.size());
    for (const Matrix& predictions : held_out) alone_.push_back(loss(predictions));
    least_ = held_out.empty() ? 0.0 : *std::min_element(alone_.begin(), alone_.end());
  }

  /// To whoever makes the mean best; false if none is left, or none gains enough.
  bool deal() {
    std::size_t next = shares_.size();
    double next_loss = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < shares_.size() && dealt_ < most_shares; ++k) {
      const double with_k = may_have_one(k) ? loss_with(k) : next_loss;
      if (!(with_k < next_loss)) continue;
      next_loss = with_k;
      next = k;
    }
    if (next == shares_.size() || !(next_loss < (dealt_ == 0 ? 1.0 : 1.0 - worthwhile) * best_)) {
      return false;
    }
    best_ = next_loss;
    sum_ = dealt_ == 0 ? held_out_[next] : Matrix(sum_ + held_out_[next]);
    if (shares_[next]++ == 0) ++members_;
    ++dealt_;
    return true;
  }

  std::vector<BlendMember> members() const {
    std::vector<BlendMember> members;
    for (std::size_t k = 0; k < shares_.size(); ++k) {
      if (shares_[k] > 0) members.push_back({k, shares_[k] / static_cast<double>(dealt_)});
    }
    std::stable_sort(members.begin(), members.end(),
                     [](const BlendMember& a, const BlendMember& b) { return a.share > b.share; });
    return members;
  }

 private:
  bool may_have_one(std::size_t k) const {
    return shares_[k] > 0 || (members_ < most_ && alone_[k] <= far_behind * least_);
  }

  double loss_with(std::size_t k) const {
    return dealt_ == 0 ? alone_[k] : loss_((sum_ + held_out_[k]) / (dealt_ + 1));
  }

  const std::vector<Matrix>& held_out_;
  const std::function<double(const Matrix&)>& loss_;
  std::size_t most_;
  std::vector<double> alone_;  // the loss of each
  double least_ = 0.0;
  std::vector<int> shares_;
  int dealt_ = 0;
  std::size_t members_ = 0;
  Matrix sum_;
  double best_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::vector<BlendMember> blend(const std::vector<Matrix>& held_out,
                               const std::function<double(const Matrix&)>& loss, std::size_t most) {
  Dealer dealer(held_out, loss, most);
  while (dealer.deal()) {
  }
  return dealer.members();
}

}  // namespace tkl
