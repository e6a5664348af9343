# SPDX-License-Identifier: BSL-1.0
# Package files: what find_package(ravel CONFIG) and pkg-config read. Both find everything from their own place, so the tree may be moved.
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/ravel")
set(made "${PROJECT_BINARY_DIR}/package")

# A static library hands its private dependencies on to the consumer's linker.
set(RAVEL_IS_STATIC ON)
if(BUILD_SHARED_LIBS)
  set(RAVEL_IS_STATIC OFF)
endif()
set(RAVEL_NEEDS_BLAS OFF)
set(RAVEL_PC_PRIVATE "-lroaring")
if(TARGET ravel::blas)
  set(RAVEL_PC_BLAS "-lopenblas")
  if(NOT OpenBLAS_FOUND)
    string(JOIN " " RAVEL_PC_BLAS ${BLAS_LIBRARIES})
  endif()
  string(APPEND RAVEL_PC_PRIVATE " ${RAVEL_PC_BLAS}")
  install(FILES "${PROJECT_SOURCE_DIR}/cmake/ravel-blas.cmake" DESTINATION "${package_dir}")
  set(RAVEL_NEEDS_BLAS ${RAVEL_IS_STATIC})
endif()

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/ravel-config.cmake.in" "${made}/ravel-config.cmake"
  INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${made}/ravel-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(EXPORT ravel-targets NAMESPACE ravel:: DESTINATION "${package_dir}")
install(FILES "${made}/ravel-config.cmake" "${made}/ravel-config-version.cmake" DESTINATION "${package_dir}")

file(RELATIVE_PATH RAVEL_PC_TO_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file("${PROJECT_SOURCE_DIR}/cmake/ravel.pc.in" "${made}/ravel.pc" @ONLY)
install(FILES "${made}/ravel.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATADIR}/licenses/ravel")
