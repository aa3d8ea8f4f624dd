#include <algorithm>
#include <cstddef>

// All that the LAPACK inside of a static OpenBLAS asks of the Fortran runtime, whose own static
// library cannot become part of a shared one.

/// Fortran's `first // second`, cut or filled with blanks to the length of the target.
extern "C" void _gfortran_concat_string(std::size_t target_length, char* target,
                                        std::size_t first_length, const char* first,
                                        std::size_t second_length, const char* second) {
  const std::size_t from_first = std::min(target_length, first_length);
  const std::size_t from_second = std::min(target_length - from_first, second_length);
  char* const end = target + target_length;
  target = std::copy_n(first, from_first, target);
  target = std::copy_n(second, from_second, target);
  std::fill(target, end, ' ');
}
