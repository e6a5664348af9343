// SPDX-License-Identifier: BSL-1.0
// Executors that find what depends on who does a part, and when: one that shuffles the parts on one thread, one that starts threads of its
// own for each call; and rules by which work of any size is cut and shared.
#pragma once

#include <ravel/exec/with_executor.hpp>

#include <algorithm>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

namespace support {

// Every part alone, in an order that depends on the seed and on how many calls there were.
class shuffling_executor {
 public:
  explicit shuffling_executor(unsigned seed = 1) : random_(seed) {}

  template <class Part>
  void over(ravel::index_t n, ravel::index_t, Part&& part) const {
    std::vector<ravel::index_t> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), ravel::index_t{0});
    std::shuffle(order.begin(), order.end(), random_);
    for (const ravel::index_t k : order) part(k, k + 1);
    ++calls_;
  }
  ravel::index_t width() const { return 4; }
  int calls() const { return calls_; }

 private:
  mutable std::mt19937 random_;
  mutable int calls_ = 0;
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
