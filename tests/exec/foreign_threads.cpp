// SPDX-License-Identifier: BSL-1.0
// Operations on threads that the program has made itself, as callers and as helpers: with small stacks, with another rounding mode, and
// several at once. Each thread keeps its own state.
#include <ravel/exec.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/clone.hpp>

#include <support/catch.hpp>
#include <support/executors.hpp>
#include <support/require_equal.hpp>
#include <support/several_operations.hpp>
#include <support/small_stack.hpp>

#include <atomic>
#include <cfenv>
#include <stop_token>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

using ravel::index_t;
using ravel::with_executor;
using ravel::with_threads;
using support::rules_of_tasks;
using support::several_operations;
using support::share_all;

namespace {

constexpr int ways[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

auto in_each_way() {
  std::vector<decltype(several_operations())> results;
  for (const int way : ways) {
    std::fesetround(way);
    results.push_back(several_operations());
  }
  std::fesetround(FE_TONEAREST);
  return results;
}

// Rounding and the treatment of subnormal numbers.
unsigned float_rules() {
#ifdef __SSE__
  return _mm_getcsr() & 0xffc0u;
#else
  return static_cast<unsigned>(std::fegetround());
#endif
}
void flush_subnormals() {
#ifdef __SSE__
  _mm_setcsr(_mm_getcsr() | 0x8040u);
#endif
}

// Three threads for each call, with small stacks, which round upward by themselves.
struct small_executor {
  std::atomic<int>& changed;  // threads that came back with other rules

  template <class Part>
  void over(index_t n, index_t, const Part& part) const {
    support::on_stacks(support::small_stack, 3, [&](int thread) {
      std::fesetround(FE_UPWARD);
      flush_subnormals();
      const unsigned own = float_rules();
      for (index_t k = thread; k < n; k += 3) part(k, k + 1);
      changed += float_rules() != own;
    });
  }
  index_t width() const { return 3; }
};

}  // namespace

TEST_CASE("threads with small stacks share their operations, several at once", "[exec]") {
  const auto wanted = in_each_way();
  REQUIRE(wanted[0] != wanted[1]);
  const rules_of_tasks rules(share_all);
  const ravel::thread_pool one_for_all(3);
  std::atomic<int> right = 0;
  support::on_stacks(support::small_stack, 4, [&](int k) {
    std::fesetround(ways[k]);
    const auto is_right = [&](const auto& results) {
      return results == wanted[static_cast<std::size_t>(k)] && std::fegetround() == ways[k];
    };
    const ravel::thread_pool own(2);
    for (int again = 0; again < 5; ++again) {
      right += is_right(with_threads(2, several_operations));
      right += is_right(with_executor(one_for_all, several_operations));
      right += is_right(with_executor(own, several_operations));
      right += is_right(with_threads(3, [&] { return with_executor(own, several_operations); }));
    }
  });
  CHECK(right == 4 * 5 * 4);
}

TEST_CASE("helpers with small stacks keep their own rounding and subnormal numbers", "[exec]") {
  const rules_of_tasks rules(share_all);
  const ravel::reader<double> x = ravel::generate(500, [](index_t i) { return 1e-308 / static_cast<double>(i + 1); });
  ravel::reader<double> deep = x;
  for (int k = 0; k < 200; ++k) deep = map([](double value) { return value / 1.25; }, deep);
  std::atomic<int> changed = 0;
  const auto serially_and_shared = [&](const auto& work) {
    const auto wanted = work();
    const unsigned before = float_rules();
    REQUIRE_EQUAL(with_executor(small_executor{changed}, work), wanted);
    CHECK(float_rules() == before);
    CHECK(changed == 0);
  };
  serially_and_shared(several_operations);
  serially_and_shared([&] { return clone(x / 3.0); });
  serially_and_shared([&] { return clone(deep); });
}

TEST_CASE("callers that flush subnormal numbers have helpers that do", "[exec]") {
  const rules_of_tasks rules(share_all);
  const auto x = ravel::make_buffer<double>(5000, 1e-308);
  const auto tenths = [&] { return clone(x / 10.0); };
  const auto exact = tenths();
  support::on_stack(std::size_t{1} << 20, [&] {
    flush_subnormals();
    const auto wanted = tenths();
    const unsigned before = float_rules();
    CHECK(wanted[4999] * 10.0 <= exact[4999] * 10.0);
    for (int again = 0; again < 20; ++again) REQUIRE_EQUAL(with_threads(3, tenths), wanted);
    CHECK(float_rules() == before);
  });
  REQUIRE_EQUAL(with_threads(3, tenths), exact);
}

TEST_CASE("a stop of one caller leaves the others alone", "[exec]") {
  const rules_of_tasks rules(share_all);
  const auto wanted = several_operations();
  const ravel::thread_pool pool(3);
  std::atomic<int> right = 0;
  support::on_stacks(support::small_stack, 4, [&](int k) {
    for (int again = 0; again < 10; ++again) {
      std::stop_source source;
      const auto work = ravel::generate(5000, [&, k](index_t i) {
        if (i == 3000 && k % 2 == 0) source.request_stop();
        support::pause_at(i, 1);
        return i;
      });
      try {
        const auto made = ravel::with_stop(source.get_token(), [&] { return with_executor(pool, [&] { return clone(work); }); });
        right += k % 2 == 1 && made[4999] == 4999;
      } catch (const ravel::cancelled&) {
        right += k % 2 == 0;
      }
      right += with_executor(pool, several_operations) == wanted;
    }
  });
  CHECK(right == 4 * 10 * 2);
}
