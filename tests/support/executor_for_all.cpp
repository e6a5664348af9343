// SPDX-License-Identifier: BSL-1.0
// Runs all tests of a program as if they stood in a scope of with_executor, where RAVEL_TEST_EXECUTOR is "shuffled" or "threads": no result
// may depend on who does a part of it, and when. Work of any size is cut, into few parts.
#include <support/listener.hpp>

#include <ravel/exec/with_threads.hpp>

#include <support/executors.hpp>

#include <cstdlib>
#include <string_view>

namespace {

class executor_for_all : public support::listener {
 public:
  using support::listener::listener;

  void testCaseStarting(const Catch::TestCaseInfo&) override {
    using ravel::detail::executor_access;
    static const support::shuffling_executor shuffling;
    static const ravel::thread_pool threads(3);
    static const ravel::detail::executor_ref shuffled = executor_access::ref(shuffling), shared = executor_access::ref(threads);
    const char* const wanted = std::getenv("RAVEL_TEST_EXECUTOR");
    if (!wanted) return;
    ravel::detail::rules_of_tasks = {.most = 5, .smallest = 1, .worth_waking = 0, .claimed = 0};
    ravel::detail::current_executor = wanted == std::string_view("threads") ? &shared : &shuffled;
  }
  void testCaseEnded(const Catch::TestCaseStats&) override { ravel::detail::current_executor = nullptr; }
};

}  // namespace

CATCH_REGISTER_LISTENER(executor_for_all)
