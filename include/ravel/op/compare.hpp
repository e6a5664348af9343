// SPDX-License-Identifier: BSL-1.0
// equal: the same size and equal values, whatever the types. close: the same up to a tolerance. Both stop at the first block that decides.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/detail/compare.hpp>
#include <ravel/lazy/detail/joined_entries.hpp>
#include <ravel/op/for_each.hpp>

#include <cmath>

namespace ravel {

namespace detail {

// Of sparse readers: for the elements of positions that either stores, and for the fills if there are others.
template <class Function, class A, class B>
bool every_stored_pair(Function function, const node<A>& a, const node<B>& b) {
  entry_pass pass;
  operand_list operands;
  operands.push_back(covering_operand(a, pass));
  operands.push_back(covering_operand(b, pass));
  position_merge merge(std::move(operands), 2);
  index_t stored = 0;
  while (const index_t n = merge.next()) {
    const auto* const of_a = static_cast<const A*>(merge.values()[0]);
    const auto* const of_b = static_cast<const B*>(merge.values()[1]);
    for (index_t i = 0; i < n; ++i) {
      if (!function(of_a[i], of_b[i])) return false;
    }
    stored += n;
  }
  return stored == a.size() || function(*a.fill(), *b.fill());
}

// Does the function hold for every pair?
template <class Function, class A, class B>
bool every_pair(Function function, const A& a, const B& b) {
  auto&& first = peek(a);
  auto&& second = peek(b);
  const node<read_t<A>>& x = first;
  const node<read_t<B>>& y = second;
  if (x.size() != y.size()) return false;
  if (x.fill() && y.fill() && (by_entries(x) || by_entries(y))) return every_stored_pair(function, x, y);
  return each_pair_of_blocks(x, y, [&](block<const read_t<A>> p, block<const read_t<B>> q, index_t n) {
    bool all = true;
    for (index_t i = 0; i < n; ++i) all = all && function(p.data[i * p.step], q.data[i * q.step]);
    return all;
  });
}

// |a - b| <= atol + rtol |b|; equal infinities are close, NaN is close to nothing.
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
  bool within(double distance, double size) const { return std::isfinite(size) && distance <= atol + rounded_product(rtol, size); }
};

template <class A, class B>
concept equal_readers = input<A> && input<B> && std::invocable<equals, element_ref<A>, element_ref<B>>;

}  // namespace detail

template <class A, detail::equal_readers<A> B>
bool equal(const A& a, const B& b) {
  return detail::every_pair(detail::equals{}, a, b);
}

template <detail::element_reader A, detail::element_reader B>
bool close(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8) {
  return detail::every_pair(detail::near{rtol, atol}, a, b);
}

}  // namespace ravel
