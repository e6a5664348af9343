// SPDX-License-Identifier: BSL-1.0
// Operations on the threads of OpenMP, with which this file is compiled where it is installed. The thread sanitizer does not see how these
// wait for each other.
#include <ravel/exec.hpp>
#include <ravel/interop/openmp.hpp>
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
#include <stdexcept>
#include <string>

#if __has_include(<omp.h>)
using ravel::index_t;

namespace {

auto thirds() {
  return map([](index_t i) { return static_cast<double>(i) / 3; }, ravel::iota<index_t>(30'000));
}

}  // namespace

TEST_CASE("OpenMP has each position once", "[interop]") {
  if (support::thread_sanitized) return;
  const ravel::openmp_executor openmp;
  CHECK(openmp.width() >= 1);
  for (const index_t n : {0, 1, 10, 1001}) {
    std::vector<int> visits(static_cast<std::size_t>(n));
    openmp.over(n, 10, [&](index_t begin, index_t end) {
      for (index_t i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
    });
    CHECK(visits == std::vector<int>(static_cast<std::size_t>(n), 1));
  }
}

TEST_CASE("operations run on the threads of OpenMP", "[interop]") {
  if (support::thread_sanitized) return;
  const auto wanted = clone(thirds());
  const support::rules_of_tasks rules(support::share_all);
  REQUIRE_EQUAL(ravel::with_executor(ravel::openmp_executor(), [] { return clone(thirds()); }), wanted);
  const auto throwing = map(
      [](index_t i) {
        if (i >= 7000) throw std::runtime_error(std::to_string(i));
        return i;
      },
      ravel::iota<index_t>(30'000));
  CHECK_THROWS_WITH(ravel::with_executor(ravel::openmp_executor(), [&] { return clone(throwing); }), "7000");
}

TEST_CASE("operations within parallel regions of OpenMP share threads of any kind", "[interop]") {
  if (support::thread_sanitized) return;
  using support::several_operations;
  const auto wanted = several_operations();
  const support::rules_of_tasks rules(support::share_all);
  const ravel::openmp_executor executor;
  std::atomic<int> threads = 0, right = 0;
#ifdef _OPENMP
#pragma omp parallel num_threads(4)
#endif
  {
    const int way = std::fegetround();
    ++threads;
    right += ravel::with_threads(2, several_operations) == wanted && std::fegetround() == way;
    right += ravel::with_executor(executor, several_operations) == wanted && std::fegetround() == way;
    right += ravel::with_threads(2, [&] { return ravel::with_executor(executor, several_operations); }) == wanted;
  }
  CHECK(right == 3 * threads);
  right = 0;
  support::on_stacks(support::small_stack, 3, [&](int) { right += ravel::with_executor(executor, several_operations) == wanted; });
  CHECK(right == 3);
}
#endif
