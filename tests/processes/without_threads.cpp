// SPDX-License-Identifier: BSL-1.0
// An MPI without the thread level that ranks need: this program stands between mpi::run and the real one.
#include <ravel/mpi.hpp>

#include <mpi.h>
#include <cstdio>

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int code = PMPI_Init_thread(argc, argv, required, provided);
  *provided = MPI_THREAD_SINGLE;
  return code;
}

int main(int argc, char** argv) {
  return ravel::mpi::run(argc, argv, [](const ravel::mpi::world&) { std::puts("it runs without the thread level"); });
}
