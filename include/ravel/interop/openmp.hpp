// SPDX-License-Identifier: BSL-1.0
// An executor on the threads of OpenMP, for with_executor. In files compiled without OpenMP, operations run on the calling thread.
// Stateless.
#pragma once

#include <ravel/exec/with_threads.hpp>

#include <algorithm>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace ravel {

// Uses as many threads as OpenMP gives a parallel region. An exception of a part ends the program, as in every parallel region; parts of
// Ravel's operations throw none.
class openmp_executor {
 public:
  template <class Part>
  void over(index_arg n, index_arg grain, const Part& part) const {
    const index_t size = detail::checked_grain(grain), parts = n > 0 ? (n - 1) / size + 1 : 0;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1)
#endif
    for (index_t k = 0; k < parts; ++k) part(k * size, std::min<index_t>(n, (k + 1) * size));
  }
  index_t width() const {
#ifdef _OPENMP
    return std::max(1, omp_get_max_threads());
#else
    return 1;
#endif
  }
};

}  // namespace ravel
