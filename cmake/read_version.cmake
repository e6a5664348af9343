# SPDX-License-Identifier: BSL-1.0
# RAVEL_VERSION, read from the one place that states it: include/ravel/base/config.hpp.
set(RAVEL_VERSION "")
foreach(part MAJOR MINOR PATCH)
  file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../include/ravel/base/config.hpp" line REGEX "^#define RAVEL_VERSION_${part} ")
  string(REGEX MATCH "[0-9]+$" number "${line}")
  string(JOIN "." RAVEL_VERSION ${RAVEL_VERSION} ${number})
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/../include/ravel/base/config.hpp")
