#include "linalg/transpose.hpp"

#include "linalg/vector_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linalg/transpose.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tkl::linalg::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// out = inᵀ for one block of 16 bytes squared.
HWY_INLINE HWY_ATTR void transpose_block(const float* in, std::size_t in_stride, float* out,
                                         std::size_t out_stride) {
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) out[i * out_stride + j] = in[j * in_stride + i];
  }
#else
  const hn::CappedTag<float, 4> tag;
  const hn::Repartition<double, decltype(tag)> pairs;
  const auto a = hn::LoadU(tag, in);
  const auto b = hn::LoadU(tag, in + in_stride);
  const auto c = hn::LoadU(tag, in + 2 * in_stride);
  const auto d = hn::LoadU(tag, in + 3 * in_stride);
  const auto ab_low = hn::BitCast(pairs, hn::InterleaveLower(tag, a, b));
  const auto ab_high = hn::BitCast(pairs, hn::InterleaveUpper(tag, a, b));
  const auto cd_low = hn::BitCast(pairs, hn::InterleaveLower(tag, c, d));
  const auto cd_high = hn::BitCast(pairs, hn::InterleaveUpper(tag, c, d));
  hn::StoreU(hn::BitCast(tag, hn::InterleaveLower(pairs, ab_low, cd_low)), tag, out);
  hn::StoreU(hn::BitCast(tag, hn::InterleaveUpper(pairs, ab_low, cd_low)), tag, out + out_stride);
  hn::StoreU(hn::BitCast(tag, hn::InterleaveLower(pairs, ab_high, cd_high)), tag,
             out + 2 * out_stride);
  hn::StoreU(hn::BitCast(tag, hn::InterleaveUpper(pairs, ab_high, cd_high)), tag,
             out + 3 * out_stride);
#endif
}

HWY_INLINE HWY_ATTR void transpose_block(const double* in, std::size_t in_stride, double* out,
                                         std::size_t out_stride) {
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 2; ++j) out[i * out_stride + j] = in[j * in_stride + i];
  }
#else
  const hn::CappedTag<double, 2> tag;
  const auto a = hn::LoadU(tag, in);
  const auto b = hn::LoadU(tag, in + in_stride);
  hn::StoreU(hn::InterleaveLower(tag, a, b), tag, out);
  hn::StoreU(hn::InterleaveUpper(tag, a, b), tag, out + out_stride);
#endif
}

template <class T>
HWY_INLINE HWY_ATTR void transpose_tile(const T* in, std::size_t in_stride, std::size_t height,
                                        std::size_t width, T* out, std::size_t out_stride) {
  constexpr std::size_t block = 16 / sizeof(T);
  const std::size_t whole_height = height - height % block;
  const std::size_t whole_width = width - width % block;
  for (std::size_t i = 0; i < whole_height; i += block) {
    for (std::size_t j = 0; j < whole_width; j += block) {
      transpose_block(in + j * in_stride + i, in_stride, out + i * out_stride + j, out_stride);
    }
  }
  for (std::size_t i = 0; i < height; ++i) {
    for (std::size_t j = i < whole_height ? whole_width : 0; j < width; ++j) {
      out[i * out_stride + j] = in[j * in_stride + i];
    }
  }
}

HWY_ATTR void transpose_float(const float* in, std::size_t in_stride, std::size_t height,
                              std::size_t width, float* out, std::size_t out_stride) {
  transpose_tile(in, in_stride, height, width, out, out_stride);
}

HWY_ATTR void transpose_double(const double* in, std::size_t in_stride, std::size_t height,
                               std::size_t width, double* out, std::size_t out_stride) {
  transpose_tile(in, in_stride, height, width, out, out_stride);
}

}  // namespace tkl::linalg::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tkl::linalg {

HWY_EXPORT(transpose_float);
HWY_EXPORT(transpose_double);

void transpose(const float* in, std::size_t in_stride, std::size_t height, std::size_t width,
               float* out, std::size_t out_stride) {
  HWY_DYNAMIC_DISPATCH(transpose_float)(in, in_stride, height, width, out, out_stride);
}

void transpose(const double* in, std::size_t in_stride, std::size_t height, std::size_t width,
               double* out, std::size_t out_stride) {
  HWY_DYNAMIC_DISPATCH(transpose_double)(in, in_stride, height, width, out, out_stride);
}

}  // namespace tkl::linalg
#endif
