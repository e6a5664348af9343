# SPDX-License-Identifier: BSL-1.0
# What a change must keep besides the tests, as CTest tests labelled `check`: ./dev check builds the target `checks` and runs them.
add_custom_target(checks)

function(ravel_check name)
  add_test(NAME check.${name} COMMAND ${ARGN} COMMAND_EXPAND_LISTS)
  set_tests_properties(check.${name} PROPERTIES LABELS check SKIP_RETURN_CODE 77 TIMEOUT 600)
endfunction()

# Each header compiles alone, and twice in a row: one translation unit each, built with the target.
get_target_property(headers ravel HEADER_SET)
set(alone "")
foreach(header IN LISTS headers)
  cmake_path(RELATIVE_PATH header BASE_DIRECTORY "${PROJECT_SOURCE_DIR}/include")
  set(unit "${PROJECT_BINARY_DIR}/headers/${header}.cpp")
  file(CONFIGURE OUTPUT "${unit}" CONTENT "#include <@header@>\n#include <@header@>\n" @ONLY)
  list(APPEND alone "${unit}")
endforeach()
add_library(headers_alone OBJECT EXCLUDE_FROM_ALL ${alone})
target_link_libraries(headers_alone PRIVATE ravel::ravel ravel_warnings)
target_compile_options(headers_alone PRIVATE -O0 -g0 -Wpedantic)
add_dependencies(checks headers_alone)

# All of them after the macros of others, in the GNU dialect, where <complex.h> defines I.
set(includes "#include \"${PROJECT_SOURCE_DIR}/tests/support/notorious_macros.hpp\"\n")
foreach(header IN LISTS headers)
  cmake_path(RELATIVE_PATH header BASE_DIRECTORY "${PROJECT_SOURCE_DIR}/include")
  string(APPEND includes "#include <${header}>\n")
endforeach()
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/headers/after_macros.cpp" CONTENT "${includes}" @ONLY)
add_library(headers_after_macros OBJECT EXCLUDE_FROM_ALL "${PROJECT_BINARY_DIR}/headers/after_macros.cpp")
target_link_libraries(headers_after_macros PRIVATE ravel::ravel ravel_warnings)
set_target_properties(headers_after_macros PROPERTIES CXX_EXTENSIONS ON)
target_compile_options(headers_after_macros PRIVATE -O0 -g0 -Wpedantic)
add_dependencies(checks headers_after_macros)

ravel_check(layers ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -P ${PROJECT_SOURCE_DIR}/cmake/check_layers.cmake)
ravel_check(public_headers ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -P ${PROJECT_SOURCE_DIR}/cmake/check_public_headers.cmake)
ravel_check(format ${PROJECT_SOURCE_DIR}/cmake/format.sh check ${PROJECT_SOURCE_DIR})

find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_program(RAVEL_OTHER_COMPILER NAMES clang++-16)
mark_as_advanced(RAVEL_OTHER_COMPILER)
set(kinds static shared subdirectory)
if(RAVEL_OTHER_COMPILER)
  list(APPEND kinds other)
endif()
foreach(kind IN LISTS kinds)
  ravel_check(package.${kind} ${CMAKE_COMMAND} -DKIND=${kind} -DSOURCE=${PROJECT_SOURCE_DIR} -DBUILD=${PROJECT_BINARY_DIR}
    -DGENERATOR=${CMAKE_GENERATOR} -DCOMPILER=${CMAKE_CXX_COMPILER} -DOTHER=${RAVEL_OTHER_COMPILER} -DPYTHON=${Python3_EXECUTABLE}
    -P ${PROJECT_SOURCE_DIR}/cmake/check_package.cmake)
  set_tests_properties(check.package.${kind} PROPERTIES TIMEOUT 1800)
endforeach()
if(RAVEL_OTHER_COMPILER)
  set_tests_properties(check.package.other PROPERTIES DEPENDS check.package.shared)
endif()

file(GLOB misuses CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/compile_fail/*.cpp")
foreach(misuse IN LISTS misuses)
  cmake_path(GET misuse STEM name)
  ravel_check(compile_fail.${name} ${PROJECT_SOURCE_DIR}/cmake/check_compile_fail.sh ${misuse} ${CMAKE_CXX_COMPILER}
    "-I$<JOIN:$<TARGET_PROPERTY:ravel,INCLUDE_DIRECTORIES>,$<SEMICOLON>-I>")
endforeach()

include(docs)
