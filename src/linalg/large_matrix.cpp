#include "linalg/large_matrix.hpp"

#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace tkl::linalg {

#ifdef __linux__

void prefer_large_pages(void* memory, std::size_t bytes) {
  constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
  const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
  const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
  // Advice only: it may fail, and nothing is lost.
  if (begin < end) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the address rounded to a page
    ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  }
}

#else

void prefer_large_pages(void*, std::size_t) {}

#endif

}  // namespace tkl::linalg
