#pragma once

#include <cstddef>
#include <span>

/// Products with numbers in single precision that are read once each, at the speed of memory.
namespace tkl::linalg {

/// down += A·x and across = Aᵀ·y, for a matrix of so many rows whose columns are `stride` apart.
void multiply_both_ways(const float* a, std::size_t stride, std::size_t rows, std::size_t columns,
                        const float* x, const float* y, float* down, float* across);

/// sum += Σ_k w_k·(column k), in double precision.
void add_columns(std::span<const float* const> columns, const double* w, std::size_t rows,
                 double* sum);

/// out_k = (column k)ᵀu, in double precision.
void dot_columns(std::span<const float* const> columns, const double* u, std::size_t rows,
                 double* out);

}  // namespace tkl::linalg
