// SPDX-License-Identifier: BSL-1.0
// Work on several threads of the process's pool or of one's own: the same results, exceptions, stop and progress, many callers at once, and
// numbers of threads that make no sense.
#include <ravel/base/error.hpp>
#include <ravel/exec.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/loop/clone.hpp>

#include <support/catch.hpp>
#include <support/executors.hpp>
#include <support/require_equal.hpp>

#include <atomic>
#include <chrono>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <thread>

using ravel::index_t;
using ravel::with_threads;
using support::rules_of_tasks;
using support::share_all;

namespace {

constexpr index_t size = 20'000;

auto squares() {
  return ravel::generate(size, [](index_t i) { return static_cast<double>(i) * static_cast<double>(i); });
}

// Slow enough for several threads to come.
auto slowly(std::chrono::microseconds each = std::chrono::microseconds(200)) {
  return ravel::generate(size, [each](index_t i) {
    if (i % 100 == 0) std::this_thread::sleep_for(each);
    return i;
  });
}

}  // namespace

TEST_CASE("any number of threads gives the same", "[exec]") {
  const auto wanted = clone(squares());
  const rules_of_tasks rules(share_all);
  for (const int threads : {0, 1, 2, 3, 7, 16, 1'000'000}) {
    CAPTURE(threads);
    for (int again = 0; again < 3; ++again) REQUIRE_EQUAL(with_threads(threads, [] { return clone(squares()); }), wanted);
  }
}

TEST_CASE("several threads take part", "[exec]") {
  const rules_of_tasks rules(share_all);
  std::mutex guard;
  std::set<std::thread::id> seen;
  const auto noting = ravel::generate(size, [&](index_t i) {
    if (i % 500 == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      const std::lock_guard lock(guard);
      seen.insert(std::this_thread::get_id());
    }
    return i;
  });
  for (int again = 0; again < 50 && seen.size() < 2; ++again) with_threads(4, [&] { static_cast<void>(clone(noting)); });
  CHECK(seen.size() > 1);
  CHECK(seen.size() <= 4);
  CHECK(seen.contains(std::this_thread::get_id()));
}

TEST_CASE("a number of threads is checked", "[exec]") {
  CHECK_THROWS_WITH(with_threads(-1, [] {}), "the number of threads is -1: 0 stands for as many as this process may use");
  CHECK_THROWS_AS(ravel::thread_pool(-3), ravel::value_error);
  CHECK(with_threads(3, [] { return ravel::width(); }) == 3);
  CHECK(with_threads(1, [] { return ravel::width(); }) == 1);
  CHECK(with_threads(0, [] { return ravel::width(); }) >= 1);
  CHECK(with_threads(1'000'000, [] { return ravel::width(); }) == 1024);
  CHECK(ravel::thread_pool(1'000'000).width() == 1024);
  CHECK(with_threads(3, [] { return with_threads(1, [] { return ravel::width(); }); }) == 1);
}

TEST_CASE("a pool of one's own works, directly and for operations", "[exec]") {
  const rules_of_tasks rules(share_all);
  const ravel::thread_pool pool(3);
  CHECK(pool.width() == 3);
  for (const index_t n : {0, 1, 2, 100, 12345}) {
    std::vector<std::atomic<int>> visits(static_cast<std::size_t>(n));
    std::atomic<bool> alone = true;
    pool.over(n, 7, [&](index_t begin, index_t end) {
      if (ravel::width() != 1) alone = false;
      for (index_t i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
    });
    CHECK(alone);
    CHECK(std::all_of(visits.begin(), visits.end(), [](int one) { return one == 1; }));
  }
  CHECK_THROWS_AS(pool.over(3, 0, [](index_t, index_t) {}), ravel::value_error);
  CHECK_THROWS_AS(pool.over(30, 1, [](index_t begin, index_t) { throw begin; }), index_t);
  REQUIRE_EQUAL(with_executor(pool, [] { return clone(squares()); }), clone(squares()));
}

TEST_CASE("a pool may be made and ended many times", "[exec]") {
  const rules_of_tasks rules(share_all);
  const auto wanted = clone(squares());
  for (int again = 0; again < 30; ++again) {
    const ravel::thread_pool pool(1 + again % 5);
    if (again % 3 > 0) REQUIRE_EQUAL(with_executor(pool, [] { return clone(squares()); }), wanted);
  }
}

TEST_CASE("several callers share a pool", "[exec]") {
  const rules_of_tasks rules(share_all);
  const auto wanted = clone(squares());
  std::atomic<int> right = 0;
  std::vector<std::thread> callers;
  for (int k = 0; k < 4; ++k) {
    callers.emplace_back([&] {
      for (int again = 0; again < 50; ++again) {
        const auto made = with_threads(3, [] { return clone(squares()); });
        right += std::equal(made.begin(), made.end(), wanted.begin(), wanted.end());
      }
    });
  }
  for (std::thread& one : callers) one.join();
  CHECK(right == 200);
}

TEST_CASE("the first exception comes out, and the pool goes on", "[exec]") {
  const rules_of_tasks rules(share_all);
  for (int again = 0; again < 20; ++again) {
    const auto throwing = ravel::generate(size, [](index_t i) {
      if (i == 777 || i > 15'000) throw std::runtime_error(std::to_string(i));
      return i;
    });
    CHECK_THROWS_WITH(with_threads(4, [&] { return clone(throwing); }), "777");
  }
  REQUIRE_EQUAL(with_threads(4, [] { return clone(squares()); }), clone(squares()));
}

TEST_CASE("a stop ends the work of all threads", "[exec]") {
  const rules_of_tasks rules(share_all);
  std::stop_source source;
  std::atomic<bool> over = false;
  std::atomic<int> late = 0;
  const auto work = ravel::generate(size, [&](index_t i) {
    if (over) ++late;
    if (i == 3000) source.request_stop();
    if (i % 100 == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
    return i;
  });
  CHECK_THROWS_AS(ravel::with_stop(source.get_token(), [&] { with_threads(4, [&] { static_cast<void>(clone(work)); }); }),
                  ravel::cancelled);
  over = true;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(late == 0);
}

TEST_CASE("progress is told on the calling thread and never falls", "[exec]") {
  const rules_of_tasks rules(share_all);
  std::vector<ravel::progress> seen;
  std::set<std::thread::id> threads;
  const auto note = [&](const ravel::progress& p) {
    seen.push_back(p);
    threads.insert(std::this_thread::get_id());
  };
  with_threads(4, [&] { ravel::with_progress(note, std::chrono::seconds(0), [] { static_cast<void>(clone(slowly())); }); });
  REQUIRE(seen.size() > 3);
  CHECK(threads == std::set{std::this_thread::get_id()});
  for (std::size_t i = 1; i < seen.size(); ++i) {
    CHECK((seen[i - 1].loop < seen[i].loop || seen[i - 1].done <= seen[i].done));
  }
  CHECK(seen.back().done == seen.back().total);
  CHECK(seen.back().total == size);
}

TEST_CASE("the caller looks while it waits, and a helper leaves if a look throws", "[exec]") {
  const rules_of_tasks rules(share_all);
  const ravel::thread_pool pool(2);
  const auto caller = std::this_thread::get_id();
  constexpr index_t n = 60;  // so few that each part is one position
  index_t own = 0, told = 0;
  std::atomic<bool> gave_up = false;
  const auto part = [&](index_t begin, index_t end) {
    const auto start = std::chrono::steady_clock::now();
    if (std::this_thread::get_id() == caller) {
      own += end - begin;
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    } else {
      while (std::chrono::steady_clock::now() - start < std::chrono::seconds(2)) ravel::check_stop(), std::this_thread::yield();
      gave_up = true;
    }
  };
  // The first of these looks is behind the last part of the caller, the others come while it waits.
  const auto refuse = [&](const ravel::progress& p) {
    if (own == n - 1 && p.done < p.total && ++told == 3) throw std::domain_error("enough");
  };
  for (int again = 0; again < 50 && told < 3 && !gave_up; ++again) {
    own = told = 0;
    try {
      ravel::with_progress(refuse, std::chrono::seconds(0), [&] { pool.over(n, 1, part); });
    } catch (const std::domain_error&) {
      CHECK(told == 3);
    }
  }
  CHECK(told == 3);
  CHECK_FALSE(gave_up);
}

TEST_CASE("an exception of a callback ends the work and comes out", "[exec]") {
  const rules_of_tasks rules(share_all);
  const auto refuse = [](const ravel::progress& p) {
    if (p.done > 0) throw std::domain_error("enough");
  };
  CHECK_THROWS_AS(
      with_threads(4, [&] { ravel::with_progress(refuse, std::chrono::seconds(0), [] { static_cast<void>(clone(slowly())); }); }),
      std::domain_error);
}
