#pragma once

// To be included before any header of Highway, in every source that is compiled once a target.
//
// Vectors whose size is unknown to the compiler cannot be kept in arrays or structures.
#define TKL_UNSIZED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

#if defined(__EMSCRIPTEN__)
// Highway 1.0 has no doubles in WebAssembly's own vectors. Its arrays of two do, and the compiler
// makes vectors of them.
#define HWY_DISABLED_TARGETS (TKL_UNSIZED_TARGETS | HWY_WASM)
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// Sanitizers take minutes to compile the loops for all targets; two of them show the same errors.
#define HWY_DISABLED_TARGETS (TKL_UNSIZED_TARGETS | HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#else
#define HWY_DISABLED_TARGETS TKL_UNSIZED_TARGETS
#endif
