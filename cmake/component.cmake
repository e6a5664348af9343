# SPDX-License-Identifier: BSL-1.0
# ravel_component(<target> EXPORT_NAME <name> ROOT <folder>): the library <target>, alias ravel::<name>, of <folder>/src and
# <folder>/include. The core and every component beside it are made by this one function, so they cannot differ in visibility, version
# or flags.
include(GNUInstallDirs)

# Sources with loops that are compiled for several CPUs get -O3 even so.
set(RAVEL_OPTIMIZATION -O3 CACHE STRING "Optimisation of the library where the build type is not Debug")
# In batches they take half as long. GCC inlines less in them, so that those who install the library compile each file alone.
set(RAVEL_BATCH 1 CACHE STRING "Number of the library's files that are compiled as one; 1 for each alone")
# A run that tests only some layers saves what those above them take to compile. The library is not whole then.
set(RAVEL_LEAVE_OUT "" CACHE STRING "What of src/ is not compiled, folders or files without their ending, as alternatives of a regular expression")
# Nor need it optimise all of them: these are called most often for the time that they take to compile.
set(RAVEL_OPTIMIZED "" CACHE STRING "Folders of src/ that are optimised where others are not, as alternatives of a regular expression; in batches")
mark_as_advanced(RAVEL_OPTIMIZATION RAVEL_BATCH RAVEL_LEAVE_OUT RAVEL_OPTIMIZED)

# Files of one folder are compiled by the batch, but for those that have compiler options of their own. Neighbours are alike in how long they
# take, so each stands in another batch.
function(ravel_batches_of_folders target name)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # GCC takes what one of several files keeps to itself for part of a header.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  set(folders "")
  foreach(source IN LISTS ARGN)
    set(folder ${name})
    if(source MATCHES "/src/([a-z/]+)/[^/]*$")
      string(REPLACE / _ folder "${CMAKE_MATCH_1}")
    endif()
    list(APPEND folders ${folder})
    list(APPEND files_of_${folder} "${source}")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH files_of_${folder} files)
    math(EXPR batches "(${files} + ${RAVEL_BATCH} - 1) / ${RAVEL_BATCH}")
    set(number 0)
    foreach(source IN LISTS files_of_${folder})
      math(EXPR batch "${number} % ${batches}")
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${folder}_${batch})
      math(EXPR number "${number} + 1")
    endforeach()
    # The options stand at what CMake makes of a batch: sources with options of their own are in none.
    if(RAVEL_OPTIMIZED AND folder MATCHES "^(${RAVEL_OPTIMIZED})$")
      math(EXPR last "${batches} - 1")
      foreach(batch RANGE ${last})
        set_source_files_properties("${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/Unity/unity_${folder}_${batch}_cxx.cxx" PROPERTIES
          COMPILE_OPTIONS -O1 SKIP_PRECOMPILE_HEADERS ON)
      endforeach()
    endif()
  endforeach()
endfunction()

# Sources may not include headers of a folder that is left out: they would not link.
function(ravel_check_folders_left_out)
  string(REGEX MATCHALL "[^|]+" left_out "${RAVEL_LEAVE_OUT}")
  list(FILTER left_out INCLUDE REGEX "^[a-z]+$")
  list(JOIN left_out "|" folders)
  foreach(source IN LISTS ARGN)
    file(STRINGS "${source}" included REGEX "^#include [<\"](ravel/)?(${folders})/" LIMIT_COUNT 1)
    if(folders AND included)
      message(FATAL_ERROR "RAVEL_LEAVE_OUT leaves out ${folders}, and ${source} has ${included}: leave it out, too")
    endif()
  endforeach()
endfunction()

# One source of a component alone is compiled with DEFINITIONS and the headers of an optional library. The other sources are compiled alike
# with and without the library, so somebody who installs it later compiles that one source again.
function(ravel_doorway target library source) # DEFINITIONS...
  cmake_path(GET source STEM name)
  add_library(${target}_${name} INTERFACE)
  target_link_libraries(${target}_${name} INTERFACE $<LINK_ONLY:${library}>)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:${target}_${name}> $<INSTALL_INTERFACE:${library}>)
  set_source_files_properties(${source} PROPERTIES
    COMPILE_DEFINITIONS "${ARGN};$<TARGET_PROPERTY:${library},INTERFACE_COMPILE_DEFINITIONS>"
    COMPILE_OPTIONS "$<TARGET_PROPERTY:${library},INTERFACE_COMPILE_OPTIONS>"
    INCLUDE_DIRECTORIES "$<FILTER:$<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>,EXCLUDE,^/usr/include$>")
endfunction()

function(ravel_component target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "EXPORT_NAME;ROOT" "")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${arg_ROOT}/src/*.cpp")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${arg_ROOT}/include/*.hpp")
  if(RAVEL_LEAVE_OUT)
    list(FILTER sources EXCLUDE REGEX "/src/(${RAVEL_LEAVE_OUT})(/|\\.cpp$)")
    ravel_check_folders_left_out(${sources})
  endif()
  add_library(${target} ${sources})
  # Clang compiles kernels for one CPU, and a Debug build without options of their own. Those of GCC stay alone even so: check_package.cmake
  # takes objects of a Release build for a Debug build.
  set(kernels_alone TRUE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_BUILD_TYPE STREQUAL "Debug")
    set(kernels_alone FALSE)
  endif()
  foreach(source IN LISTS sources)
    file(STRINGS "${source}" kernel REGEX "RAVEL_KERNEL" LIMIT_COUNT 1)
    if(kernel AND kernels_alone)
      set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS $<$<NOT:$<CONFIG:Debug>>:-O3>)
      list(REMOVE_ITEM sources "${source}")
    endif()
    # The precompiled header serves only sources with the options of the target.
    get_source_file_property(options "${source}" COMPILE_OPTIONS)
    if(options)
      set_source_files_properties("${source}" PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
  if(EXISTS "${arg_ROOT}/src/precompiled.hpp")
    target_precompile_headers(${target} PRIVATE "${arg_ROOT}/src/precompiled.hpp")
  endif()
  if(RAVEL_BATCH GREATER 1)
    ravel_batches_of_folders(${target} ${arg_EXPORT_NAME} ${sources})
  endif()
  add_library(ravel::${arg_EXPORT_NAME} ALIAS ${target})
  target_include_directories(${target} PRIVATE "${arg_ROOT}/src") # headers that only sources include
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS "${arg_ROOT}/include" FILES ${headers})
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${arg_EXPORT_NAME}
    CXX_EXTENSIONS OFF
    DEFINE_SYMBOL "" # static and shared compile alike, so a cache of compilers serves both
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}) # 0.x promises nothing between minor versions
  # A static library may be linked into a shared one, unless the builder says otherwise.
  if(NOT DEFINED CMAKE_POSITION_INDEPENDENT_CODE)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
  set(exports "${PROJECT_BINARY_DIR}/exports.map")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/exports.map.in" "${exports}" @ONLY)
  if(BUILD_SHARED_LIBS)
    target_link_options(${target} PRIVATE "LINKER:--version-script=${exports}")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${exports}")
  endif()
  # Loops vectorise at -O3 (square roots where nobody reads errno), and a*x+y stays two roundings on every machine. Binds our sources only.
  # A trace names sources by their path, which is to be the same on every machine.
  target_compile_options(${target} PRIVATE -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
  target_compile_options(${target} PRIVATE -ffp-contract=off -fno-math-errno "$<$<NOT:$<CONFIG:Debug>>:${RAVEL_OPTIMIZATION}>")
  if(PROJECT_IS_TOP_LEVEL)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:ravel_warnings>)
    target_compile_options(${target} PRIVATE -Wpedantic) # a project that adds this one may ask for it
  endif()
  if(RAVEL_INSTALL)
    install(TARGETS ${target} EXPORT ravel-targets FILE_SET HEADERS)
  endif()
endfunction()
