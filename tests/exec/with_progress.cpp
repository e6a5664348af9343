// SPDX-License-Identifier: BSL-1.0
// What a callback is told: how far the outermost loop has come, between blocks, no more often than was asked for, on the same thread.
#include <ravel/exec.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/buffer.hpp>

#include <support/catch.hpp>
#include <support/executors.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

using ravel::index_t;
using ravel::progress;
using ravel::with_progress;

namespace {

constexpr std::chrono::seconds always(0);

template <class F>
std::vector<progress> told(F f) {
  std::vector<progress> all;
  with_progress([&](const progress& p) { all.push_back(p); }, always, f);
  return all;
}

}  // namespace

TEST_CASE("progress goes from 0 to the number of elements", "[exec]") {
  const auto one = told([] { return sum(ravel::iota<double>(100'000)); });
  REQUIRE(one.size() > 50);
  CHECK(one.front().done == 0);
  CHECK(one.back().done == 100'000);
  for (std::size_t i = 0; i < one.size(); ++i) {
    CHECK(one[i].loop == 1);
    CHECK(one[i].total == 100'000);
    if (i > 0) CHECK(one[i].done >= one[i - 1].done);
  }
  const ravel::buffer<float> memory = ravel::make_buffer<float>(200'000, 1.0f);
  const auto pieces = told([&] { return sum(memory); });
  CHECK(pieces.size() >= 5);
  CHECK(pieces[1].done == 65536);
}

TEST_CASE("loops inside of others are part of them, and those behind them have numbers", "[exec]") {
  const auto inner = ravel::iota<double>(3000);
  const auto all = told([&] {
    for_each(ravel::iota<int>(5000), [&](int i) {
      if (i % 1000 == 0) CHECK(sum(inner) == 4498500);
    });
    return sum(inner);
  });
  index_t loop = 1, done = 0;
  for (const progress& p : all) {
    if (p.loop != loop) done = 0;
    CHECK(p.loop >= loop);
    CHECK(p.done >= done);
    CHECK(p.total == (p.loop == 1 ? 5000 : 3000));
    loop = p.loop;
    done = p.done;
  }
  CHECK(loop == 2);
  const auto left = told([&] {  // a loop that was left by an exception is over
    const auto failing = ravel::generate(5000, [](index_t i) { return i < 2000 ? i : throw std::runtime_error("no"); });
    CHECK_THROWS_AS(sum(failing), std::runtime_error);
    return sum(inner);
  });
  CHECK(left.back().loop == 2);
  CHECK(left.back().total == 3000);
}

TEST_CASE("the callback is called no more often than was asked for, and once in the end", "[exec]") {
  int calls = 0;
  const auto count = [&](const progress& p) {
    ++calls;
    CHECK(p.fraction() == 1);
  };
  const auto work = [] { return sum(ravel::iota<double>(1'000'000)); };
  CHECK(with_progress(count, std::chrono::hours(1), work) == 499999500000.0);
  CHECK(calls == 1);
  calls = 0;
  using clock = std::chrono::steady_clock;
  const auto start = clock::now();
  const auto passed = [&] { return clock::now() - start; };
  with_progress([&](const progress&) { ++calls; }, std::chrono::milliseconds(2),
                [&] {
                  while (passed() < std::chrono::milliseconds(30)) work();
                });
  CHECK(calls >= 2);
  CHECK(calls <= passed() / std::chrono::milliseconds(2) + 1);
}

TEST_CASE("the callback is called ten times a second while the caller waits for others", "[exec]") {
  using clock = std::chrono::steady_clock;
  const support::rules_of_tasks rules(support::share_all);
  const ravel::thread_pool pool(2);
  const auto caller = std::this_thread::get_id();
  std::atomic<int> calls = 0;
  std::atomic<bool> waited = false;
  clock::duration passed{};
  const auto part = [&](index_t, index_t) {
    if (std::this_thread::get_id() == caller) return std::this_thread::sleep_for(std::chrono::microseconds(100));
    if (waited.exchange(true)) return;
    calls = 0;
    const auto start = clock::now();
    while (calls < 5 && clock::now() - start < std::chrono::seconds(10)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    passed = clock::now() - start;
  };
  for (int again = 0; again < 100 && !waited; ++again) {
    with_progress([&](const progress&) { ++calls; }, [&] { pool.over(60, 1, part); });
  }
  REQUIRE(waited);
  CHECK(passed < std::chrono::seconds(2));  // half a second, and what a busy machine takes
}

TEST_CASE("the callback is on the same thread, is not watched, and what it throws ends the work", "[exec]") {
  const auto r = ravel::iota<double>(100'000);
  const auto here = std::this_thread::get_id();
  int calls = 0;
  with_progress(
      [&](const progress&) {
        ++calls;
        CHECK(std::this_thread::get_id() == here);
        CHECK(sum(slice(r, 0, 10'000)) == 49995000.0);
      },
      always, [&] { return sum(r); });
  CHECK(calls < 300);
  CHECK_THROWS_AS(with_progress(
                      [](const progress& p) {
                        if (p.done > 5000) throw std::logic_error("enough");
                      },
                      always, [&] { return sum(r); }),
                  std::logic_error);
  CHECK(sum(r) == 4999950000.0);
}

TEST_CASE("all who watch are told", "[exec]") {
  int outer = 0, inner = 0;
  const auto r = ravel::iota<double>(10'000);
  with_progress([&](const progress&) { ++outer; }, always,
                [&] {
                  static_cast<void>(sum(r));
                  const int before = outer;
                  with_progress(
                      [&](const progress& p) {
                        ++inner;
                        CHECK(p.loop == 1);
                      },
                      always, [&] { return sum(r); });
                  CHECK(outer > before);
                });
  CHECK(inner > 5);
}

TEST_CASE("with_progress gives what its function gives", "[exec]") {
  int value = 3;
  const auto ignore = [](const progress&) {};
  CHECK(&with_progress(ignore, [&]() -> int& { return value; }) == &value);
  CHECK(*with_progress(ignore, [] { return std::make_unique<int>(5); }) == 5);
  with_progress(ignore, [&] { value = 4; });
  CHECK(value == 4);
  CHECK_THROWS_AS(with_progress(ignore, [] { throw std::runtime_error("no"); }), std::runtime_error);
}
