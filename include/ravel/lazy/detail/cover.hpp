// SPDX-License-Identifier: BSL-1.0
// Which operands cover a function: outside of their entries it is its fill. All of them do, unless one that is 0 wipes out the others.
// Found before anything is computed; joined_entries.hpp goes by it.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/element/detail/rounding.hpp>
#include <ravel/reader/detail/entries.hpp>

#include <vector>

namespace ravel::detail {

// 0 and anything give 0: of integers and bools, and of numbers where the other is finite. (A zero is a zero: its sign is not kept where it
// is not stored.)
template <class Function>
inline constexpr bool zero_annihilates = false;
template <>
inline constexpr bool zero_annihilates<times> = true;
template <>
inline constexpr bool zero_annihilates<checked_times> = true;
template <>
inline constexpr bool zero_annihilates<bit_and> = true;
template <>
inline constexpr bool zero_annihilates<logical_and> = true;

template <class S>
inline constexpr bool always_finite = boolean_element<S> || integer_element<S>;

template <class S>
bool is_finite_value(const S& value) {
  if constexpr (element<S>) {
    return is_finite{}(value);
  } else {
    return false;
  }
}
// Have the entries of this operand values that are neither infinite nor NaN? Looked at only where that is less than computing them.
template <class S>
bool stored_finite(const node<S>& source) {
  constexpr int looked_through = 2;
  if (!source.fill() || source.depth() > looked_through || !is_finite_value<S>(*source.fill())) return false;
  return each_entry_block(source, [](const entry_block<S>& b) {
    bool finite = true;
    for (index_t i = 0; i < b.count; ++i) finite &= is_finite_value<S>(b.values[i]);
    return finite;
  });
}

#define RAVEL_DECLARE(T) extern template RAVEL_API bool stored_finite(const node<T>&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// The leaves that cover a part of an expression, by their numbers, and about how many entries they have.
struct cover {
  index_t about = 0;
  std::vector<std::size_t> leaves;

  RAVEL_API void add(const cover& more);
};
struct cover_search {
  entry_pass& pass;
  std::size_t leaf = 0;  // the number of the next

  RAVEL_API cover next_leaf(index_t about);  // itself
};

// Is the product 0 wherever one that has the fill 0 has no entry? Whatever the other is there, it must be finite.
template <class Fill>
bool is_zero(const Fill& fill) {
  return fill && *fill == std::remove_cvref_t<decltype(*fill)>{};
}
template <class A, class B, class FillA, class FillB>
bool wiped_out(const A& a, const B& b, const FillA& fill_a, const FillB& fill_b) {
  return (is_zero(fill_a) && b.finite()) || (is_zero(fill_b) && a.finite());
}
// Entries are looked through only where it matters what they are.
template <class Fill, class B>
bool annihilates(const Fill& fill, const B& other) {
  return is_zero(fill) && (other.finite() || other.stored_finite());
}
// The smaller of the factors that cover the product, or both.
template <class A, class B>
cover cover_of_product(const A& a, const B& b, cover (&each)[2]) {
  const bool by_a = annihilates(a.fill(), b), by_b = annihilates(b.fill(), a);
  if (by_a && by_b) return each[each[1].about < each[0].about];
  if (!by_a && !by_b) each[0].add(each[1]);
  return each[by_b && !by_a];
}

}  // namespace ravel::detail
