#pragma once

#include <cstddef>

/// How many vector operations a second one core can do at best, in the mix of a kernel entry: a loop
/// that touches no memory, on the instruction set that the library would choose.
namespace tkl::bench {

/// Entries of a vector.
template <class T>
std::size_t lanes();

/// One measurement, a few milliseconds long.
template <class T>
double measured_peak();

/// The best of several measurements, taken once.
template <class T>
double arithmetic_peak();

const char* target_name();

}  // namespace tkl::bench
