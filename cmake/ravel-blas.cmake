# SPDX-License-Identifier: BSL-1.0
# ravel::blas, whichever BLAS the system has under whichever name: Conan and upstream OpenBLAS give a target, Debian's OpenBLAS gives
# variables, all else is FindBLAS. Used by the build and installed beside the package file, so that static consumers find the same one.
if(NOT TARGET ravel::blas)
  add_library(ravel::blas INTERFACE IMPORTED GLOBAL)
  find_package(OpenBLAS CONFIG QUIET)
  if(TARGET OpenBLAS::OpenBLAS)
    target_link_libraries(ravel::blas INTERFACE OpenBLAS::OpenBLAS)
  elseif(OpenBLAS_FOUND)
    target_include_directories(ravel::blas INTERFACE ${OpenBLAS_INCLUDE_DIRS})
    target_link_libraries(ravel::blas INTERFACE ${OpenBLAS_LIBRARIES})
  else()
    find_package(BLAS REQUIRED)
    target_link_libraries(ravel::blas INTERFACE BLAS::BLAS)
  endif()
endif()
