#include "arithmetic_peak.hpp"

#include <algorithm>
#include <chrono>

#include "linalg/vector_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arithmetic_peak.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tkl::bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Rounds of 12 chains with 12 minima, 12 products and 36 fused multiplications: one to one to three,
/// as in an entry of a kernel of degree 1. Returns something that depends on all of them.
template <class T>
HWY_INLINE HWY_ATTR T run(std::size_t rounds) {
  using D = hn::CappedTag<T, 64 / sizeof(T)>;
  const D tag;
  const auto factor = hn::Set(tag, T(0.999));
  const auto limit = hn::Set(tag, T(0.5));
  hn::Vec<D> chain[12];
  for (std::size_t k = 0; k < 12; ++k) chain[k] = hn::Set(tag, T(0.1) * static_cast<T>(k));
  for (std::size_t round = 0; round < rounds; ++round) {
    HWY_UNROLL(12)
    for (std::size_t k = 0; k < 12; ++k) chain[k] = hn::MulAdd(chain[k], factor, limit);
    HWY_UNROLL(12)
    for (std::size_t k = 0; k < 12; ++k) chain[k] = hn::MulAdd(chain[k], factor, limit);
    HWY_UNROLL(12)
    for (std::size_t k = 0; k < 12; ++k) chain[k] = hn::Min(chain[k], limit);
    HWY_UNROLL(12)
    for (std::size_t k = 0; k < 12; ++k) chain[k] = hn::MulAdd(chain[k], factor, limit);
    HWY_UNROLL(12)
    for (std::size_t k = 0; k < 12; ++k) chain[k] = hn::Mul(chain[k], factor);
  }
  for (std::size_t k = 1; k < 12; ++k) chain[0] = hn::Add(chain[0], chain[k]);
  return hn::GetLane(chain[0]);
}

HWY_ATTR float run_float(std::size_t rounds) { return run<float>(rounds); }
HWY_ATTR double run_double(std::size_t rounds) { return run<double>(rounds); }
std::size_t lanes_float() { return hn::Lanes(hn::CappedTag<float, 16>()); }
std::size_t lanes_double() { return hn::Lanes(hn::CappedTag<double, 8>()); }
const char* name() { return hwy::TargetName(HWY_TARGET); }

}  // namespace tkl::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tkl::bench {

HWY_EXPORT(run_float);
HWY_EXPORT(run_double);
HWY_EXPORT(lanes_float);
HWY_EXPORT(lanes_double);
HWY_EXPORT(name);

namespace {

template <class Run>
double operations_per_second(const Run& run) {
  constexpr std::size_t rounds = 100000;
  const auto begin = std::chrono::steady_clock::now();
  volatile auto sink = run(rounds);
  static_cast<void>(sink);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  return 60.0 * rounds / seconds.count();
}

}  // namespace

template <>
std::size_t lanes<float>() {
  return HWY_DYNAMIC_DISPATCH(lanes_float)();
}

template <>
std::size_t lanes<double>() {
  return HWY_DYNAMIC_DISPATCH(lanes_double)();
}

template <>
double measured_peak<float>() {
  return operations_per_second([](std::size_t n) { return HWY_DYNAMIC_DISPATCH(run_float)(n); });
}

template <>
double measured_peak<double>() {
  return operations_per_second([](std::size_t n) { return HWY_DYNAMIC_DISPATCH(run_double)(n); });
}

template <class T>
double arithmetic_peak() {
  static const double best = [] {
    double peak = 0.0;
    for (int trial = 0; trial < 20; ++trial) peak = std::max(peak, measured_peak<T>());
    return peak;
  }();
  return best;
}

template double arithmetic_peak<float>();
template double arithmetic_peak<double>();

const char* target_name() { return HWY_DYNAMIC_DISPATCH(name)(); }

}  // namespace tkl::bench
#endif
