// SPDX-License-Identifier: BSL-1.0
// same_for_all(work): what work gives on one thread is what it gives when several share it, with parts in any order and of any size. Bits
// are compared, but for those of NaN.
#pragma once

#include <ravel/exec/with_threads.hpp>

#include <support/executors.hpp>
#include <support/require_equal.hpp>
#include <support/thrown_by.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
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
  unsigned seed = 1;
  for (const sharing& one : all_sharings) {
    const rules_of_tasks now(one.rules);
    require_same_bits(ravel::with_executor(shuffling_executor(++seed), work), wanted);
    require_same_bits(ravel::with_threads(one.threads, work), wanted);
  }
}

template <class Work>
void throws_the_same(const Work& work) {
  const std::string wanted = ravel::with_executor(ravel::serial, [&] { return thrown_by(work); });
  REQUIRE(!wanted.empty());
  for (const sharing& one : all_sharings) {
    const rules_of_tasks now(one.rules);
    for (unsigned seed = 1; seed < 6; ++seed)
      CHECK(ravel::with_executor(shuffling_executor(seed), [&] { return thrown_by(work); }) == wanted);
    CHECK(ravel::with_threads(one.threads, [&] { return thrown_by(work); }) == wanted);
  }
}

}  // namespace support
