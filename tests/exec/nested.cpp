// SPDX-License-Identifier: BSL-1.0
// Scopes and operations within functions that operations call: they are serial and give the same, and their exceptions and stops come out.
// Also stops that come from another thread, before the work begins and at each place that looks.
#include <ravel/exec.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op/fold/sum.hpp>

#include <support/catch.hpp>
#include <support/same_for_all.hpp>
#include <support/several_operations.hpp>
#include <support/stopped.hpp>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <stop_token>
#include <thread>

using ravel::cancelled;
using ravel::index_t;
using ravel::with_executor;
using ravel::with_stop;
using ravel::with_threads;
using support::pause_at;
using support::rules_of_tasks;
using support::share_all;

namespace {

constexpr index_t size = 3000;

double root_sum(index_t i) { return sum(ravel::iota<double>(i % 7 + 500) / 3.0); }

}  // namespace

TEST_CASE("scopes within functions change nothing", "[exec]") {
  const ravel::thread_pool pool(3);
  support::same_for_all([&] {
    return clone(ravel::generate(400, [&](index_t i) {
      pause_at(i, 2);
      switch (i % 5) {
        case 0:
          return root_sum(i);
        case 1:
          return with_threads(3, [&] { return root_sum(i); });
        case 2:
          return with_executor(pool, [&] { return with_threads(2, [&] { return root_sum(i); }); });
        case 3:
          return with_executor(support::starting_executor(2), [&] { return root_sum(i); });
        default:
          return with_stop(std::stop_token(), [&] { return root_sum(i); });
      }
    }));
  });
}

TEST_CASE("an exception of an operation within a function is in its place", "[exec]") {
  support::throws_the_same([] {
    return clone(ravel::generate(size, [](index_t i) {
      const auto throwing = ravel::generate(2000, [i](index_t k) {
        if (i > 1000 && k == 1500) throw std::runtime_error(std::to_string(i));
        return static_cast<double>(k);
      });
      return i % 100 == 3 ? with_threads(2, [&] { return sum(throwing); }) : 0.0;
    }));
  });
}

TEST_CASE("a stop reaches operations within functions", "[exec]") {
  const rules_of_tasks rules(share_all);
  std::atomic<bool> over = false;
  std::atomic<int> late = 0;
  std::stop_source outer, inner;
  // The outer request comes from within an operation of a function; the inner one stops such an operation alone.
  const auto stopping = [&](std::stop_source& source) {
    return ravel::generate(size, [&](index_t i) {
      if (over) ++late;
      return with_stop(inner.get_token(), [&] {
        return sum(ravel::generate(10, [&](index_t) {
          if (i == 1000) source.request_stop();
          return root_sum(i);
        }));
      });
    });
  };
  const auto clone_with_threads = [&](std::stop_source& source) { return with_threads(3, [&] { return clone(stopping(source)); }); };
  CHECK_THROWS_AS(with_stop(outer.get_token(), [&] { return clone_with_threads(outer); }), cancelled);
  CHECK_THROWS_AS(clone_with_threads(inner), cancelled);
  over = true;
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  CHECK(late == 0);
}

TEST_CASE("a stop comes from another thread, or before the work", "[exec]") {
  const rules_of_tasks rules(share_all);
  std::stop_source source;
  std::atomic<index_t> calls = 0;
  const auto endless = ravel::generate(index_t{1} << 40, [&](index_t i) { return ++calls, static_cast<double>(i); });
  std::thread other([&] {
    while (calls < 50'000) std::this_thread::yield();
    source.request_stop();
  });
  CHECK_THROWS_AS(with_threads(3, [&] { return with_stop(source.get_token(), [&] { return sum(endless); }); }), cancelled);
  other.join();
  calls = 0;
  CHECK_THROWS_AS(with_threads(3, [&] { return with_stop(source.get_token(), [&] { return sum(endless); }); }), cancelled);
  CHECK(calls == 0);
}

TEST_CASE("a stop at any look leaves each element old or new", "[exec]") {
  const rules_of_tasks rules({.most = 8, .smallest = 1, .worth_waking = 0, .claimed = 0});
  const auto source = clone(ravel::iota<double>(size, 1.0));
  const auto target = ravel::make_buffer<double>(size);
  const auto for_each_stop = [&](const auto& executor) {
    const index_t looks = support::for_each_stop(
        [&] {
          fill(ravel::serial, target, -1);
          with_executor(executor, [&] { copy(source * 2.0, target); });
        },
        [&] {
          index_t other = 0;
          for (index_t i = 0; i < size; ++i) other += target[i] != -1 && target[i] != source[i] * 2;
          CHECK(other == 0);
        });
    CHECK(looks > 1);
  };
  for (unsigned seed = 1; seed < 4; ++seed) for_each_stop(support::shuffling_executor(seed));
  for_each_stop(ravel::thread_pool(3));
}
