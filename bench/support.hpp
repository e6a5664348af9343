// SPDX-License-Identifier: BSL-1.0
// The timing kit of the benchmarks: a row times our way of doing something against the best hand-written loop in the same program,
// interleaved, and says whether the ratio of the medians keeps the bar. One table per program, on one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bench {

// Makes the optimiser believe that the value is read, and that all memory may be.
template <class T>
inline void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

// A callable in a loop of its own, so that calling it through the table costs nothing per evaluation.
class work {
 public:
  template <class F>
  work(F f)
      : loop_([f = std::move(f)](std::int64_t times) {
          for (std::int64_t i = 0; i < times; ++i) f();
        }) {}

  void run(std::int64_t times = 1) const { loop_(times); }

 private:
  std::function<void(std::int64_t)> loop_;
};

// Other figures that a row may show.
struct extras {
  double items = 1;                                           // done by one evaluation: times are shown for each
  double bytes = 0;                                           // moved by one evaluation: shows GB/s of ours
  double allowance_ns = 0;                                    // for each item ours may take bar * hand + allowance
  std::vector<std::pair<std::string_view, work>> peers = {};  // other ways to do the same, timed alike
};

class table {
 public:
  explicit table(std::string title, std::string_view flags = BENCH_FLAGS);
  ~table();  // prints
  table(const table&) = delete;
  table& operator=(const table&) = delete;

  // Both callables do the same work once and `keep` the result. The bar is the largest ratio ours/hand allowed. Returns the ratio.
  double row(std::string name, double bar, const work& ours, const work& hand, const extras& more = {});
  // The most nanoseconds of a row without a hand loop, and the most allocations if they are counted.
  void row_alone(std::string name, double most_ns, const work& ours, std::optional<std::int64_t> most_allocations = {});

 private:
  std::string title_;
  std::vector<std::vector<std::string>> cells_;
};

}  // namespace bench
