#pragma once

#include <cstddef>

#include "tkl/matrix.hpp"

namespace tkl::linalg {

/// Asks the system for large pages under fresh memory, where it can. Touching a kernel matrix for
/// the first time in small pages takes longer than computing it.
void prefer_large_pages(void* memory, std::size_t bytes);

/// A matrix whose entries are not set yet.
template <class T>
Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> large_matrix(Index rows, Index columns) {
  Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> out(rows, columns);
  prefer_large_pages(out.data(), static_cast<std::size_t>(out.size()) * sizeof(T));
  return out;
}

}  // namespace tkl::linalg
