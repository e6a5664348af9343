// SPDX-License-Identifier: BSL-1.0
// The extents of an n-dimensional object, outermost first: a value, with up to six extents in place. It checks that every extent is at
// least 0 and their product at most 2^62. The shape of rank 0 has one element. Moving copies, so a moved-from shape keeps its extents.
#pragma once

#include <ravel/base/ints.hpp>

#include <iosfwd>
#include <string>

namespace ravel {

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
