// SPDX-License-Identifier: BSL-1.0
// Which operands cover a function: outside of their entries it is its fill. All of them do, unless one that is 0 wipes out the others.
// Found before anything is computed; joined_entries.hpp goes by it.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/element/detail/rounding.hpp>
#include <ravel/reader/detail/entries.hpp>

#include <algorithm>
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
template <class S>
bool all_finite(const S* values, index_t n) {
  return std::all_of(values, values + n, is_finite_value<S>);
}
// Kernels in src/.
RAVEL_API bool all_finite(const float* values, index_t n);
RAVEL_API bool all_finite(const double* values, index_t n);

// Have the entries of this operand values that are neither infinite nor NaN? Looked at only where that is less than computing them.
template <class S>
bool stored_finite(const node<S>& source) {
  constexpr int looked_through = 2;
  if (!source.fill() || source.depth() > looked_through || !is_finite_value<S>(*source.fill())) return false;
  entry_pass pass;
  const entries_of<S> entries = source.entries(pass);
  const auto* const repeated = dynamic_cast<const repeated_entries<S>*>(entries.get());
  if (repeated) return all_finite(repeated->once().values(), repeated->once().size());
  for (entry_blocks<S> blocks(source); blocks.next();) {
    const entry_block<S> b = blocks.at_hand();
    if (!all_finite(b.values, b.count)) return false;
  }
  return true;
}

#define RAVEL_DECLARE(T) extern template RAVEL_API bool stored_finite(const node<T>&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// Numbers of leaves of an expression, which is its fill outside of the entries of `leaves`, and where no leaf of one of the gates has an
// entry. One factor covers a product, and the other is a gate.
struct leaf_cover {
  std::vector<std::size_t> leaves;
  std::vector<std::vector<std::size_t>> gates;
};

// Goes over the leaves of an expression from left to right and keeps the numbers of those that cover it.
class RAVEL_API cover_search {
 public:
  explicit cover_search(entry_pass& pass);
  ~cover_search();

  template <class S>
  void next_leaf(const node<S>& source);
  std::size_t found() const;
  // Of the leaves from `first` on, which cover a product, those before `second` are of one factor and the others of the other: where one
  // factor covers it alone, the other's are not needed, and where each does, those of the smaller are enough.
  void choose_factor(std::size_t first, std::size_t second, bool first_alone, bool second_alone);
  leaf_cover cover() &&;

 private:
  struct leaf {
    std::size_t number;
    index_t about;  // so many entries
  };
  using place = std::vector<leaf>::iterator;
  struct gate {
    std::vector<std::size_t> leaves;
    std::size_t begin, end;  // the found leaves that cover what it closes
  };

  void add(index_t about);
  static index_t about_all(place begin, place end);
  static std::vector<std::size_t> numbers(place begin, place end);
  void drop_gates_but(std::size_t first, std::size_t second, bool first_alone, bool second_alone);

  entry_pass& pass_;
  std::size_t next_ = 0;
  std::vector<leaf> found_;
  std::vector<gate> gates_;
};

template <class S>
void cover_search::next_leaf(const node<S>& source) {
  add(source.fill() ? pass_.about(source) : index_limit);
}
#define RAVEL_DECLARE(T) extern template RAVEL_API void cover_search::next_leaf(const node<T>&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

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
template <class A, class B>
void add_cover_of_product(cover_search& to, const A& a, const B& b) {
  const std::size_t first = to.found();
  a.add_cover(to);
  const std::size_t second = to.found();
  b.add_cover(to);
  to.choose_factor(first, second, annihilates(a.fill(), b), annihilates(b.fill(), a));
}

}  // namespace ravel::detail
