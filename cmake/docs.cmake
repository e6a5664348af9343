# SPDX-License-Identifier: BSL-1.0
# The examples in README.md and docs/*.md do what the pages say: check_docs.py makes one program of each page's marked blocks and one
# file of the outputs shown, and the test `check.docs.<page>` compares them.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
file(GLOB pages CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/docs/*.md" "${PROJECT_SOURCE_DIR}/docs/*/*.md")
find_package(Eigen3 CONFIG QUIET) # pages have examples of it, of HDF5 and of RE2
find_package(HDF5 QUIET COMPONENTS C)
find_library(RAVEL_RE2 re2)
mark_as_advanced(RAVEL_RE2)
set(extract "${PROJECT_SOURCE_DIR}/cmake/check_docs.py")
if(NOT TARGET ravel::sparse)
  list(FILTER pages EXCLUDE REGEX "docs/(sparse|cookbook|from_eigen|mpi).md$")
endif()
if(NOT TARGET ravel::mpi)
  list(FILTER pages EXCLUDE REGEX "docs/mpi.md$")
endif()
# What check_docs.py includes first in every page that is no program as it stands.
set(docs_includes <ravel/ravel.hpp> <iostream> <cstdio> <string> <vector> <version>)
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/docs/includes.cpp" CONTENT "")
add_library(docs_includes OBJECT EXCLUDE_FROM_ALL "${PROJECT_BINARY_DIR}/docs/includes.cpp")
target_link_libraries(docs_includes PRIVATE ravel::ravel)
target_compile_options(docs_includes PRIVATE -O0 -g0)
target_precompile_headers(docs_includes PRIVATE ${docs_includes})
foreach(page IN LISTS pages)
  cmake_path(RELATIVE_PATH page BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE name)
  string(REGEX REPLACE "^docs/|\\.md$" "" name "${name}")
  string(REPLACE "/" "." name "${name}")
  set(made "${PROJECT_BINARY_DIR}/docs/${name}")
  file(STRINGS "${page}" has_example REGEX "^```cpp example" LIMIT_COUNT 1)
  if(NOT has_example) # nothing to compile; fences that go unread are refused all the same
    ravel_check(docs.${name} Python3::Interpreter "${extract}" "${page}" "${made}.cpp" "${made}.out")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${page}")
    continue()
  endif()
  add_custom_command(OUTPUT "${made}.cpp" "${made}.out"
    COMMAND Python3::Interpreter "${extract}" "${page}" "${made}.cpp" "${made}.out" DEPENDS "${page}" "${extract}" VERBATIM)
  add_executable(docs_${name} EXCLUDE_FROM_ALL "${made}.cpp")
  target_link_libraries(docs_${name} PRIVATE ravel::ravel $<TARGET_NAME_IF_EXISTS:ravel::sparse>
    $<TARGET_NAME_IF_EXISTS:ravel::mpi> $<TARGET_NAME_IF_EXISTS:Eigen3::Eigen>
    $<$<STREQUAL:${name},howto>:$<TARGET_NAME_IF_EXISTS:hdf5::hdf5>>
    $<$<AND:$<STREQUAL:${name},howto>,$<BOOL:${RAVEL_RE2}>>:${RAVEL_RE2}>)
  target_compile_options(docs_${name} PRIVATE -O0 -g0)
  file(STRINGS "${page}" whole REGEX "^int main" LIMIT_COUNT 1)
  if(NOT whole)
    target_precompile_headers(docs_${name} REUSE_FROM docs_includes)
  endif()
  set_target_properties(docs_${name} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/docs/run")
  add_dependencies(checks docs_${name})
  ravel_check(docs.${name} ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:docs_${name}> -DEXPECTED=${made}.out
    -P ${PROJECT_SOURCE_DIR}/cmake/compare_output.cmake)
  set_tests_properties(check.docs.${name} PROPERTIES WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}) # where readers of a page open docs/data
  # Blocks for which something is missing here are not right: they are skipped, by a test of their own.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${page}")
  file(STRINGS "${page}" conditional REGEX "^```cpp example if " LIMIT_COUNT 1)
  if(conditional)
    ravel_check(docs_all.${name} docs_${name})
    set_tests_properties(check.docs_all.${name} PROPERTIES SKIP_REGULAR_EXPRESSION "not compiled: ")
    set_tests_properties(check.docs.${name} check.docs_all.${name} PROPERTIES RESOURCE_LOCK docs.${name}) # they write the same files
  endif()
endforeach()
ravel_check(docs_data Python3::Interpreter "${PROJECT_SOURCE_DIR}/docs/data/make_sensors.py" check ${PROJECT_SOURCE_DIR}/docs/data)
ravel_check(shown_files Python3::Interpreter "${PROJECT_SOURCE_DIR}/cmake/check_shown_files.py" ${PROJECT_SOURCE_DIR})

# The site of these pages; ./dev docs check installs what it needs, and it is skipped where that is missing.
ravel_check(site Python3::Interpreter "${PROJECT_SOURCE_DIR}/cmake/site/check_site.py" ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/site)
