# SPDX-License-Identifier: BSL-1.0
# Only for our own builds: warnings, plain C++20, a build type when none is given, and ccache when it is there. Consumers never see any
# of this.
option(RAVEL_WERROR "Warnings are errors" OFF)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

set(CMAKE_CXX_EXTENSIONS OFF)

add_library(ravel_warnings INTERFACE)
target_compile_options(ravel_warnings INTERFACE -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow $<$<BOOL:${RAVEL_WERROR}>:-Werror>
  # GCC 12 at -O3 takes the in-place room of a moved Boost small_vector for all that memcpy may read.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overread>
  # Where several files are compiled as one, clang takes what one of them names inside a function for a shadow of what another keeps to itself.
  $<$<AND:$<COMPILE_LANG_AND_ID:CXX,Clang>,$<NOT:$<EQUAL:${RAVEL_BATCH},1>>>:-Wno-shadow>)

# What a translation unit frees in between is little, and looking for it a sixth of the time that tests take to compile.
add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=500000>)

# A precompiled header is cached only when ccache may trust that defines and timestamps inside it do not matter.
find_program(RAVEL_CCACHE ccache)
mark_as_advanced(RAVEL_CCACHE)
if(RAVEL_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${RAVEL_CCACHE})
endif()
