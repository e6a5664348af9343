// SPDX-License-Identifier: BSL-1.0
// What functions of the user throw within tasks: at the first and the last position, at bounds of blocks and tasks, at several at once, of
// any type, and for want of memory. The first exception by position comes out, nothing is lost, and the pool goes on.
#include <ravel/exec.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/search/filter.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>
#include <support/same_for_all.hpp>
#include <support/several_operations.hpp>

#include <algorithm>
#include <atomic>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

using ravel::index_t;
using support::rules_of_tasks;
using support::share_all;
using support::throws_the_same;

namespace {

constexpr index_t size = 5000;

// Throws at these positions what says where.
auto throwing_at(std::vector<index_t> positions, unsigned seed = 0) {
  return ravel::generate(size, [positions = std::move(positions), seed](index_t i) {
    support::pause_at(i, seed);
    if (std::find(positions.begin(), positions.end(), i) != positions.end()) throw std::runtime_error(std::to_string(i));
    return static_cast<double>(i);
  });
}

// Not an exception of the standard library, and alive until it has been caught.
struct refusal {
  index_t position;
  support::bomb counted = {};
};

}  // namespace

TEST_CASE("an exception at any position is that of one thread", "[exec]") {
  for (const index_t i : {0, 7, 8, 255, 256, 299, 300, 1024, 4999}) {
    throws_the_same([&] { return clone(throwing_at({i})); });
    if (i % 8 != 0) throws_the_same([&] { return sum(throwing_at({i, 4999})); });
  }
}

TEST_CASE("the first of several exceptions at once comes out", "[exec]") {
  const rules_of_tasks rules(share_all);
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const auto work = [&] { return support::thrown_by([&] { return clone(throwing_at({4100, 4999, 700, 699, 2500}, seed)); }); };
    CHECK(ravel::with_threads(4, work) == "699");
  }
}

TEST_CASE("an exception of any type passes, and nothing is lost", "[exec]") {
  const rules_of_tasks rules(share_all);
  const auto refusing = ravel::generate(size, [](index_t i) {
    if (i >= 3000) throw refusal{i};
    return "long enough for memory of its own: " + std::to_string(i);
  });
  const auto caught = [&](const auto& work) {
    try {
      static_cast<void>(work());
    } catch (const refusal& e) {
      return e.position;
    }
    return index_t{-1};
  };
  const auto work = [&] { return caught([&] { return clone(refusing); }); };
  CHECK(ravel::with_threads(3, work) == 3000);
  const auto blocks = support::live_blocks();
  for (unsigned seed = 1; seed <= 10; ++seed) {
    CHECK(ravel::with_threads(3, work) == 3000);
    CHECK(ravel::with_executor(support::shuffling_executor(seed), work) == 3000);
    CHECK(ravel::with_threads(
              3, [&] { return caught([&] { return filter(refusing, [](const auto& text) { return !text.empty(); }); }); }) == 3000);
  }
  CHECK(support::live_blocks() == blocks);
  CHECK(support::bomb::live() == 0);
  const auto number = ravel::generate(size, [](index_t i) { return i < 4000 ? i : throw i; });
  CHECK_THROWS_AS(ravel::with_threads(3, [&] { return clone(number); }), index_t);
}

TEST_CASE("memory that is refused to any thread ends the work, and nothing is lost", "[exec]") {
  const rules_of_tasks rules(share_all);
  const auto texts = [](index_t refused) {
    return ravel::generate(size, [refused](index_t i) {
      support::pause_at(i, 3);
      const support::failing_allocation fault(i == refused ? 1 : 1000);
      return std::string(100, 'x') + std::to_string(i);
    });
  };
  const auto wanted = clone(texts(-1));
  REQUIRE_EQUAL(ravel::with_threads(3, [&] { return clone(texts(-1)); }), wanted);
  const auto blocks = support::live_blocks();
  for (const index_t refused : {0, 1, 2049, 3000, 4999}) {
    CHECK_THROWS_AS(ravel::with_threads(3, [&] { return clone(texts(refused)); }), std::bad_alloc);
    CHECK(support::live_blocks() == blocks);
  }
  REQUIRE_EQUAL(ravel::with_threads(3, [&] { return clone(texts(-1)); }), wanted);
}
