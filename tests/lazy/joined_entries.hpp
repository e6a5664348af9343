// SPDX-License-Identifier: BSL-1.0
// What the tests of functions of sparse readers share. Each is compared with the same function of the elements in memory.
#pragma once

#include <ravel/lazy/assume.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/fold.hpp>
#include <ravel/lazy/functions.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/fold/sum.hpp>

#include <support/sparse_contract.hpp>
#include <support/sparse_samples.hpp>

#include <cmath>
#include <limits>

namespace joined_entries {

using ravel::cast;
using ravel::index_t;
using ravel::reader;
using support::listed;
constexpr double infinity = std::numeric_limits<double>::infinity(), no_number = std::numeric_limits<double>::quiet_NaN();

template <class S, class D>
void check_same(const S& sparse, const D& dense) {
  support::check_sparse(sparse);
  REQUIRE_EQUAL(sparse, dense);
  CHECK(equal(sparse, dense) == equal(dense, dense));
  CHECK(equal(sparse, sparse) == equal(dense, dense));
}

// f of sparse readers beside f of the same elements in memory.
template <class F, class... R>
void check_function(const F& f, const R&... sparse) {
  check_same(f(sparse...), f(reader<ravel::value_t<R>>(clone(sparse))...));
}

// Two of them whose positions are far apart, take turns, overlap or are the same.
template <class T, class F>
void for_each_pair(T fill, F f) {
  for (const index_t n : {0, 1, 2, 50, 1023, 1024, 1025, 3000}) {
    for (const auto& [one_in_a, one_in_b] : {std::pair<index_t, index_t>{1, 1}, {1, 40}, {3, 3}, {60, 2}, {10000, 2}}) {
      const auto a = support::listed_at_random<T>(n, fill, one_in_a, 5), b = support::listed_at_random<T>(n, fill, one_in_b, 6);
      f(a, b);
    }
    support::stored_elements<T> even, odd, low, high;
    support::random r(4);
    for (index_t i = 0; i < n; ++i) {
      const T value = r.small<T>();
      if (ravel::detail::is_fill(value, fill)) continue;
      (i % 2 == 0 ? even : odd).emplace(i, value);
      (i < n / 2 ? low : high).emplace(i, value);
    }
    f(listed<T>(n, fill, even), listed<T>(n, fill, odd));
    f(listed<T>(n, fill, low), listed<T>(n, fill, high));
    const auto same = listed<T>(n, fill, even);
    f(same, same);
    f(same, assume_no_alias(same));
  }
}

inline double nowhere_zero(double x) { return x == 0 ? throw std::domain_error("zero") : 1 / x; }

struct tally {
  std::string word;
  std::int32_t times = 0;
  friend bool operator==(const tally&, const tally&) = default;
};

}  // namespace joined_entries
