# SPDX-License-Identifier: BSL-1.0
# Installs the library and builds and runs tests/package against the installed copy, as a user would. KIND says which library:
#   static        the one of BUILD, already built       shared    built here, without optimisation
#   subdirectory  not installed: the consumer adds the source tree (configured only, the rest is the same build again)
cmake_minimum_required(VERSION 3.23)
set(room "${BUILD}/package/${KIND}")
set(consumer "${room}/consumer")
set(common -G "${GENERATOR}" -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Debug)
file(REMOVE_RECURSE "${room}/prefix" "${consumer}")

function(run)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${output}")
  endif()
endfunction()

if(KIND STREQUAL "subdirectory")
  run("${CMAKE_COMMAND}" -S "${SOURCE}/tests/package" -B "${consumer}" ${common} -DRAVEL_SOURCE_DIR=${SOURCE})
  return()
endif()

if(KIND STREQUAL "shared")
  run("${CMAKE_COMMAND}" -S "${SOURCE}" -B "${room}/build" ${common} -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DBUILD_SHARED_LIBS=ON
    -DRAVEL_BUILD_TESTS=OFF -DRAVEL_BUILD_EXAMPLES=OFF -DCMAKE_INSTALL_LIBDIR=lib)
  run("${CMAKE_COMMAND}" --build "${room}/build")
  set(BUILD "${room}/build")
endif()
run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${room}/prefix")
run("${CMAKE_COMMAND}" -S "${SOURCE}/tests/package" -B "${consumer}" ${common} -DCMAKE_PREFIX_PATH=${room}/prefix)
run("${CMAKE_COMMAND}" --build "${consumer}")
run("${consumer}/consumer")
