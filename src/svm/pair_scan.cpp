#include "svm/pair_scan.hpp"

#include <array>
#include <cstdint>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "svm/pair_scan.cpp"  // NOLINT: this file is compiled once a target
#include <hwy/foreach_target.h>                 // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tkl::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, pair_scan_padding>;
using Integers = hn::RebindToSigned<Floats>;

/// The first position at which the largest value stands, from the largest of each lane.
struct Largest {
  hn::Vec<Floats> value;
  hn::Vec<Integers> position;

  HWY_INLINE void offer(hn::Vec<Floats> candidate, hn::Vec<Integers> at) {
    const auto better = hn::Gt(candidate, value);
    value = hn::IfThenElse(better, candidate, value);
    position = hn::IfThenElse(hn::RebindMask(Integers(), better), at, position);
  }

  HWY_INLINE std::size_t first(float& largest) const {
    const Floats d;
    const Integers di;
    HWY_ALIGN std::array<float, pair_scan_padding> values;
    HWY_ALIGN std::array<std::int32_t, pair_scan_padding> positions;
    hn::Store(value, d, values.data());
    hn::Store(position, di, positions.data());
    std::size_t lane = 0;
    for (std::size_t l = 1; l < hn::Lanes(d); ++l) {
      const bool first_of_equals = values[l] == values[lane] && positions[l] < positions[lane];
      if (values[l] > values[lane] || first_of_equals) lane = l;
    }
    largest = values[lane];
    return static_cast<std::size_t>(positions[lane]);
  }
};

Steepest UpdateGradient(const WorkingArrays& arrays, const float* HWY_RESTRICT column_i,
                        const float* HWY_RESTRICT column_j, float step) {
  const Floats d;
  const Integers di;
  const auto t = hn::Set(d, step);
  const auto lanes = hn::Set(di, static_cast<std::int32_t>(hn::Lanes(d)));
  auto at = hn::Iota(di, 0);
  Largest up{hn::Set(d, -std::numeric_limits<float>::infinity()), hn::Zero(di)};
  auto down = hn::Set(d, std::numeric_limits<float>::infinity());
  for (std::size_t k = 0; k < arrays.size; k += hn::Lanes(d)) {
    const auto difference = hn::Sub(hn::Load(d, column_i + k), hn::Load(d, column_j + k));
    const auto g = hn::NegMulAdd(t, difference, hn::Load(d, arrays.gradient + k));
    hn::Store(g, d, arrays.gradient + k);
    up.offer(hn::Sub(g, hn::Load(d, arrays.price_up + k)), at);
    down = hn::Min(down, hn::Sub(g, hn::Load(d, arrays.price_down + k)));
    at = hn::Add(at, lanes);
  }
  Steepest steepest{};
  steepest.up = up.first(steepest.up_gain);
  steepest.down_gain = hn::GetLane(hn::MinOfLanes(d, down));
  return steepest;
}

std::size_t BestPartner(const WorkingArrays& arrays, const float* HWY_RESTRICT column,
                        float diagonal, float up_gain, float smallest_curvature) {
  const Floats d;
  const Integers di;
  const auto gain_up = hn::Set(d, up_gain);
  const auto base = hn::Set(d, diagonal);
  const auto floor = hn::Set(d, smallest_curvature);
  const auto minus_two = hn::Set(d, -2.0F);
  const auto zero = hn::Zero(d);
  const auto lanes = hn::Set(di, static_cast<std::int32_t>(hn::Lanes(d)));
  auto at = hn::Iota(di, 0);
  Largest best{zero, hn::Zero(di)};
  for (std::size_t k = 0; k < arrays.size; k += hn::Lanes(d)) {
    const auto gain_down =
        hn::Sub(hn::Load(d, arrays.gradient + k), hn::Load(d, arrays.price_down + k));
    const auto slope = hn::Max(hn::Sub(gain_up, gain_down), zero);
    const auto sum = hn::Add(base, hn::Load(d, arrays.diagonal + k));
    const auto curvature = hn::Max(hn::MulAdd(minus_two, hn::Load(d, column + k), sum), floor);
    best.offer(hn::Div(hn::Mul(slope, slope), curvature), at);
    at = hn::Add(at, lanes);
  }
  float largest = 0.0F;
  const std::size_t position = best.first(largest);
  return largest > 0.0F ? position : arrays.size;
}

}  // namespace
}  // namespace tkl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tkl {

HWY_EXPORT(UpdateGradient);
HWY_EXPORT(BestPartner);

Steepest update_gradient(const WorkingArrays& arrays, const float* column_i, const float* column_j,
                         float step) {
  return HWY_DYNAMIC_DISPATCH(UpdateGradient)(arrays, column_i, column_j, step);
}

std::size_t best_partner(const WorkingArrays& arrays, const float* column, float diagonal,
                         float up_gain, float smallest_curvature) {
  return HWY_DYNAMIC_DISPATCH(BestPartner)(arrays, column, diagonal, up_gain, smallest_curvature);
}

}  // namespace tkl
#endif
