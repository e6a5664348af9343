# SPDX-License-Identifier: BSL-1.0
# Installs the library and builds and runs tests/package against the installed copy, as a user would. KIND says which library:
#   static        the one of BUILD, already built, found by CMake and by pkg-config
#   shared        built here by the preset that README.md names, without optimisation and with a library folder outside the prefix; by
#                 another compiler (OTHER), where there is one: both show the same names, and each runs what the other has built
#   subdirectory  not installed: the consumer adds the source tree (configured only, the rest is the same build again)
cmake_minimum_required(VERSION 3.23)
set(room "${BUILD}/package/${KIND}")
set(common -G "${GENERATOR}" -DCMAKE_BUILD_TYPE=Debug)
file(REMOVE_RECURSE "${room}/prefix" "${room}/libraries")

# A command that fails is shown as a shell takes it.
function(run)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    list(TRANSFORM ARGN REPLACE "^(.*[^A-Za-z0-9_./=:+-].*)$" "'\\1'")
    string(JOIN " " command ${ARGN})
    message("failed: ${command}\n${output}")
    message(FATAL_ERROR "the package is not whole (${KIND})")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(consume name compiler package_dir)
  set(consumer "${room}/${name}")
  file(REMOVE_RECURSE "${consumer}")
  run("${CMAKE_COMMAND}" -S "${SOURCE}/tests/package" -B "${consumer}" ${common} -DCMAKE_CXX_COMPILER=${compiler}
    -Dravel_DIR=${package_dir}/cmake/ravel)
  run("${CMAKE_COMMAND}" --build "${consumer}")
  run("${consumer}/consumer")
  if(EXISTS "${consumer}/sparse_consumer")
    run("${consumer}/sparse_consumer")
  endif()
  if(EXISTS "${consumer}/mpi_consumer")
    run("${consumer}/mpi_consumer")
  endif()
endfunction()

# What pkg-config says is enough to compile and link, and says nothing about this machine but where the package lies.
function(consume_by_pkg_config package_dir)
  find_program(pkg_config NAMES pkgconf pkg-config)
  if(NOT pkg_config)
    return()
  endif()
  set(ENV{PKG_CONFIG_PATH} "${package_dir}/pkgconfig")
  link_by_pkg_config(ravel main)
  if(EXISTS "${package_dir}/pkgconfig/ravel-sparse.pc")
    link_by_pkg_config(ravel-sparse sparse)
  endif()
  if(EXISTS "${package_dir}/pkgconfig/ravel-mpi.pc")
    link_by_pkg_config(ravel-mpi mpi)
  endif()
endfunction()

function(link_by_pkg_config package program)
  run("${pkg_config}" --cflags --libs ${package})
  separate_arguments(flags UNIX_COMMAND "${output}")
  set(made "${room}/${program}_by_pkg_config")
  run("${COMPILER}" -std=c++20 -O0 "${SOURCE}/tests/package/${program}.cpp" -o "${made}" ${flags} "-Wl,-rpath,${package_dir}")
  run("${made}")
endfunction()

# The folder of libraries below a prefix, which may be named after the machine.
function(installed_in prefix result)
  file(GLOB_RECURSE description "${prefix}/*/ravel.pc")
  cmake_path(GET description PARENT_PATH package_dir)
  cmake_path(GET package_dir PARENT_PATH package_dir)
  set(${result} "${package_dir}" PARENT_SCOPE)
endfunction()

function(expect_no_path file)
  file(READ "${file}" text)
  if(text MATCHES "[ =LI](/[^\n ]*)")
    message(FATAL_ERROR "${file} holds the path ${CMAKE_MATCH_1} of this machine")
  endif()
endfunction()

# What the installed static library would show as a shared one, which it may become.
function(link_shared name)
  run("${COMPILER}" -shared -o "${room}/${name}.so" "-Wl,--version-script=${SOURCE}/cmake/exports.map"
    -Wl,--whole-archive "${package_dir}/${name}.a" -Wl,--no-whole-archive)
endfunction()

function(check_exports name)
  list(TRANSFORM ARGN PREPEND "${SOURCE}/")
  run("${PYTHON}" "${SOURCE}/cmake/check_exports.py" "${room}/build/${name}.so" ${ARGN} --other "${static}/${name}.so")
endfunction()

# The preset that users are told to take, which must not be one of ours for developing.
function(build_as_told compiler)
  file(STRINGS "${SOURCE}/README.md" line REGEX "cmake --preset " LIMIT_COUNT 1)
  string(REGEX MATCH "--preset ([a-z]+)" preset "${line}")
  run("${CMAKE_COMMAND}" --preset ${CMAKE_MATCH_1} -S "${SOURCE}" -B "${room}/build" ${common} -DCMAKE_CXX_COMPILER=${compiler}
    -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DRAVEL_BATCH=4 -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DBUILD_SHARED_LIBS=ON -DCMAKE_INSTALL_LIBDIR=${room}/libraries
    -DCMAKE_INSTALL_PREFIX=${room}/prefix ${ARGN})
  run("${CMAKE_COMMAND}" -N -L -B "${room}/build")
  if(output MATCHES "(RAVEL_WERROR|RAVEL_BUILD_(TESTS|EXAMPLES|BENCH)):BOOL=ON")
    message(FATAL_ERROR "the preset of README.md sets ${CMAKE_MATCH_1}, which users do not need")
  endif()
  run("${CMAKE_COMMAND}" --build "${room}/build")
  run("${CMAKE_COMMAND}" --install "${room}/build")
endfunction()

if(KIND STREQUAL "subdirectory")
  run("${CMAKE_COMMAND}" -S "${SOURCE}/tests/package" -B "${room}/consumer" ${common} -DCMAKE_CXX_COMPILER=${COMPILER}
    -DRAVEL_SOURCE_DIR=${SOURCE})
elseif(KIND STREQUAL "static")
  run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${room}/prefix")
  installed_in("${room}/prefix" package_dir)
  file(GLOB descriptions "${package_dir}/pkgconfig/*.pc")
  foreach(description IN LISTS descriptions)
    expect_no_path("${description}")
  endforeach()
  consume(consumer "${COMPILER}" "${package_dir}")
  consume_by_pkg_config("${package_dir}")
  link_shared(libravel)
  link_shared(libravel_sparse)
  link_shared(libravel_mpi)
else()
  set(static "${BUILD}/package/static")
  if(OTHER)
    build_as_told("${OTHER}")
    installed_in("${static}/prefix" package_dir)
    consume(by_other "${OTHER}" "${package_dir}")
  else()
    build_as_told("${COMPILER}")
  endif()
  check_exports(libravel include src) # tests call some of what only sources include
  check_exports(libravel_sparse include sparse/include)
  check_exports(libravel_mpi include mpi/include)
  consume(consumer "${COMPILER}" "${room}/libraries")
  consume_by_pkg_config("${room}/libraries")
endif()
