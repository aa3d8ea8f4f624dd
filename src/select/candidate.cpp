#include "select/candidate.hpp"

namespace tkl {

bool same_family(const Candidate& a, const Candidate& b) {
  return a.options.family == b.options.family;
}

bool same_functions(const Candidate& a, const Candidate& b) {
  return same_family(a, b) && a.options.degree == b.options.degree;
}

bool same_kind(const Candidate& a, const Candidate& b) {
  return same_functions(a, b) && a.options.warp == b.options.warp &&
         a.options.axes == b.options.axes && a.options.codes == b.options.codes;
}

void sort_by_loss(std::vector<Candidate>& candidates) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.loss < b.loss; });
}

}  // namespace tkl
