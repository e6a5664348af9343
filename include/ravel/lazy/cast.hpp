// SPDX-License-Identifier: BSL-1.0
// cast, wrap_cast, saturate_cast: a reader's elements converted to another type: checked, modulo 2^n, or clamped (element/cast.hpp has the
// exact rules). A cast to the reader's own type returns the reader. A checked cast throws when an element that does not fit is read, not
// before. Owns its source; any thread may read.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/lazy/detail/kernel_node.hpp>
#include <ravel/lazy/map.hpp>

namespace ravel {

namespace detail {

template <cast_mode M, class S, class D>
struct cast_kernel {
  D operator()(const S& value) const { return cast_element<M, D>(value); }
  void operator()(D* out, index_t n, block<const S> in) const { cast_block(M, in.data, in.step, out, n); }
};

template <cast_mode M, class D, class R>
reader<D> cast_reader(R&& r) {
  using S = read_t<R>;
  reader<S> source(std::forward<R>(r));
  if constexpr (std::same_as<S, D>) {
    return source;
  } else {
    return apply_kernel<D>(cast_kernel<M, S, D>{}, std::move(source));
  }
}

template <class R, class D>
concept castable_reader = lazy_reader<R> && castable<read_t<R>, D>;

}  // namespace detail

template <class D, class R>
  requires detail::castable_reader<R, D>
reader<D> cast(R&& r) {
  return detail::cast_reader<cast_mode::checked, D>(std::forward<R>(r));
}

// Each element as a D; what does not fit an integer is taken modulo 2^n, as wrap_value does.
template <class D, class R>
  requires detail::castable_reader<R, D>
reader<D> wrap_cast(R&& r) {
  return detail::cast_reader<cast_mode::wrap, D>(std::forward<R>(r));
}

// Each element as a D; the nearest value that fits stands for one that does not, as saturate_value does.
template <class D, class R>
  requires detail::castable_reader<R, D>
reader<D> saturate_cast(R&& r) {
  return detail::cast_reader<cast_mode::saturate, D>(std::forward<R>(r));
}

}  // namespace ravel
