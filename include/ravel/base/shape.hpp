// SPDX-License-Identifier: BSL-1.0
// ints: the parameter type of every shape, position, permutation, axis list and shift. It is made from {2, 3}, from any contiguous range of
// integers, or from one integer, and checks that each value fits index_t. Copies the values, even when moved; never a return type. shape:
// the extents of an n-dimensional object, outermost first: a value, with up to six extents in place. It checks that every extent is at
// least 0 and their product at most 2^62. The shape of rank 0 has one element. Moving copies, so a moved-from shape keeps its extents.
#pragma once

#include <ravel/base/detail/small_vector.hpp>
#include <ravel/base/index.hpp>

#include <concepts>
#include <initializer_list>
#include <iosfwd>
#include <ranges>
#include <span>
#include <string>

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

class RAVEL_API_RESULT shape {
 public:
  shape() = default;
  shape(const ints& extents);
  shape(std::initializer_list<index_arg> extents) : shape(ints(extents)) {}
  template <class X>
    requires(std::convertible_to<const X&, ints> && !std::same_as<X, ints> && !std::derived_from<X, shape>)
  shape(const X& extents) : shape(ints(extents)) {}  // from one extent, or any contiguous range of them

  // Out of line, because nearly every statement copies a shape.
  shape(const shape&);
  shape& operator=(const shape&) &;  // only a name is given another
  ~shape();

  index_t rank() const { return static_cast<index_t>(extents_.size()); }
  index_t size() const { return rank(); }         // of the list of extents, as of any range
  index_t elements() const { return elements_; }  // the product of the extents; 1 for rank 0
  index_t operator[](index_arg axis) const { return extents_[static_cast<std::size_t>(check(axis))]; }
  const index_t* begin() const& { return extents_.data(); }
  const index_t* end() const& { return extents_.data() + extents_.size(); }
  const index_t* data() const& { return extents_.data(); }
  const index_t* begin() const&& = delete;  // the pointer would outlive the shape: name the shape first
  const index_t* end() const&& = delete;
  const index_t* data() const&& = delete;
  operator std::span<const index_t>() const& { return {extents_.data(), extents_.size()}; }
  operator std::span<const index_t>() && = delete;  // the span would outlive the shape: name the shape first
  operator std::span<const index_t>() const&& = delete;

  friend RAVEL_API bool operator==(const shape& a, const shape& b);

 private:
  index_t check(index_t axis) const {
    if (axis < 0 || axis >= rank()) throw_axis(axis);
    return axis;
  }
  [[noreturn]] void throw_axis(index_t axis) const;

  detail::small_vector<index_t, 6> extents_;
  index_t elements_ = 1;
};

// "[2 3 4]"
[[nodiscard]] RAVEL_API std::string to_string(const shape& s);
RAVEL_API std::ostream& operator<<(std::ostream& out, const shape& s);

namespace detail {

class text;
// A list of integers as a message shows it: "[2 3 4]".
RAVEL_API std::string list_text(std::span<const index_t> values);
// The product of extents, exact: an extent of 0 makes it 0, but the others must still fit.
RAVEL_API index_t checked_size(std::span<const index_t> extents);
// Axes may count from the end: -1 is the last.
RAVEL_API index_t check_axis(index_t axis, index_t rank);

}  // namespace detail
}  // namespace ravel
