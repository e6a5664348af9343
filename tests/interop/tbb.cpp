// SPDX-License-Identifier: BSL-1.0
// Operations on the threads of oneTBB, in any arena, also within a loop of its own, where oneTBB is installed.
#include <ravel/exec.hpp>
#include <ravel/interop/tbb.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/loop/clone.hpp>

#include <support/catch.hpp>
#include <support/executors.hpp>
#include <support/require_equal.hpp>

#include <atomic>

#if __has_include(<tbb/parallel_for.h>)
using ravel::index_t;

namespace {

auto fifths() {
  return map([](index_t i) { return static_cast<double>(i) / 5; }, ravel::iota<index_t>(30'000));
}

}  // namespace

TEST_CASE("operations run on the threads of oneTBB", "[interop]") {
  const auto wanted = clone(fifths());
  const support::rules_of_tasks rules(support::share_all);
  tbb::task_arena arena(3);
  CHECK(ravel::tbb_executor(arena).width() == 3);
  CHECK(ravel::tbb_executor().width() >= 1);
  REQUIRE_EQUAL(ravel::with_executor(ravel::tbb_executor(arena), [] { return clone(fifths()); }), wanted);
  REQUIRE_EQUAL(ravel::with_executor(ravel::tbb_executor(), [] { return clone(fifths()); }), wanted);
}

TEST_CASE("operations run within a loop of oneTBB", "[interop]") {
  const auto wanted = clone(fifths());
  const support::rules_of_tasks rules(support::share_all);
  std::atomic<int> right = 0;
  tbb::parallel_for(0, 20, [&](int) {
    const auto made = ravel::with_executor(ravel::tbb_executor(), [] { return clone(fifths()); });
    right += std::equal(made.begin(), made.end(), wanted.begin(), wanted.end());
  });
  CHECK(right == 20);
}
#endif
