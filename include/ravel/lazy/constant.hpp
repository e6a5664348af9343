// SPDX-License-Identifier: BSL-1.0
// constant: one value, repeated. Owns the value and lends it with step 0, so it never fills a block. Any thread may read.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/reader/reader.hpp>

#include <concepts>

namespace ravel {

namespace detail {

template <class T>
class constant_node final : public node<T> {
 public:
  static constexpr bool keeps_handles = may_hold_handles<T>;

  constant_node(index_t n, T value)
      : node<T>({.size = n, .immutable = true, .never_stores = true}, {std::addressof(value_), 0}, std::addressof(value_)),
        value_(std::move(value)) {}

  overlap meets(const target_memory&) const override { return overlap::none; }
  shared_untyped sliced(index_t, index_t count, index_t, const shared_untyped&) const override {
    return make_node<constant_node>(count, value_);
  }

 protected:
  block<const T> produce(index_t, index_t, T*, arena&) const override { return {std::addressof(value_), 0}; }

 private:
  T value_;
};

}  // namespace detail

template <std::semiregular T>
reader<T> constant(index_arg n, detail::value_for<T> value) {
  return detail::make_reader<detail::constant_node<T>>(detail::check_size(n), static_cast<const T&>(value));
}
template <detail::deduced = detail::deduced(), std::semiregular T>
reader<detail::kept_value_t<T>> constant(index_arg n, T value) {
  return detail::make_reader<detail::constant_node<detail::kept_value_t<T>>>(detail::check_size(n), std::move(value));
}

}  // namespace ravel
