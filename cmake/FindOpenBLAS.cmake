# Defines OpenBLAS::OpenBLAS: cblas.h and the Fortran LAPACK symbols. Installed beside
# tklConfig.cmake, since whoever links the static library needs it too. With OpenBLAS_USE_STATIC it is
# the static library.

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_OPENBLAS QUIET openblas)
endif()

# PATHS are tried last, so the system's default alternative wins over one flavour's own folder.
find_path(OpenBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas PATHS ${PC_OPENBLAS_INCLUDE_DIRS})
if(OpenBLAS_USE_STATIC)
  find_library(OpenBLAS_LIBRARY libopenblas.a PATHS ${PC_OPENBLAS_LIBRARY_DIRS})
else()
  find_library(OpenBLAS_LIBRARY openblas PATHS ${PC_OPENBLAS_LIBRARY_DIRS})
endif()
mark_as_advanced(OpenBLAS_INCLUDE_DIR OpenBLAS_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenBLAS REQUIRED_VARS OpenBLAS_LIBRARY OpenBLAS_INCLUDE_DIR)

if(OpenBLAS_FOUND AND NOT TARGET OpenBLAS::OpenBLAS)
  add_library(OpenBLAS::OpenBLAS UNKNOWN IMPORTED)
  set_target_properties(
    OpenBLAS::OpenBLAS PROPERTIES IMPORTED_LOCATION "${OpenBLAS_LIBRARY}"
                                  INTERFACE_INCLUDE_DIRECTORIES "${OpenBLAS_INCLUDE_DIR}")
endif()
