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
ravel_check(every_operation ${PROJECT_SOURCE_DIR}/cmake/check_every_operation.sh ${PROJECT_SOURCE_DIR})
ravel_check(format ${PROJECT_SOURCE_DIR}/cmake/format.sh check ${PROJECT_SOURCE_DIR})

# A few of the faults that ./dev mutate dims plants show that it still works.
ravel_check(mutate ${CMAKE_COMMAND} -E env RAVEL_BUILD_TREE=${PROJECT_BINARY_DIR}
  ${PROJECT_SOURCE_DIR}/tests/mutate/dims.sh "an odometer does not carry|addresses may lie anywhere|places of an unsorted list")

find_package(Python3 REQUIRED COMPONENTS Interpreter)
ravel_check(detail_names ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/check_detail_names.py ${PROJECT_SOURCE_DIR})
# Beside GCC the oldest Clang that is promised, beside Clang GCC.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  find_program(RAVEL_OTHER_COMPILER NAMES clang++-16)
else()
  find_program(RAVEL_OTHER_COMPILER NAMES g++)
endif()
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

# Misuse is seen by who includes everything, which is compiled once for all of them.
file(GLOB misuses CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/compile_fail/*.cpp")
set(misuse_flags -std=c++20 -fdiagnostics-color=never "-I$<JOIN:$<TARGET_PROPERTY:ravel,INCLUDE_DIRECTORIES>,$<SEMICOLON>-I>")
set(misused "${PROJECT_BINARY_DIR}/misuse/everything.hpp")
file(CONFIGURE OUTPUT "${misused}" CONTENT "#include <ravel/ravel.hpp>\n")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_custom_command(OUTPUT "${misused}.gch" DEPENDS "${misused}" DEPFILE "${misused}.d" COMMAND_EXPAND_LISTS VERBATIM
    COMMAND "${CMAKE_CXX_COMPILER}" ${misuse_flags} -MD -MF "${misused}.d" -MT "${misused}.gch" -x c++-header "${misused}" -o "${misused}.gch")
  add_custom_target(misuse_header DEPENDS "${misused}.gch")
  add_dependencies(checks misuse_header)
endif()
foreach(misuse IN LISTS misuses)
  cmake_path(GET misuse STEM name)
  ravel_check(compile_fail.${name} ${PROJECT_SOURCE_DIR}/cmake/check_compile_fail.sh ${misuse} ${misused} ${CMAKE_CXX_COMPILER} ${misuse_flags})
endforeach()

# What may be promised of bits holds however a program is compiled: not optimised, with the oldest and with the newest instructions (those
# that contract), by this compiler and by another one.
set(bits "")
set(bits_include "-I$<JOIN:$<TARGET_PROPERTY:ravel,INCLUDE_DIRECTORIES>,$<SEMICOLON>-I>")
function(ravel_bits name compiler)
  set(object "${PROJECT_BINARY_DIR}/bits/${name}.o")
  set(source "${PROJECT_SOURCE_DIR}/tests/bits/main.cpp")
  add_custom_command(OUTPUT "${object}" DEPENDS "${source}" DEPFILE "${object}.d" COMMAND_EXPAND_LISTS VERBATIM
    COMMAND "${compiler}" -std=c++20 ${ARGN} "${bits_include}" -MD -MF "${object}.d" -MT "${object}" -c "${source}" -o "${object}")
  add_executable(bits_${name} EXCLUDE_FROM_ALL "${object}")
  set_target_properties(bits_${name} PROPERTIES LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bits")
  target_link_libraries(bits_${name} PRIVATE ravel::ravel)
  add_dependencies(checks bits_${name})
  set(bits ${bits} $<TARGET_FILE:bits_${name}> PARENT_SCOPE)
endfunction()
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/bits")
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  set(oldest -march=x86-64)
  set(contracting -march=x86-64-v3)
endif()
ravel_bits(plain ${CMAKE_CXX_COMPILER} -O0 ${oldest})
ravel_bits(contracting ${CMAKE_CXX_COMPILER} -O2 ${contracting})
ravel_bits(native ${CMAKE_CXX_COMPILER} -O3 -march=native)
if(RAVEL_OTHER_COMPILER)
  ravel_bits(other ${RAVEL_OTHER_COMPILER} -O2 ${contracting})
endif()
ravel_check(bits ${PROJECT_SOURCE_DIR}/cmake/check_bits.sh ${bits})
ravel_check(fast_math ${PROJECT_SOURCE_DIR}/cmake/check_fast_math.sh ${CMAKE_CXX_COMPILER} "${bits_include}")

include(docs)
