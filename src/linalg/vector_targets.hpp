#pragma once

// To be included before any header of Highway, in every source that is compiled once a target.
//
// Vectors whose size is unknown to the compiler cannot be kept in arrays or structures.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
