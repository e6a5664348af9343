// SPDX-License-Identifier: BSL-1.0
// The parameter type of every shape, position, permutation, axis list and shift. It is made from {2, 3}, from any contiguous range of
// integers, or from one integer, and checks that each value fits index_t. Copies the values, even when moved; never a return type.
#pragma once

#include <ravel/base/detail/small_vector.hpp>
#include <ravel/base/index.hpp>

#include <concepts>
#include <initializer_list>
#include <ranges>
#include <span>

namespace ravel {

namespace detail {

// Stored as one bool: compilers take the concepts of a function apart at each comparison with another, and these have many parts.
template <class C>
inline constexpr bool contiguous_and_sized = std::ranges::contiguous_range<C> && std::ranges::sized_range<C>;
template <class C>
concept contiguous = contiguous_and_sized<C>;

// Text is not a list of numbers.
template <class R>
concept integer_range = contiguous<R> && integer<std::ranges::range_value_t<R>> && !std::same_as<std::ranges::range_value_t<R>, char>;

struct only {};

}  // namespace detail

class RAVEL_API ints {
 public:
  template <detail::integer Int>
  ints(Int one) : ints(detail::to_index(one), detail::only()) {}

  template <detail::no_integer X>
  ints(X one) = delete;  // a size, position or axis is an integer: round a real number as you mean it, cast an enum class

  ints(std::initializer_list<index_arg> list);

  template <class R>
    requires(detail::integer_range<R> && !std::same_as<std::remove_cvref_t<R>, ints>)
  ints(const R& range) : ints(std::ranges::data(range), static_cast<std::size_t>(std::ranges::size(range))) {}

  ints(const ints&) = default;
  ints& operator=(const ints&) = default;

  index_t size() const { return static_cast<index_t>(values_.size()); }
  bool empty() const { return values_.empty(); }
  index_t operator[](index_arg i) const { return values_[static_cast<std::size_t>(detail::check_position(i, size()))]; }
  const index_t* begin() const& { return values_.data(); }
  const index_t* end() const& { return values_.data() + values_.size(); }
  const index_t* data() const& { return values_.data(); }
  const index_t* begin() const&& = delete;  // the pointer would outlive the list: name the list first
  const index_t* end() const&& = delete;
  const index_t* data() const&& = delete;
  operator std::span<const index_t>() const& { return {values_.data(), values_.size()}; }
  operator std::span<const index_t>() && = delete;  // the span would outlive the list: name the list first
  operator std::span<const index_t>() const&& = delete;

 private:
  ints(index_t one, detail::only);
  template <class Int>
  ints(const Int* first, std::size_t count);

  detail::small_vector<index_t, 6> values_;
};

template <class Int>
ints::ints(const Int* first, std::size_t count) {
  values_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) values_.push_back(index_arg(first[i]));
}
extern template RAVEL_API ints::ints(const index_t*, std::size_t);
extern template RAVEL_API ints::ints(const int*, std::size_t);

}  // namespace ravel
