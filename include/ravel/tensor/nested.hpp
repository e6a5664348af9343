// SPDX-License-Identifier: BSL-1.0
// Nested braces of any depth as one type: a value or a list of them, used only to make a tensor. Borrows the braces, which live until the
// end of the statement.
#pragma once

#include <ravel/base/shape.hpp>
#include <ravel/element/cast.hpp>

#include <vector>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_ragged(index_t axis, std::span<const index_t> extents);

}  // namespace detail

template <class T>
class nested {
 public:
  // tensor<int>{2.5} does not compile.
  template <class U>
    requires(std::convertible_to<U, T> && !std::same_as<std::remove_cvref_t<U>, nested> &&
             !detail::of_higher_kind<std::remove_cvref_t<U>, T>)
  nested(U&& value) : value_(made_of(std::forward<U>(value))), is_value_(true) {}
  nested(std::initializer_list<nested> list) : list_(list), is_value_(false) {}

  // Adds the extents found along the first elements.
  void add_extents(std::vector<index_t>& extents) const {
    if (is_value_) return;
    extents.push_back(static_cast<index_t>(list_.size()));
    if (list_.size() != 0) list_.begin()->add_extents(extents);
  }
  // Adds all values in order. Lists without these extents from that axis on are ragged: an error.
  void add_values(std::vector<T>& values, const std::vector<index_t>& extents, std::size_t axis = 0) const {
    const bool fits = is_value_ ? axis == extents.size() : axis < extents.size() && static_cast<index_t>(list_.size()) == extents[axis];
    if (!fits) detail::throw_ragged(static_cast<index_t>(axis), extents);
    if (is_value_) values.push_back(value_);
    for (const nested& inner : list_) inner.add_values(values, extents, axis + 1);
  }

 private:
  // A number of another type is weak, as beside an operator: it must fit.
  template <class U>
  static T made_of(U&& value) {
    if constexpr (element<T> && element<std::remove_cvref_t<U>>) {
      return cast_value<T>(value);
    } else {
      return T(std::forward<U>(value));
    }
  }

  T value_{};
  std::initializer_list<nested> list_{};
  bool is_value_;
};

}  // namespace ravel
