#include "kernels/sparse_tiles.hpp"

#include "linalg/vector_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/sparse_tiles.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tkl::sparse_tiles::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// std::array would be compiled for every target under one name, and any of them linked.
// NOLINTBEGIN(modernize-avoid-c-arrays)

using Size = std::size_t;
using Tag = hn::CappedTag<double, 8>;
using Vec = hn::Vec<Tag>;

constexpr Size lanes = hn::MaxLanes(Tag());
constexpr Size chains = panel_width / lanes;

HWY_ATTR void accumulate_panel(const Points& points, const double* panel, double* sums) {
  const Vec one = hn::Set(Tag(), 1.0);
  Vec total[chains];
  for (Size c = 0; c < chains; ++c) total[c] = hn::Load(Tag(), sums + c * lanes);
  const Entry* entry = points.entries;
  for (Size j = 0; j < points.count; ++j) {
    Vec volume[chains];
    for (Size c = 0; c < chains; ++c) volume[c] = hn::Load(Tag(), panel + c * lanes);
    for (const Entry* end = entry + points.sides[j]; entry != end; ++entry) {
      const Vec side = hn::Set(Tag(), entry->value);
      const double* at = panel + entry->attribute * panel_width;
      for (Size c = 0; c < chains; ++c) {
        volume[c] = volume[c] * hn::Min(one, side * hn::Load(Tag(), at + c * lanes));
      }
    }
    Vec sum[chains];
    for (Vec& zero : sum) zero = hn::Zero(Tag());
    for (const Entry* end = entry + points.monomials[j]; entry != end; ++entry) {
      const Vec monomial = hn::Set(Tag(), entry->value);
      const double* at = panel + entry->attribute * panel_width;
      for (Size c = 0; c < chains; ++c) {
        sum[c] = hn::MulAdd(monomial, hn::Load(Tag(), at + c * lanes), sum[c]);
      }
    }
    for (Size c = 0; c < chains; ++c) total[c] = hn::MulAdd(volume[c], sum[c], total[c]);
  }
  for (Size c = 0; c < chains; ++c) hn::Store(total[c], Tag(), sums + c * lanes);
}

// NOLINTEND(modernize-avoid-c-arrays)

}  // namespace tkl::sparse_tiles::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tkl::sparse_tiles {

HWY_EXPORT(accumulate_panel);

void accumulate(const Points& points, const double* panel, double* sums) {
  HWY_DYNAMIC_DISPATCH(accumulate_panel)(points, panel, sums);
}

}  // namespace tkl::sparse_tiles
#endif
