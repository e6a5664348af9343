// SPDX-License-Identifier: BSL-1.0
// An allocation that fails in a task ends the operation as it would on one thread: nothing is lost, and the next operation works.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/fails_cleanly.hpp>
#include <support/random.hpp>
#include <support/several_operations.hpp>

#include <new>
#include <thread>

using namespace ravel;
using support::fails_cleanly;

namespace {

// Two threads, on which one allocation in each part may fail: a random one.
struct forgetful_executor {
  std::uint64_t seed;

  template <class Part>
  void over(index_t n, index_t, Part&& part) const {
    const auto run = [&](index_t first) {
      for (index_t k = first; k < n; k += 2) {
        support::random r(seed + static_cast<std::uint64_t>(k));
        const support::failing_allocation fault(r.between(1, 60));
        part(k, k + 1);
      }
    };
    std::thread other([&] { run(1); });
    run(0);
    other.join();
  }
  index_t width() const { return 2; }
};

}  // namespace

TEST_CASE("allocations that fail at random on several threads lose nothing", "[exec]") {
  const support::rules_of_tasks now({.most = 16, .smallest = 100, .worth_waking = 0, .claimed = 0});
  const auto wanted = support::several_operations();
  int failed = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const std::int64_t before = support::live_blocks();
    try {
      const bool right = with_executor(forgetful_executor{seed}, support::several_operations) == wanted;
      CHECK(right);
    } catch (const std::bad_alloc&) {
      ++failed;
    }
    CHECK(support::live_blocks() == before);
  }
  CHECK(failed > 10);
}

TEST_CASE("an allocation that fails in a task loses nothing", "[exec]") {
  const auto x = random_uniform<double>({3000}, -1, 1, 1);
  const auto line = flat(x);
  const auto matrix = random_uniform<double>({60, 50}, -1, 1, 2);
  const auto words = clone(map([](double value) { return "a long word, for the heap: " + std::to_string(value); }, line));
  const auto one = [](auto value) { return tensor<decltype(value)>{value}; };
  fails_cleanly([&] { return clone(x * 2.0 + sqrt(abs(x))); });
  fails_cleanly([&] { return clone(words); });
  fails_cleanly([&] { return one(sum(x * x)); });
  fails_cleanly([&] { return one(sum(reverse(line) * line)); });
  fails_cleanly([&] { return one(variance(x)); });
  fails_cleanly([&] { return sum(matrix, 0); });
  fails_cleanly([&] { return median(matrix, 1); });
  fails_cleanly([&] { return sort(line); });
  fails_cleanly([&] { return argsort(line); });
  fails_cleanly([&] { return unique(line); });
  fails_cleanly([&] { return unique_all(line).inverse; });
  fails_cleanly([&] { return filter(line, [](double value) { return value > 0; }); });
  fails_cleanly([&] { return rolling_median(line, 7); });
  fails_cleanly([&] { return rolling_by(iota<int>(600), slice(line, 0, 600), 5, reducer::mean); });
  fails_cleanly([&] { return argmin(matrix, 0); });
  fails_cleanly([&] { return gaussian_filter(matrix, 1.5); });
  fails_cleanly([&] { return categorize(cast<std::int32_t>(slice(line, 0, 400) * 20.0)).codes; });
  fails_cleanly([&] { return arggroup(slice(words, 0, 200)).keys(); });
  fails_cleanly([&] { return arg_join(cast<std::int32_t>(line * 20.0), cast<std::int32_t>(slice(line, 0, 100) * 20.0)).left; });
}

TEST_CASE("ranks and chunks that a thread has no room for lose nothing", "[exec]") {
  const auto many = random_uniform<double>({70'000}, -1, 1, 3);
  const auto rows = random_uniform<double>({2100, 5}, -1, 1, 4);
  fails_cleanly([&] { return quantile(many, {0.2, 0.7}); });
  fails_cleanly([&] { return quantile(many * 2.0, {0.2, 0.7}); });
  fails_cleanly([&] { return tensor<double>{nth_element(many, 1000)}; });
  fails_cleanly([&] { return cumsum(rows, 0); });
  fails_cleanly([&] { return cumsum(rows * 2.0, 0); });
  fails_cleanly([&] { return cumsum(cast<std::int64_t>(rows * 100.0), 0); });
}

TEST_CASE("groups that a thread has no room for lose nothing", "[exec]") {
  const auto keys = clone(iota<index_t>(140'000) * 31 % 17);
  const auto values = clone(iota<double>(140'000) * 0.1);
  fails_cleanly([&] { return group_reduce(keys, values, reducer::mean).values; });
}

TEST_CASE("an allocation that fails for one part of many groups loses nothing", "[exec]") {
  const auto keys = clone(iota<index_t>(70'000) * 7919 % 20'011 * 1'000'003);
  const auto work = [&] { return group_reduce(keys, iota<double>(70'000) * 0.1, reducer::mean).values; };
  const auto wanted = work();
  const support::backwards executor;
  const support::rules_of_tasks now({.most = 4, .smallest = 1000, .worth_waking = 0, .claimed = 0});
  static_cast<void>(with_executor(executor, work));
  for (const std::int64_t nth : {1, 30, 100, 300, 700, 1200}) {
    const std::int64_t before = support::live_blocks();
    {
      const support::failing_allocation fault(nth);
      try {
        static_cast<void>(with_executor(executor, work));
      } catch (const std::bad_alloc&) {
      }
      CHECK(fault.fired());
    }
    CHECK(support::live_blocks() == before);
  }
  REQUIRE_EQUAL(with_executor(executor, work), wanted);
}
