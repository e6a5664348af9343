// SPDX-License-Identifier: BSL-1.0
// Threads and what the process may use: few processors, quotas of control groups, no memory for threads, and far too many of them. Children
// that are forked off, and processes that end while threads work.
#include <ravel/exec.hpp>
#include "exec/processors.hpp"

#include <support/catch.hpp>
#include <support/executors.hpp>
#include <support/faults.hpp>
#include <support/folder.hpp>
#include <support/memory_limit.hpp>
#include <support/sanitized.hpp>
#include <support/several_operations.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <thread>
#include <vector>

#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

using ravel::index_t;
using ravel::with_executor;
using ravel::with_threads;
using support::rules_of_tasks;
using support::several_operations;
using support::share_all;

namespace {

// The status of a child that is forked off; it is 0 if f() is true.
template <class F>
int status_of_child(F f) {
  std::cout.flush();
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(f() ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::ptrdiff_t threads_of_process() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator());
}

// Starts threads that sleep until the process ends, as many as it can have.
int start_all_threads() {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::size_t{8} << 20);
  const auto sleep = [](void*) -> void* { return pause(), nullptr; };
  int started = 0;
  for (pthread_t made; pthread_create(&made, &attributes, sleep, nullptr) == 0;) ++started;
  pthread_attr_destroy(&attributes);
  return started;
}

}  // namespace

TEST_CASE("one processor is one thread, and any number can share it", "[exec]") {
  const rules_of_tasks rules(share_all);
  const auto wanted = several_operations();
  cpu_set_t before, one;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  std::size_t first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK(with_threads(0, [] { return ravel::width(); }) == 1);
  CHECK(ravel::thread_pool().width() == 1);
  {
    const ravel::thread_pool pool(4);  // its threads are on this processor, too
    for (int again = 0; again < 5; ++again) CHECK((with_executor(pool, several_operations) == wanted));
  }
  sched_setaffinity(0, sizeof before, &before);
  CHECK(with_threads(0, [] { return ravel::width(); }) <= CPU_COUNT(&before));
}

TEST_CASE("many more threads than processors give the same", "[exec]") {
  const rules_of_tasks rules(share_all);
  const auto wanted = several_operations();
  const ravel::thread_pool pool(64);
  for (int again = 0; again < 5; ++again) CHECK((with_executor(pool, several_operations) == wanted));
}

TEST_CASE("work goes on if no thread can be started", "[exec]") {
  if (!support::memory_can_be_limited()) return;
  const rules_of_tasks rules(share_all);
  const auto wanted = several_operations();
  CHECK(support::fault_within_memory(std::size_t{12} << 20, [&] {
          const std::ptrdiff_t threads = start_all_threads() + 1;
          const bool right =
              with_threads(3, several_operations) == wanted && with_executor(ravel::thread_pool(2), several_operations) == wanted;
          return right && threads_of_process() == threads;
        }) == "");
}

TEST_CASE("work goes on if the pool has no memory for it", "[exec]") {
  const rules_of_tasks rules(share_all);
  for (int nth = 1; nth < 6; ++nth) {
    const ravel::thread_pool pool(4);
    std::vector<std::atomic<int>> visits(500);
    bool failed = false;
    for (int again = 0; again < 2; ++again) {
      const support::failing_allocation fault(nth, support::failing::from_then_on);
      pool.over(500, 3, [&](index_t begin, index_t end) {
        for (index_t i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
      });
      failed = failed || fault.fired();
    }
    CHECK(std::all_of(visits.begin(), visits.end(), [](int one) { return one == 2; }));
    CHECK((failed || nth > 1));
  }
}

TEST_CASE("children that are forked off work, and theirs, and this process afterwards", "[exec]") {
  if (support::sanitized) return;  // a sanitizer ends a child that starts threads
  const rules_of_tasks rules(share_all);
  const auto wanted = several_operations();
  const ravel::thread_pool pool(3);
  const auto right = [&] { return with_threads(3, several_operations) == wanted && with_executor(pool, several_operations) == wanted; };
  REQUIRE(right());
  CHECK(status_of_child([&] { return right() && status_of_child(right) == 0; }) == 0);
  CHECK(right());
  // While another thread is at work.
  std::atomic<bool> ends = false;
  std::thread other([&] {
    while (!ends) static_cast<void>(with_threads(3, several_operations));
  });
  for (int again = 0; again < 5; ++again) CHECK(status_of_child(right) == 0);
  ends = true;
  other.join();
}

TEST_CASE("a pool ends in a child that has not made it", "[exec]") {
  const rules_of_tasks rules(share_all);
  const auto wanted = several_operations();
  std::optional<ravel::thread_pool> pool(3);
  CHECK((with_executor(*pool, several_operations) == wanted));
  const auto end = [&] { return pool.reset(), true; };
  CHECK(status_of_child(end) == 0);
  CHECK((with_executor(*pool, several_operations) == wanted));
}

TEST_CASE("a process ends if a helping thread ends it", "[exec]") {
  if (support::sanitized) return;
  const rules_of_tasks rules(share_all);
  const auto status = status_of_child([] {
    const auto caller = std::this_thread::get_id();
    const ravel::thread_pool pool(3);
    std::atomic<bool> ends = false;  // two threads may not end a process at the same time
    for (;;) {
      pool.over(200, 1, [&](index_t, index_t) {
        if (std::this_thread::get_id() != caller && !ends.exchange(true)) std::exit(42);
        std::this_thread::sleep_for(std::chrono::microseconds(50));
      });
    }
    return true;
  });
  CHECK(status == 42);
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
