// SPDX-License-Identifier: BSL-1.0
// Operations on the threads of OpenMP, with which this file is compiled where it is installed.
#include <ravel/exec.hpp>
#include <ravel/interop/openmp.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/loop/clone.hpp>

#include <support/catch.hpp>
#include <support/executors.hpp>
#include <support/require_equal.hpp>

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
#endif
