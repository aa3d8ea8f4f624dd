#include "linalg/single_products.hpp"

#include "linalg/vector_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linalg/single_products.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tkl::linalg::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Where columns add to a sum, four at a time: enough for it to be read and written seldom.

HWY_ATTR void both_ways(const float* a, std::size_t stride, std::size_t rows, std::size_t columns,
                        const float* x, const float* y, float* down, float* across) {
  const hn::ScalableTag<float> tag;
  const std::size_t lanes = hn::Lanes(tag);
  std::size_t j = 0;
  for (; j + 4 <= columns; j += 4) {
    const float* a0 = a + j * stride;
    const float* a1 = a0 + stride;
    const float* a2 = a1 + stride;
    const float* a3 = a2 + stride;
    const auto x0 = hn::Set(tag, x[j]);
    const auto x1 = hn::Set(tag, x[j + 1]);
    const auto x2 = hn::Set(tag, x[j + 2]);
    const auto x3 = hn::Set(tag, x[j + 3]);
    auto s0 = hn::Zero(tag);
    auto s1 = s0;
    auto s2 = s0;
    auto s3 = s0;
    std::size_t i = 0;
    for (; i + lanes <= rows; i += lanes) {
      const auto v0 = hn::LoadU(tag, a0 + i);
      const auto v1 = hn::LoadU(tag, a1 + i);
      const auto v2 = hn::LoadU(tag, a2 + i);
      const auto v3 = hn::LoadU(tag, a3 + i);
      const auto yi = hn::LoadU(tag, y + i);
      const auto low = hn::MulAdd(v0, x0, hn::MulAdd(v1, x1, hn::LoadU(tag, down + i)));
      hn::StoreU(hn::Add(low, hn::MulAdd(v2, x2, hn::Mul(v3, x3))), tag, down + i);
      s0 = hn::MulAdd(v0, yi, s0);
      s1 = hn::MulAdd(v1, yi, s1);
      s2 = hn::MulAdd(v2, yi, s2);
      s3 = hn::MulAdd(v3, yi, s3);
    }
    across[j] = hn::GetLane(hn::SumOfLanes(tag, s0));
    across[j + 1] = hn::GetLane(hn::SumOfLanes(tag, s1));
    across[j + 2] = hn::GetLane(hn::SumOfLanes(tag, s2));
    across[j + 3] = hn::GetLane(hn::SumOfLanes(tag, s3));
    for (; i < rows; ++i) {
      down[i] += (a0[i] * x[j] + a1[i] * x[j + 1]) + (a2[i] * x[j + 2] + a3[i] * x[j + 3]);
      across[j] += a0[i] * y[i];
      across[j + 1] += a1[i] * y[i];
      across[j + 2] += a2[i] * y[i];
      across[j + 3] += a3[i] * y[i];
    }
  }
  for (; j < columns; ++j) {
    across[j] = 0.0F;
    for (std::size_t i = 0; i < rows; ++i) {
      down[i] += a[j * stride + i] * x[j];
      across[j] += a[j * stride + i] * y[i];
    }
  }
}

HWY_ATTR void weighted_sum(std::span<const float* const> columns, const double* w, std::size_t rows,
                           double* sum) {
  const hn::ScalableTag<double> tag;
  const hn::Rebind<float, decltype(tag)> single;
  const std::size_t lanes = hn::Lanes(tag);
  const auto load = [&](const float* from)
                        HWY_ATTR { return hn::PromoteTo(tag, hn::LoadU(single, from)); };
  std::size_t k = 0;
  for (; k + 4 <= columns.size(); k += 4) {
    const float* a0 = columns[k];
    const float* a1 = columns[k + 1];
    const float* a2 = columns[k + 2];
    const float* a3 = columns[k + 3];
    const auto w0 = hn::Set(tag, w[k]);
    const auto w1 = hn::Set(tag, w[k + 1]);
    const auto w2 = hn::Set(tag, w[k + 2]);
    const auto w3 = hn::Set(tag, w[k + 3]);
    std::size_t i = 0;
    for (; i + lanes <= rows; i += lanes) {
      const auto low =
          hn::MulAdd(load(a0 + i), w0, hn::MulAdd(load(a1 + i), w1, hn::LoadU(tag, sum + i)));
      hn::StoreU(hn::Add(low, hn::MulAdd(load(a2 + i), w2, hn::Mul(load(a3 + i), w3))), tag,
                 sum + i);
    }
    for (; i < rows; ++i) {
      sum[i] += (w[k] * a0[i] + w[k + 1] * a1[i]) + (w[k + 2] * a2[i] + w[k + 3] * a3[i]);
    }
  }
  for (; k < columns.size(); ++k) {
    for (std::size_t i = 0; i < rows; ++i) sum[i] += w[k] * columns[k][i];
  }
}

HWY_ATTR void dot_each(std::span<const float* const> columns, const double* u, std::size_t rows,
                       double* out) {
  const hn::ScalableTag<double> tag;
  const hn::Rebind<float, decltype(tag)> single;
  const std::size_t lanes = hn::Lanes(tag);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const float* a = columns[k];
    auto even = hn::Zero(tag);
    auto odd = even;  // two sums: one would wait for itself
    std::size_t i = 0;
    for (; i + 2 * lanes <= rows; i += 2 * lanes) {
      const std::size_t j = i + lanes;
      even = hn::MulAdd(hn::PromoteTo(tag, hn::LoadU(single, a + i)), hn::LoadU(tag, u + i), even);
      odd = hn::MulAdd(hn::PromoteTo(tag, hn::LoadU(single, a + j)), hn::LoadU(tag, u + j), odd);
    }
    out[k] = hn::GetLane(hn::SumOfLanes(tag, hn::Add(even, odd)));
    for (; i < rows; ++i) out[k] += a[i] * u[i];
  }
}

}  // namespace tkl::linalg::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tkl::linalg {

HWY_EXPORT(both_ways);
HWY_EXPORT(weighted_sum);
HWY_EXPORT(dot_each);

void multiply_both_ways(const float* a, std::size_t stride, std::size_t rows, std::size_t columns,
                        const float* x, const float* y, float* down, float* across) {
  HWY_DYNAMIC_DISPATCH(both_ways)(a, stride, rows, columns, x, y, down, across);
}

void add_columns(std::span<const float* const> columns, const double* w, std::size_t rows,
                 double* sum) {
  HWY_DYNAMIC_DISPATCH(weighted_sum)(columns, w, rows, sum);
}

void dot_columns(std::span<const float* const> columns, const double* u, std::size_t rows,
                 double* out) {
  HWY_DYNAMIC_DISPATCH(dot_each)(columns, u, rows, out);
}

}  // namespace tkl::linalg
#endif
