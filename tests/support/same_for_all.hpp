// SPDX-License-Identifier: BSL-1.0
// same_for_all(work): what work gives on one thread is what it gives when several share it, with parts in any order and of any size. Bits
// are compared, but for those of NaN. shared_by_all(work) checks also that several share it.
#pragma once

#include <ravel/exec/with_threads.hpp>

#include <support/executors.hpp>
#include <support/require_equal.hpp>
#include <support/sanitized.hpp>
#include <support/thrown_by.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

namespace support {

// How work is cut, and how many threads share it.
struct sharing {
  ravel::detail::task_rules rules;
  int threads;
};
inline constexpr sharing all_sharings[] = {
    {share_all, 3},
    {{.most = 3, .smallest = 1, .worth_waking = 0, .claimed = 0}, 2},
    {{.most = 1024, .smallest = 7, .worth_waking = 0, .claimed = 1}, 7},
    {{.most = 16, .smallest = 300, .worth_waking = 0, .claimed = 0}, 16},
};

// check(run) for each sharing: run() does the work by an executor that shuffles, with so many seeds, or by threads. Under a sanitizer,
// which looks at what is done and not at results, the first call for a type of work has each sharing once, by one or the other, and a later
// call has one of them, in turn.
template <class Work, class Check>
void each_sharing(unsigned most_seeds, const Work& work, const Check& check) {
  static std::size_t calls = 0;
  const std::size_t call = calls++, count = std::size(all_sharings);
  for (std::size_t k = 0; k < count; ++k) {
    if (sanitized && call > 0 && call % count != k) continue;
    const bool by_threads = thread_sanitized || (k + call / count) % 2 == 0;
    const unsigned seeds = !sanitized ? most_seeds : by_threads ? 0 : 1;
    const rules_of_tasks now(all_sharings[k].rules);
    for (unsigned seed = 1; seed <= seeds; ++seed) {
      check([&] { return ravel::with_executor(shuffling_executor(seed + static_cast<unsigned>(k)), work); });
    }
    if (!sanitized || by_threads) check([&] { return ravel::with_threads(all_sharings[k].threads, work); });
  }
}

// The same for one sharing, the next at each call for a type of work. For work that takes long.
template <class Work, class Check>
void next_sharing(const Work& work, const Check& check) {
  static unsigned calls = 0;
  const sharing& one = all_sharings[calls++ % std::size(all_sharings)];
  const rules_of_tasks now(one.rules);
  if (!thread_sanitized) check([&] { return ravel::with_executor(shuffling_executor(calls), work); });
  check([&] { return ravel::with_threads(one.threads, work); });
}

// NaN is equal to NaN here, and -0 is not 0.
template <class T>
bool same_bits(const T& a, const T& b) {
  if constexpr (requires { a.imag(); }) {
    return same_bits(a.real(), b.real()) && same_bits(a.imag(), b.imag());
  } else if constexpr (std::floating_point<T>) {
    return (a == b && std::signbit(a) == std::signbit(b)) || (a != a && b != b);
  } else {
    return a == b;
  }
}
template <class A>
void require_same_bits(const A& a, const A& b) {
  const auto size = static_cast<std::int64_t>(a.size());
  const bool same_shape = b.size() == a.size() && detail::same_shapes(a, b);
  std::int64_t same = 0;
  if (same_shape) {
    for (std::int64_t i = 0; i < size; ++i) same += same_bits(detail::element_at(a, i), detail::element_at(b, i));
  }
  if (!same_shape || same != size) REQUIRE_EQUAL(a, b);  // says where, unless zeros differ
  REQUIRE(same == size);
}

template <class Work>
void same_for_all(const Work& work) {
  const auto wanted = ravel::with_executor(ravel::serial, work);
  each_sharing(1, work, [&](const auto& run) { require_same_bits(run(), wanted); });
}

// The same, of work that must ask other threads for help.
template <class Work>
void shared_by_all(const Work& work) {
  const shuffling_executor executor;
  {
    const rules_of_tasks now(share_all);
    static_cast<void>(ravel::with_executor(executor, work));
  }
  CHECK(executor.calls() > 0);
  same_for_all(work);
}

template <class Work>
void throws_the_same(const Work& work) {
  const auto thrown = [&] { return thrown_by(work); };
  const std::string wanted = ravel::with_executor(ravel::serial, thrown);
  REQUIRE(!wanted.empty());
  each_sharing(5, thrown, [&](const auto& run) { CHECK(run() == wanted); });
}

}  // namespace support
