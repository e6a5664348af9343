// SPDX-License-Identifier: BSL-1.0
// The parameter type of every shape, position, permutation, axis list and shift: made from {2, 3}, from any contiguous range of integers,
// or from one integer; each value is checked to fit index_t. Copies the values; never a return type.
#pragma once

#include <ravel/base/index.hpp>
#include <ravel/base/small_vector.hpp>

#include <concepts>
#include <initializer_list>
#include <ranges>
#include <span>
#include <utility>

namespace ravel {

namespace detail {

template <class Int>
concept integer = std::integral<Int> && !std::same_as<std::remove_cv_t<Int>, bool>;

template <class R>
concept integer_range = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> && integer<std::ranges::range_value_t<R>>;

[[noreturn]] RAVEL_API void throw_integer_too_large(unsigned long long value);

template <integer Int>
constexpr index_t to_index(Int value) {
  if (!std::in_range<index_t>(value)) throw_integer_too_large(static_cast<unsigned long long>(value));
  return static_cast<index_t>(value);
}

// An integer in braces, checked by itself: {n, v.size()} mixes types, and the compiler would let the unsigned one wrap.
class listed_integer {
 public:
  template <integer Int>
  constexpr listed_integer(Int value) : value_(to_index(value)) {}

  constexpr operator index_t() const { return value_; }

 private:
  index_t value_;
};

}  // namespace detail

class ints {
 public:
  template <detail::integer Int>
  ints(Int one) : values_{detail::to_index(one)} {}

  ints(std::initializer_list<detail::listed_integer> list) : ints(list.begin(), list.size()) {}

  template <class R>
    requires(detail::integer_range<R> && !std::same_as<std::remove_cvref_t<R>, ints>)
  ints(const R& range) : ints(std::ranges::data(range), static_cast<std::size_t>(std::ranges::size(range))) {}

  index_t size() const { return static_cast<index_t>(values_.size()); }
  bool empty() const { return values_.empty(); }
  index_t operator[](index_t i) const { return values_[static_cast<std::size_t>(detail::check_position(i, size()))]; }
  const index_t* begin() const { return values_.data(); }
  const index_t* end() const { return values_.data() + values_.size(); }
  const index_t* data() const { return values_.data(); }
  operator std::span<const index_t>() const { return {values_.data(), values_.size()}; }

 private:
  template <class Int>
  ints(const Int* first, std::size_t count) {
    values_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) values_.push_back(detail::listed_integer(first[i]));
  }

  detail::small_vector<index_t, 6> values_;
};

}  // namespace ravel
