// SPDX-License-Identifier: BSL-1.0
// Finds the operands that cover a function: outside of their entries the function is its fill. All operands cover it together; in a
// product, a factor whose fill is 0 may cover it alone. This is decided before anything is computed, and joined_entries.hpp uses it. One
// evaluation on one thread.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/element/detail/functions.hpp>
#include <ravel/reader/detail/entries.hpp>

#include <algorithm>
#include <vector>

namespace ravel::detail {

// True if 0 times anything is 0: for integers and bools, and for numbers if the other one is finite. (A zero that is not stored loses its
// sign.)
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
// Compiled in src/.
RAVEL_API bool all_finite(const float* values, index_t n);
RAVEL_API bool all_finite(const double* values, index_t n);

// True if no entry of this operand is infinite or NaN. It looks only if that costs less than computing the entries.
template <class S>
bool stored_finite(const node<S>& source) {
  constexpr int looked_through = 2;
  if (!source.fill() || source.depth() > looked_through || !is_finite_value<S>(*source.fill())) return false;
  entry_pass pass;
  const owned_stream entries = source.entries(pass);
  if (const auto* const repeated = dynamic_cast<const repeated_entries*>(entries.get())) {
    const auto once = repeated->once().all().of<S>();
    return all_finite(once.values, once.count);
  }
  for (entry_blocks<S> blocks(source); blocks.next();) {
    const entry_block<S> b = blocks.at_hand();
    if (!all_finite(b.values, b.count)) return false;
  }
  return true;
}

#define RAVEL_DECLARE(T) extern template RAVEL_API bool stored_finite(const node<T>&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

struct leaf_cover;  // defined in joined_entries.hpp

// Visits the leaves of an expression from left to right and keeps the numbers of those that cover it.
class RAVEL_API cover_search {
 public:
  explicit cover_search(entry_pass& pass);
  ~cover_search();

  template <class S>
  void next_leaf(const node<S>& source);
  std::size_t found() const;
  // Decides which leaves cover a product: the leaves from `first` to `second` belong to one factor, and those after it to the other. If one
  // factor covers the product alone, the other's leaves are not needed; if each does, the smaller one is enough.
  void choose_factor(std::size_t first, std::size_t second, bool first_alone, bool second_alone);
  leaf_cover cover() &&;

 private:
  struct leaf {
    std::size_t number;
    index_t about;  // estimated number of entries
  };
  using place = std::vector<leaf>::iterator;
  struct gate {
    std::vector<std::size_t> leaves;
    std::size_t begin, end;  // the found leaves whose entries this gate closes
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

// True if the product is 0 at all positions where a factor with fill 0 has no entry. The other factor must be finite there.
template <class Fill>
bool is_zero(const Fill& fill) {
  return fill && *fill == std::remove_cvref_t<decltype(*fill)>{};
}
template <class A, class B, class FillA, class FillB>
bool wiped_out(const A& a, const B& b, const FillA& fill_a, const FillB& fill_b) {
  return (is_zero(fill_a) && b.finite()) || (is_zero(fill_b) && a.finite());
}
// Looks through the entries only if the result depends on them.
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
