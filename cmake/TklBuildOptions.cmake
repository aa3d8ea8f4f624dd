# Flags for our own code: they must reach neither the users of the library nor its export.

add_library(tkl_build_options INTERFACE)
target_compile_features(tkl_build_options INTERFACE cxx_std_20)
# Bounds checks of the standard containers, wherever speed is not the point.
target_compile_definitions(tkl_build_options
                           INTERFACE $<$<NOT:$<CONFIG:Release>>:_GLIBCXX_ASSERTIONS>)

if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  # Clang counts sign-conversion as part of -Wconversion and GCC does not; Eigen's signed indices
  # next to the unsigned sizes of the standard library would make it noise.
  target_compile_options(
    tkl_build_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion
                                -Wshadow $<$<BOOL:${TKL_WERROR}>:-Werror>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # False for every "text" + std::string at -O3 (GCC bug 105651).
    target_compile_options(tkl_build_options INTERFACE -Wno-restrict)
  endif()
  # errno after sqrt or log is never read, and setting it prevents vectorisation. Nothing that
  # changes results is allowed here: no -ffast-math, no -march.
  target_compile_options(tkl_build_options INTERFACE -fno-math-errno)
  # Keep the build machine's paths out of messages and debug information.
  target_compile_options(tkl_build_options
                         INTERFACE -ffile-prefix-map=${PROJECT_BINARY_DIR}=build
                                   -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)
endif()

if(TKL_SANITIZE)
  add_compile_options(-fsanitize=${TKL_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  if(TKL_SANITIZE MATCHES "address")
    # The address sanitizer, the processor and Eigen's assertions find what these do, and without
    # them compiling takes half the time.
    add_compile_options(-fno-sanitize=null,alignment,object-size,vptr)
  endif()
  add_link_options(-fsanitize=${TKL_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Instrumented Eigen code triggers this one falsely.
    target_compile_options(tkl_build_options INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()

if(TKL_BUILD_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "TKL_BUILD_FUZZERS needs clang: use the preset fuzz")
  endif()
  # Coverage feedback from the library too, not from the harness alone.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
