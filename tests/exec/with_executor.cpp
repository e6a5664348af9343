// SPDX-License-Identifier: BSL-1.0
// Who shares the work of an operation: an executor of any kind, within a scope; what is thrown and where it comes out; and executors that
// do not do what they promise.
#include <ravel/base/error.hpp>
#include <ravel/exec.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/fold/sum.hpp>

#include <support/catch.hpp>
#include <support/executors.hpp>
#include <support/require_equal.hpp>

#include <atomic>
#include <cfenv>
#include <stdexcept>
#include <thread>

using ravel::index_t;
using ravel::with_executor;
using support::rules_of_tasks;
using support::share_all;
using support::shuffling_executor;
using support::starting_executor;

namespace {

constexpr index_t size = 5000;

ravel::reader<double> some() {
  return map([](index_t i) { return 1.0 / static_cast<double>(i + 1); }, ravel::iota<index_t>(size));
}

// Throws at the given positions what says where.
auto throwing_at(std::vector<index_t> places) {
  return map(
      [places = std::move(places)](index_t i) {
        if (std::find(places.begin(), places.end(), i) != places.end()) throw std::runtime_error(std::to_string(i));
        return i;
      },
      ravel::iota<index_t>(size));
}

template <class Over>
struct broken_executor {
  Over each;
  template <class Part>
  void over(index_t n, index_t, Part&& part) const {
    each(n, part);
  }
  index_t width() const { return 2; }
};
template <class Over>
broken_executor(Over) -> broken_executor<Over>;

struct narrow_executor {
  template <class Part>
  void over(index_t, index_t, Part&&) const {}
  index_t width() const { return 0; }
};

}  // namespace

TEST_CASE("an operation gives the same under any executor", "[exec]") {
  const auto wanted = clone(some());
  const rules_of_tasks rules(share_all);
  const shuffling_executor shuffling(7);
  REQUIRE_EQUAL(with_executor(shuffling, [] { return clone(some()); }), wanted);
  CHECK(shuffling.calls() > 0);
  REQUIRE_EQUAL(with_executor(starting_executor(3), [] { return clone(some()); }), wanted);
  REQUIRE_EQUAL(with_executor(ravel::serial, [] { return clone(some()); }), wanted);
}

TEST_CASE("the innermost scope holds, and no longer than its call", "[exec]") {
  const shuffling_executor outer, inner;
  CHECK(ravel::width() == 1);
  with_executor(outer, [&] {
    CHECK(ravel::width() == 4);
    with_executor(starting_executor(3), [] { CHECK(ravel::width() == 3); });
    with_executor(ravel::serial, [] { CHECK(ravel::width() == 1); });
    CHECK(ravel::width() == 4);
    CHECK_THROWS_AS(with_executor(inner, []() -> int { throw 7; }), int);
    CHECK(ravel::width() == 4);
  });
  CHECK(ravel::width() == 1);
}

TEST_CASE("within a function of an operation all is serial", "[exec]") {
  const rules_of_tasks rules(share_all);
  std::atomic<index_t> most = 0;
  const auto looking = map(
      [&](index_t i) {
        index_t seen = ravel::width();
        ravel::with_threads(8, [&] { seen = std::max(seen, ravel::width()); });
        if (seen > most) most = seen;
        return i;
      },
      ravel::iota<index_t>(size));
  with_executor(starting_executor(3), [&] { static_cast<void>(clone(looking)); });
  CHECK(most == 1);
}

TEST_CASE("the exception of the lowest position comes out", "[exec]") {
  const rules_of_tasks rules(share_all);
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const shuffling_executor shuffling(seed);
    CHECK_THROWS_WITH(with_executor(shuffling, [] { return clone(throwing_at({4100, 700, 701, 4999})); }), "700");
    CHECK_THROWS_WITH(with_executor(shuffling, [] { return clone(throwing_at({4999})); }), "4999");
    CHECK_THROWS_WITH(with_executor(shuffling, [] { return clone(throwing_at({0, 4999})); }), "0");
    CHECK_THROWS_WITH(with_executor(starting_executor(3), [] { return clone(throwing_at({4100, 700, 701, 4999})); }), "700");
  }
}

TEST_CASE("an executor that leaves out a part or calls it twice is named", "[exec]") {
  const rules_of_tasks rules(share_all);
  const broken_executor none{[](index_t, auto&) {}};
  const broken_executor half{[](index_t n, auto& part) { part(0, n / 2); }};
  const broken_executor twice{[](index_t n, auto& part) {
    part(0, n);
    part(3, 4);
  }};
  const auto work = [] { return clone(some()); };
  CHECK_THROWS_WITH(with_executor(none, work), Catch::Matchers::StartsWith("the executor has called 0 of "));
  CHECK_THROWS_AS(with_executor(half, work), ravel::value_error);
  CHECK_THROWS_WITH(with_executor(twice, work),
                    Catch::Matchers::StartsWith("the executor has called part 3 of ") && Catch::Matchers::EndsWith(" twice"));
}

TEST_CASE("an executor is at least one thread wide", "[exec]") {
  CHECK_THROWS_WITH(with_executor(narrow_executor(), [] {}), "an executor's width is 0, and is at least 1");
}

TEST_CASE("an exception of an executor passes unchanged", "[exec]") {
  const rules_of_tasks rules(share_all);
  const broken_executor refusing{[](index_t, auto&) { throw std::domain_error("closed"); }};
  CHECK_THROWS_AS(with_executor(refusing, [] { return clone(some()); }), std::domain_error);
}

TEST_CASE("all threads round as the caller does, and afterwards as before", "[exec]") {
  const rules_of_tasks rules(share_all);
  const auto third = [] {
    return clone(map([](index_t i) { return 1.0 / static_cast<double>(3 + i % 2 * 4); }, ravel::iota<index_t>(size)));
  };
  const int before = std::fegetround();
  for (const int way : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
    std::fesetround(way);
    const auto wanted = third();
    const auto shared = with_executor(starting_executor(4), third);
    std::fesetround(before);
    REQUIRE_EQUAL(shared, wanted);
  }
  CHECK(std::fegetround() == before);
}

TEST_CASE("an executor's own rounding on the calling thread changes no result", "[exec]") {
  const rules_of_tasks rules(share_all);
  const broken_executor rounding{[](index_t n, auto& part) {
    const int before = std::fegetround();
    std::fesetround(FE_UPWARD);  // as oneTBB does where an arena has been made by a thread that rounds so
    part(0, n / 2);
    CHECK(std::fegetround() == FE_UPWARD);
    part(n / 2, n);
    std::fesetround(before);
  }};
  REQUIRE_EQUAL(with_executor(rounding, [] { return clone(some()); }), clone(some()));
}

TEST_CASE("floating-point exceptions of the calling thread stay raised", "[exec]") {
  const rules_of_tasks rules(share_all);
  std::feclearexcept(FE_ALL_EXCEPT);
  const auto inverse = map([](index_t i) { return 1.0 / static_cast<double>(4000 - i); }, ravel::iota<index_t>(size));
  static_cast<void>(with_executor(shuffling_executor(1), [&] { return clone(inverse); }));
  CHECK(std::fetestexcept(FE_DIVBYZERO) != 0);
  std::feclearexcept(FE_ALL_EXCEPT);
}
