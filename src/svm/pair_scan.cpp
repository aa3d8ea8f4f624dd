#include "svm/pair_scan.hpp"

#include <cstdint>
#include <limits>

#include "linalg/vector_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "svm/pair_scan.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tkl::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Reals = hn::CappedTag<T, pair_scan_padding>;
template <class T>
using Integers = hn::RebindToSigned<Reals<T>>;
template <class T>
using Position = hwy::MakeSigned<T>;

/// The first position at which the largest value stands, from the largest of each lane.
template <class T>
struct Largest {
  hn::Vec<Reals<T>> value;
  hn::Vec<Integers<T>> position;

  HWY_INLINE void offer(hn::Vec<Reals<T>> candidate, hn::Vec<Integers<T>> at) {
    const auto better = hn::Gt(candidate, value);
    value = hn::IfThenElse(better, candidate, value);
    position = hn::IfThenElse(hn::RebindMask(Integers<T>(), better), at, position);
  }

  HWY_INLINE std::size_t first(T& largest) const {
    const Reals<T> d;
    const Integers<T> di;
    // std::array would be compiled for every target under one name, and any of them linked.
    HWY_ALIGN T values[pair_scan_padding];               // NOLINT(modernize-avoid-c-arrays)
    HWY_ALIGN Position<T> positions[pair_scan_padding];  // NOLINT(modernize-avoid-c-arrays)
    hn::Store(value, d, values);
    hn::Store(position, di, positions);
    std::size_t lane = 0;
    for (std::size_t l = 1; l < hn::Lanes(d); ++l) {
      const bool first_of_equals = values[l] == values[lane] && positions[l] < positions[lane];
      if (values[l] > values[lane] || first_of_equals) lane = l;
    }
    largest = values[lane];
    return static_cast<std::size_t>(positions[lane]);
  }
};

template <class T>
HWY_INLINE Steepest<T> update_rows(const WorkingArrays<T>& arrays, const T* HWY_RESTRICT column_i,
                                   const T* HWY_RESTRICT column_j, T step) {
  const Reals<T> d;
  const Integers<T> di;
  const auto t = hn::Set(d, step);
  const auto lanes = hn::Set(di, static_cast<Position<T>>(hn::Lanes(d)));
  auto at = hn::Iota(di, 0);
  Largest<T> up{hn::Set(d, -std::numeric_limits<T>::infinity()), hn::Zero(di)};
  auto down = hn::Set(d, std::numeric_limits<T>::infinity());
  for (std::size_t k = 0; k < arrays.size; k += hn::Lanes(d)) {
    const auto difference = hn::Sub(hn::Load(d, column_i + k), hn::Load(d, column_j + k));
    const auto g = hn::NegMulAdd(t, difference, hn::Load(d, arrays.gradient + k));
    hn::Store(g, d, arrays.gradient + k);
    up.offer(hn::Sub(g, hn::Load(d, arrays.price_up + k)), at);
    down = hn::Min(down, hn::Sub(g, hn::Load(d, arrays.price_down + k)));
    at = hn::Add(at, lanes);
  }
  Steepest<T> steepest{};
  steepest.up = up.first(steepest.up_gain);
  steepest.down_gain = hn::GetLane(hn::MinOfLanes(d, down));
  return steepest;
}

template <class T>
HWY_INLINE std::size_t find_partner(const WorkingArrays<T>& arrays, const T* HWY_RESTRICT column,
                                    T diagonal, T up_gain, T smallest_curvature) {
  const Reals<T> d;
  const Integers<T> di;
  const auto gain_up = hn::Set(d, up_gain);
  const auto base = hn::Set(d, diagonal);
  const auto floor = hn::Set(d, smallest_curvature);
  const auto minus_two = hn::Set(d, T{-2});
  const auto zero = hn::Zero(d);
  const auto lanes = hn::Set(di, static_cast<Position<T>>(hn::Lanes(d)));
  auto at = hn::Iota(di, 0);
  Largest<T> best{zero, hn::Zero(di)};
  for (std::size_t k = 0; k < arrays.size; k += hn::Lanes(d)) {
    const auto gain_down =
        hn::Sub(hn::Load(d, arrays.gradient + k), hn::Load(d, arrays.price_down + k));
    const auto slope = hn::Max(hn::Sub(gain_up, gain_down), zero);
    const auto sum = hn::Add(base, hn::Load(d, arrays.diagonal + k));
    const auto curvature = hn::Max(hn::MulAdd(minus_two, hn::Load(d, column + k), sum), floor);
    best.offer(hn::Div(hn::Mul(slope, slope), curvature), at);
    at = hn::Add(at, lanes);
  }
  T largest{};
  const std::size_t position = best.first(largest);
  return largest > T{} ? position : arrays.size;
}

Steepest<float> update_single(const WorkingArrays<float>& arrays, const float* column_i,
                              const float* column_j, float step) {
  return update_rows(arrays, column_i, column_j, step);
}
Steepest<double> update_double(const WorkingArrays<double>& arrays, const double* column_i,
                               const double* column_j, double step) {
  return update_rows(arrays, column_i, column_j, step);
}
std::size_t partner_single(const WorkingArrays<float>& arrays, const float* column, float diagonal,
                           float up_gain, float smallest_curvature) {
  return find_partner(arrays, column, diagonal, up_gain, smallest_curvature);
}
std::size_t partner_double(const WorkingArrays<double>& arrays, const double* column,
                           double diagonal, double up_gain, double smallest_curvature) {
  return find_partner(arrays, column, diagonal, up_gain, smallest_curvature);
}

}  // namespace
}  // namespace tkl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tkl {

HWY_EXPORT(update_single);
HWY_EXPORT(update_double);
HWY_EXPORT(partner_single);
HWY_EXPORT(partner_double);

Steepest<float> update_gradient(const WorkingArrays<float>& arrays, const float* column_i,
                                const float* column_j, float step) {
  return HWY_DYNAMIC_DISPATCH(update_single)(arrays, column_i, column_j, step);
}
Steepest<double> update_gradient(const WorkingArrays<double>& arrays, const double* column_i,
                                 const double* column_j, double step) {
  return HWY_DYNAMIC_DISPATCH(update_double)(arrays, column_i, column_j, step);
}

std::size_t best_partner(const WorkingArrays<float>& arrays, const float* column, float diagonal,
                         float up_gain, float smallest_curvature) {
  return HWY_DYNAMIC_DISPATCH(partner_single)(arrays, column, diagonal, up_gain,
                                              smallest_curvature);
}
std::size_t best_partner(const WorkingArrays<double>& arrays, const double* column, double diagonal,
                         double up_gain, double smallest_curvature) {
  return HWY_DYNAMIC_DISPATCH(partner_double)(arrays, column, diagonal, up_gain,
                                              smallest_curvature);
}

}  // namespace tkl
#endif
