// SPDX-License-Identifier: BSL-1.0
// Executors that find what depends on who does a part, and when: one that shuffles the parts on one thread, one that starts threads of its
// own for each call; and rules by which work of any size is cut and shared.
#pragma once

#include <ravel/exec/with_threads.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace support {

// One, two or three parts at a time, in an order that depends on the seed and on how many calls there were. Several threads may use it.
class shuffling_executor {
 public:
  explicit shuffling_executor(unsigned seed = 1) : random_(seed) {}

  template <class Part>
  void over(ravel::index_t n, ravel::index_t, Part&& part) const {
    std::vector<std::pair<ravel::index_t, ravel::index_t>> intervals;
    {
      const std::lock_guard one_thread(mutex_);
      for (ravel::index_t begin = 0, end = 0; begin < n; begin = end) {
        end = std::min<ravel::index_t>(n, begin + 1 + static_cast<ravel::index_t>(random_() % 3));
        intervals.emplace_back(begin, end);
      }
      std::shuffle(intervals.begin(), intervals.end(), random_);
    }
    for (const auto& [begin, end] : intervals) part(begin, end);
    ++calls_;
  }
  ravel::index_t width() const { return 4; }
  int calls() const { return calls_; }

 private:
  mutable std::mutex mutex_;
  mutable std::mt19937 random_;
  mutable std::atomic<int> calls_ = 0;
};

// Threads that begin with the call and end with it; the caller waits.
class starting_executor {
 public:
  explicit starting_executor(ravel::index_t threads) : threads_(threads) {}

  template <class Part>
  void over(ravel::index_t n, ravel::index_t, Part&& part) const {
    std::vector<std::thread> all;
    for (ravel::index_t t = 0; t < threads_; ++t) {
      all.emplace_back([&, t] {
        for (ravel::index_t k = t; k < n; k += threads_) part(k, k + 1);
      });
    }
    for (std::thread& one : all) one.join();
  }
  ravel::index_t width() const { return threads_; }

 private:
  ravel::index_t threads_;
};

// Other rules, until the end of the scope.
class rules_of_tasks {
 public:
  explicit rules_of_tasks(const ravel::detail::task_rules& rules) { ravel::detail::rules_of_tasks = rules; }
  ~rules_of_tasks() { ravel::detail::rules_of_tasks = before_; }
  rules_of_tasks(const rules_of_tasks&) = delete;
  rules_of_tasks& operator=(const rules_of_tasks&) = delete;

 private:
  const ravel::detail::task_rules before_ = ravel::detail::rules_of_tasks;
};

// All that can be cut is cut, and each task is claimed alone.
inline constexpr ravel::detail::task_rules share_all{.most = 1024, .smallest = 1, .worth_waking = 0, .claimed = 0};

}  // namespace support
