// SPDX-License-Identifier: BSL-1.0
// The main function of examples that run on ranks: processes of MPI if the first argument is the word mpi, else 1, 2 and 4 threads, whose
// answers must be the same.
#pragma once

#include <ravel/mpi.hpp>

#include <iostream>
#include <string>

// `text` gives the answer on each rank; `answer` names it.
inline int on_ranks(int argc, char** argv, const std::string& answer, std::string (*text)(const ravel::mpi::world&)) {
  if (argc > 1 && std::string(argv[1]) == "mpi") {
    return ravel::mpi::run(argc, argv, [&](const ravel::mpi::world& w) {
      const std::string found = text(w);
      if (w.rank() == 0) std::cout << found;
    });
  }
  std::string first;
  for (const int ranks : {1, 2, 4}) {
    ravel::mpi::run_threads(ranks, [&](const ravel::mpi::world& w) {
      const std::string found = text(w);
      if (w.rank() != 0) return;
      if (first.empty()) std::cout << (first = found);
      std::cout << w.description() << ": " << (found == first ? "the same " : "not the same ") << answer << "\n";
    });
  }
  return 0;
}
