#pragma once

#include <cstddef>

namespace tkl::linalg {

/// out[i·out_stride + j] = in[j·in_stride + i] for i < height, j < width.
void transpose(const float* in, std::size_t in_stride, std::size_t height, std::size_t width,
               float* out, std::size_t out_stride);
void transpose(const double* in, std::size_t in_stride, std::size_t height, std::size_t width,
               double* out, std::size_t out_stride);

}  // namespace tkl::linalg
