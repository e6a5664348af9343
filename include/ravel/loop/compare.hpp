// SPDX-License-Identifier: BSL-1.0
// equal: the same size and equal values, whatever the types. close: the same up to a tolerance. Both stop at the first block that decides.
// Any thread.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/detail/compare.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/loop/detail/stored_blocks.hpp>

#include <cmath>

namespace ravel {

namespace detail {

// True if the function holds for every pair.
template <class T, class U, class Function>
bool every_pair(const node<T>& x, const node<U>& y, Function function) {
  if (x.size() != y.size()) return false;
  if (all_by_entries(x, y)) {
    const auto all_hold = [&](index_t n, const T* p, const U* q) {
      for (index_t i = 0; i < n; ++i) {
        if (!function(p[i], q[i])) return false;
      }
      return true;
    };
    const index_t stored = each_stored_together(all_hold, x, y);
    return stored == x.size() || (stored >= 0 && function(*x.fill(), *y.fill()));
  }
  const auto holds = [&](index_t, index_t n, block<const T> p, block<const U> q) {
    bool all = true;
    if constexpr (element<T> && element<U> && std::same_as<Function, equals>) {
      if (p.step == 1 && q.step == 1) {  // without a branch for each pair
        index_t equal = 0;
        for (index_t i = 0; i < n; ++i) equal += function(p.data[i], q.data[i]);
        return equal == n;
      }
    }
    for (index_t i = 0; i < n; ++i) all = all && function(p.data[i * p.step], q.data[i * q.step]);
    return all;
  };
  const auto search = [&](index_t begin, index_t end) -> index_t {
    return each_block_together(begin, end - begin, holds, x, y) ? -1 : begin;
  };
  return first_in_pieces(x.size(), search) < 0;
}

// |a - b| <= atol + rtol |b|. Equal infinities are close; NaN is close to nothing.
struct near {
  double rtol;
  double atol;

  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    if (equals{}(a, b)) return true;
    if constexpr (complex_element<A> || complex_element<B>) {
      return within(std::abs(promoted<std::complex<double>>(a) - promoted<std::complex<double>>(b)),
                    std::abs(promoted<std::complex<double>>(b)));
    } else {
      return within(std::abs(static_cast<double>(a) - static_cast<double>(b)), std::abs(static_cast<double>(b)));
    }
  }
  bool within(double distance, double size) const { return std::isfinite(size) && distance <= atol + lone_product(rtol, size); }
};

// Compiled once, in src/, for readers of one type of the closed set.
#define RAVEL_DECLARE(T) extern template RAVEL_API bool every_pair(const node<T>&, const node<T>&, equals);
RAVEL_FOR_EACH_IN_SRC(RAVEL_DECLARE)
#undef RAVEL_DECLARE
#define RAVEL_DECLARE(T) extern template RAVEL_API bool every_pair(const node<T>&, const node<T>&, near);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// Compares values only, not shapes.
template <class A, class B>
bool equal_values(const A& a, const B& b) {
  return every_pair<read_t<A>, read_t<B>>(node_for_call(a), node_for_call(b), equals{});
}
template <class A, class B>
bool near_values(const A& a, const B& b, near how) {
  return every_pair<read_t<A>, read_t<B>>(node_for_call(a), node_for_call(b), how);
}

template <class A, class B>
concept equal_readers = input<A> && input<B> && std::invocable<equals, element_ref<A>, element_ref<B>>;

}  // namespace detail

template <class A, detail::equal_readers<A> B>
[[nodiscard]] bool equal(const A& a, const B& b) {
  return detail::equal_values(a, b);
}

// True if sizes agree and elements differ by at most atol + rtol * |b|. NaN equals nothing.
template <detail::element_reader A, detail::element_reader B>
[[nodiscard]] bool close(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8) {
  return detail::near_values(a, b, {rtol, atol});
}

}  // namespace ravel
