// SPDX-License-Identifier: BSL-1.0
// Work on several threads of the process's pool or of one's own: the same results, exceptions, stop and progress, children that are forked
// off, many callers at once, and numbers of threads that make no sense.
#include <ravel/base/error.hpp>
#include <ravel/exec.hpp>
#include <ravel/lazy/generate.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/loop/clone.hpp>
#include "exec/processors.hpp"

#include <support/catch.hpp>
#include <support/executors.hpp>
#include <support/folder.hpp>
#include <support/require_equal.hpp>
#include <support/sanitized.hpp>

#include <atomic>
#include <chrono>
#include <fstream>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

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

// Of a child that is forked off.
template <class F>
int result_of_child(F f) {
  const pid_t child = fork();
  if (child == 0) _exit(f() ? 0 : 1);
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
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
  CHECK(with_threads(3, [] { return with_threads(1, [] { return ravel::width(); }); }) == 1);
}

TEST_CASE("a pool of one's own works, directly and for operations", "[exec]") {
  const rules_of_tasks rules(share_all);
  const ravel::thread_pool pool(3);
  CHECK(pool.width() == 3);
  for (const index_t n : {0, 1, 2, 100, 12345}) {
    std::vector<std::atomic<int>> visits(static_cast<std::size_t>(n));
    pool.over(n, 7, [&](index_t begin, index_t end) {
      CHECK(ravel::width() == 1);
      for (index_t i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
    });
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

TEST_CASE("the caller gets progress while it waits for other threads", "[exec]") {
  const rules_of_tasks rules(share_all);
  const auto caller = std::this_thread::get_id();
  int told = 0;
  // The others take long, and the caller has nothing to do.
  const auto work = ravel::generate(size, [&](index_t i) {
    if (i % 5000 == 4999 && std::this_thread::get_id() != caller) std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return i;
  });
  with_threads(4, [&] {
    ravel::with_progress([&](const ravel::progress&) { ++told; }, std::chrono::milliseconds(100), [&] { static_cast<void>(clone(work)); });
  });
  CHECK(told >= 1);
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

TEST_CASE("children that are forked off work, and theirs, and this process afterwards", "[exec]") {
  if (support::sanitized) return;  // a sanitizer ends a child that starts threads
  const rules_of_tasks rules(share_all);
  const auto wanted = clone(squares());
  const ravel::thread_pool pool(3);
  const auto right = [&] {
    const auto shared = with_threads(3, [] { return clone(squares()); });
    const auto own = with_executor(pool, [] { return clone(squares()); });
    return std::equal(shared.begin(), shared.end(), wanted.begin()) && std::equal(own.begin(), own.end(), wanted.begin());
  };
  REQUIRE(right());
  CHECK(result_of_child([&] { return right() && result_of_child(right) == 0; }) == 0);
  CHECK(right());
  // While another thread is at work.
  std::atomic<bool> ends = false;
  std::thread other([&] {
    while (!ends) static_cast<void>(with_threads(3, [] { return clone(squares()); }));
  });
  for (int again = 0; again < 10; ++again) CHECK(result_of_child(right) == 0);
  ends = true;
  other.join();
}

TEST_CASE("the width respects control groups", "[exec]") {
  const support::folder root;
  const auto write = [&](const std::string& path, const std::string& text) {
    const std::filesystem::path file = root / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  };
  using ravel::detail::granted_processors;
  const std::string at = root.path();
  CHECK(granted_processors("", at) == 0);
  CHECK(granted_processors("0::/none\n", at) == 0);
  write("a/b/cpu.max", "max 100000\n");
  CHECK(granted_processors("0::/a/b\n", at) == 0);
  write("a/cpu.max", "350000 100000\n");
  CHECK(granted_processors("0::/a/b\n", at) == 3);
  write("a/b/cpu.max", "150000 100000\n");
  CHECK(granted_processors("0::/a/b\n", at) == 1);
  write("a/b/cpu.max", "50000 100000\n");
  CHECK(granted_processors("0::/a/b\n", at) == 1);
  write("cpu,cpuacct/c/cpu.cfs_quota_us", "200000\n");
  write("cpu,cpuacct/c/cpu.cfs_period_us", "100000\n");
  CHECK(granted_processors("5:memory:/c\n4:cpu,cpuacct:/c\n", at) == 2);
  write("cpu,cpuacct/c/cpu.cfs_quota_us", "-1\n");
  CHECK(granted_processors("4:cpu,cpuacct:/c\n", at) == 0);
  CHECK(ravel::detail::usable_processors() >= 1);
}
