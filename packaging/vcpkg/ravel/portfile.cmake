# SPDX-License-Identifier: BSL-1.0
# An overlay port: it builds the tree that it lies in. The port of a registry gets the archive of a release by vcpkg_from_github instead.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS options
    FEATURES
        blas RAVEL_WITH_BLAS
        mpi RAVEL_WITH_MPI
        zlib RAVEL_WITH_ZLIB
)
vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        -DRAVEL_BUILD_TESTS=OFF
        -DRAVEL_BUILD_EXAMPLES=OFF
        ${options}
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/ravel)

# Headers are installed once, above debug/.
if(NOT VCPKG_BUILD_TYPE)
    foreach(package IN ITEMS ravel ravel-mpi ravel-sparse)
        vcpkg_replace_string("${CURRENT_PACKAGES_DIR}/debug/lib/pkgconfig/${package}.pc" "/../../include" "/../../../include")
    endforeach()
endif()
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share" "${CURRENT_PACKAGES_DIR}/share/licenses")

file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
