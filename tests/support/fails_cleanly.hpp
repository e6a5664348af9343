// SPDX-License-Identifier: BSL-1.0
// fails_cleanly(work): work that is cut into tasks, with each of its allocations failing in turn. It leaks nothing, and works afterwards.
#pragma once

#include <ravel/exec/with_threads.hpp>

#include <support/executors.hpp>
#include <support/faults.hpp>
#include <support/require_equal.hpp>

namespace support {

// Every task in its turn, without an allocation of the executor's own: from the last to the first.
struct backwards {
  template <class Part>
  void over(ravel::index_t n, ravel::index_t, Part&& part) const {
    for (ravel::index_t k = n; k-- > 0;) part(k, k + 1);
  }
  ravel::index_t width() const { return 4; }
};

template <class Work>
void fails_cleanly(const Work& work) {
  const auto wanted = work();
  const rules_of_tasks now({.most = 4, .smallest = 1, .worth_waking = 0, .claimed = 0});
  const backwards executor;
  const auto failed = for_each_allocation_failure([&] { static_cast<void>(ravel::with_executor(executor, work)); });
  CHECK(failed > 0);
  REQUIRE_EQUAL(ravel::with_executor(executor, work), wanted);
}

}  // namespace support
