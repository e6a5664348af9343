// SPDX-License-Identifier: BSL-1.0
// The processor time of an operation on more threads than there are cores, over the time of one thread: waiting must not take any.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include "support.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

namespace {

using namespace ravel;

constexpr std::array threads{1, 2, 4, 8, 16};
constexpr double bar = 1.1;  // from four threads on
constexpr int rounds = 5;

// Milliseconds of all threads of this process.
template <class F>
double processor_time(int count, const F& f) {
  const std::clock_t begin = std::clock();
  count == 1 ? f() : with_threads(count, f);
  return 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + rounds / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// All numbers of threads take turns.
template <class F>
void row(const char* name, const F& f) {
  std::array<std::vector<double>, threads.size()> times;
  f();
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t k = 0; k < threads.size(); ++k) times[k].push_back(processor_time(threads[k], f));
  }
  const double alone = median(times[0]);
  std::printf("  %-44s%10.2f", name, alone);
  double most = 0;
  for (std::size_t k = 1; k < threads.size(); ++k) {
    const double ratio = median(times[k]) / alone;
    if (threads[k] >= 4) most = std::max(most, ratio);
    std::printf("%7.2f", ratio);
  }
  std::printf("%7.2f  %s\n", bar, most <= bar ? "ok" : "OVER");
}

}  // namespace

int main() {
  std::printf("processor time: ms of one thread, and of 2, 4, 8 and 16 over it (%s)\n", BENCH_FLAGS);
  std::printf("  %-44s%10s%7s%7s%7s%7s%7s\n", "", "ms", "2", "4", "8", "16", "bar");
  constexpr index_t n = 10'000'000;
  const auto x = random_uniform<double>({n}, -1, 1, 1), y = random_uniform<double>({n}, -1, 1, 2), z = zeros({n});
  row("copy(sin(x) * y + 3, z) 1e7", [=] { copy(sin(x) * y + 3.0, z); });
  row("copy(2 * x + y, z) 1e7", [=] { copy(2.0 * x + y, z); });
  row("sum(x) 1e7", [=] { bench::keep(sum(x)); });
  row("sort(x) 1e7", [=] { bench::keep(sort(x)); });
  const auto keys = random_integers<std::int64_t>({n}, 0, 1000, 3);
  row("group_reduce(keys, x, sum) 1e7, 1e3 groups", [=] { bench::keep(group_reduce(keys, x, reducer::sum)); });
  const auto a = random_uniform<double>({1000, 1000}, -1, 1, 3), b = random_uniform<double>({1000, 1000}, -1, 1, 4),
             picture = random_uniform<double>({4096, 4096}, -1, 1, 5);
  row("matmul 1000", [=] { bench::keep(matmul(a, b)); });
  row("gaussian_filter(4096 x 4096, 2)", [=] { bench::keep(gaussian_filter(picture, 2.0)); });
  // Short operations, of which each thread has a few parts at most.
  const auto few = random_uniform<double>({100'000}, -1, 1, 6), few_out = zeros({100'000});
  row("copy(sin(x), z) 1e5, 300 times", [=] {
    for (int i = 0; i < 300; ++i) copy(sin(few), few_out);
  });
}
