// SPDX-License-Identifier: BSL-1.0
// Operations on the threads of oneTBB, in any arena, also within a loop of its own, where oneTBB is installed. The thread sanitizer reports
// races in every loop of a oneTBB that is built without it.
#include <ravel/exec.hpp>
#include <ravel/interop/tbb.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/loop/clone.hpp>

#include <support/catch.hpp>
#include <support/executors.hpp>
#include <support/require_equal.hpp>
#include <support/sanitized.hpp>
#include <support/several_operations.hpp>
#include <support/small_stack.hpp>

#include <atomic>
#include <cfenv>

#if __has_include(<tbb/parallel_for.h>)
using ravel::index_t;

namespace {

auto fifths() {
  return map([](index_t i) { return static_cast<double>(i) / 5; }, ravel::iota<index_t>(30'000));
}

}  // namespace

TEST_CASE("operations run on the threads of oneTBB", "[interop]") {
  if (support::thread_sanitized) return;
  const auto wanted = clone(fifths());
  const support::rules_of_tasks rules(support::share_all);
  tbb::task_arena arena(3);
  CHECK(ravel::tbb_executor(arena).width() == 3);
  CHECK(ravel::tbb_executor().width() >= 1);
  REQUIRE_EQUAL(ravel::with_executor(ravel::tbb_executor(arena), [] { return clone(fifths()); }), wanted);
  REQUIRE_EQUAL(ravel::with_executor(ravel::tbb_executor(), [] { return clone(fifths()); }), wanted);
}

TEST_CASE("operations run within a loop of oneTBB", "[interop]") {
  if (support::thread_sanitized) return;
  const auto wanted = clone(fifths());
  const support::rules_of_tasks rules(support::share_all);
  std::atomic<int> right = 0;
  tbb::parallel_for(0, 20, [&](int) {
    const auto made = ravel::with_executor(ravel::tbb_executor(), [] { return clone(fifths()); });
    right += std::equal(made.begin(), made.end(), wanted.begin(), wanted.end());
  });
  CHECK(right == 20);
}

TEST_CASE("operations within a loop of oneTBB share threads of any kind", "[interop]") {
  if (support::thread_sanitized) return;
  using support::several_operations;
  const auto wanted = several_operations();
  const support::rules_of_tasks rules(support::share_all);
  tbb::task_arena arena(3);
  const ravel::tbb_executor outer, other(arena);
  std::atomic<int> right = 0, nested = 0;
  tbb::parallel_for(0, 24, [&](int) {
    static thread_local bool is_inside = false;
    nested += is_inside;  // this thread began another call while it waited
    is_inside = true;
    right += ravel::with_threads(2, several_operations) == wanted;
    right += ravel::with_executor(outer, several_operations) == wanted;
    right += ravel::with_executor(other, several_operations) == wanted;
    right += ravel::with_threads(2, [&] { return ravel::with_executor(other, several_operations); }) == wanted;
    is_inside = false;
  });
  CHECK(right == 4 * 24);
  CHECK(nested == 0);
}

TEST_CASE("several threads of the program share one arena of oneTBB", "[interop]") {
  if (support::thread_sanitized) return;
  using support::several_operations;
  const auto wanted = several_operations();
  std::fesetround(FE_UPWARD);
  const auto wanted_upward = several_operations();
  std::fesetround(FE_TONEAREST);
  const support::rules_of_tasks rules(support::share_all);
  tbb::task_arena arena(3);
  const ravel::tbb_executor executor(arena);
  std::atomic<int> right = 0;
  support::on_stacks(support::small_stack, 4, [&](int k) {
    const int way = k % 2 == 0 ? FE_TONEAREST : FE_UPWARD;
    std::fesetround(way);
    for (int again = 0; again < 5; ++again) {
      right += ravel::with_executor(executor, several_operations) == (k % 2 == 0 ? wanted : wanted_upward) && std::fegetround() == way;
    }
  });
  CHECK(right == 4 * 5);
}
#endif
