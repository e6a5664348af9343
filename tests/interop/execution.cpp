// SPDX-License-Identifier: BSL-1.0
// Operations by an execution policy, where the standard library has some that this program can link.
#include <ravel/exec.hpp>
#include <ravel/interop/execution.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/loop/clone.hpp>

#include <support/catch.hpp>
#include <support/executors.hpp>
#include <support/require_equal.hpp>
#include <support/sanitized.hpp>

#if defined(__cpp_lib_execution)
using ravel::index_t;

namespace {

auto fifths() {
  return map([](index_t i) { return static_cast<double>(i) / 5; }, ravel::iota<index_t>(30'000));
}

}  // namespace

TEST_CASE("operations run by an execution policy", "[interop]") {
  const auto wanted = clone(fifths());
  const support::rules_of_tasks rules(support::share_all);
  const ravel::policy_executor in_order(std::execution::seq);
  const ravel::policy_executor together(std::execution::par);
  CHECK(in_order.width() == 1);
  CHECK(together.width() >= 1);
  REQUIRE_EQUAL(ravel::with_executor(in_order, [] { return clone(fifths()); }), wanted);
  if (support::thread_sanitized) return;  // libstdc++ takes threads of oneTBB
  REQUIRE_EQUAL(ravel::with_executor(together, [] { return clone(fifths()); }), wanted);
}
#endif
