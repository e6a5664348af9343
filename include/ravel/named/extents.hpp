// SPDX-License-Identifier: BSL-1.0
// Queries and changes of the dims of an expression: dims_of, has_dim, extent, expand, rename, split. Results are views that own their
// sources.
#pragma once

#include <ravel/named/bind.hpp>

namespace ravel {

namespace detail {

// Repeats the values along loops that they do not depend on.
template <class T>
class expanded_node final : public named_node<T> {
 public:
  expanded_node(named<T> e, form whole) : named_node<T>(std::move(whole)), e_(std::move(e)) {}
  tensor<const T> lower(const lowering& to) const override { return e_.lower(to); }

 private:
  named<T> e_;
};

// The loops of the expression below, whose dim `from` is called `to`.
RAVEL_API loops loops_before_rename(loops axes, const dim& from, const dim& to);

template <class T>
class renamed_node final : public named_node<T> {
 public:
  renamed_node(named<T> e, dim from, dim to, form whole)
      : named_node<T>(std::move(whole)), e_(std::move(e)), from_(std::move(from)), to_(std::move(to)) {}

  tensor<const T> lower(const lowering& to) const override { return e_.lower(to.along(loops_before_rename(to.axes, from_, to_))); }

 private:
  named<T> e_;
  dim from_, to_;
};

RAVEL_API form expanded_form(const form& of, const std::vector<sized_dim>& by);
RAVEL_API form renamed_form(const form& of, const dim& from, const dim& to);
// The extents of an axis's parts; one may be left out.
RAVEL_API loops split_parts(const form& of, const dim& d, loops parts);

}  // namespace detail

template <detail::named_source E>
[[nodiscard]] std::vector<dim> dims_of(const E& e) {
  const named<detail::named_value_t<E>> x = e;
  return detail::names(x.of().dims);
}
template <detail::named_source E>
[[nodiscard]] bool has_dim(const E& e, const dim& d) {
  const named<detail::named_value_t<E>> x = e;
  return x.of().find(d) != nullptr;
}
template <detail::named_source E>
[[nodiscard]] index_t extent(const E& e, const dim& d) {
  const named<detail::named_value_t<E>> x = e;
  detail::check_has(x.of(), d, "extent");
  const sized_dim found = *x.of().find(d);
  if (!found.stated()) detail::throw_unstated(x.of(), d);
  return found.extent;
}

// Adds dims that e does not have, with their extents.
template <detail::named_source E, std::convertible_to<sized_dim>... Dims>
named<detail::named_value_t<E>> expand(const E& e, const Dims&... by) {
  using T = detail::named_value_t<E>;
  const named<T> x = e;
  return detail::named_access::wrap<T>(
      detail::make_released<false, detail::expanded_node<T>>(x, detail::expanded_form(x.of(), {sized_dim(by)...})));
}

// Replaces a dim by another.
template <detail::named_source E>
named<detail::named_value_t<E>> rename(const E& e, const dim& from, const dim& to) {
  using T = detail::named_value_t<E>;
  const named<T> x = e;
  return detail::named_access::wrap<T>(
      detail::make_released<false, detail::renamed_node<T>>(x, from, to, detail::renamed_form(x.of(), from, to)));
}

// Splits a dim into consecutive parts, each with a dim of its own. The extents add up; one may be left out.
template <detail::named_source E>
[[nodiscard]] std::vector<named<detail::named_value_t<E>>> split(const E& e, const dim& d, std::vector<sized_dim> parts) {
  using T = detail::named_value_t<E>;
  const named<T> x = e;
  const detail::loops these = detail::split_parts(x.of(), d, std::move(parts));
  const detail::labelled<T> values = detail::values_of(x);
  index_t axis = 0, start = 0;
  while (!same(values.labels[static_cast<std::size_t>(axis)], d)) ++axis;
  std::vector<named<T>> made;
  for (const sized_dim& part : these) {
    detail::labelled<T> one{slice(values.values, axis, start, part.extent), values.labels};
    one.labels[static_cast<std::size_t>(axis)] = part.of;
    made.push_back(detail::bound<T>(std::move(one)));
    start += part.extent;
  }
  return made;
}

}  // namespace ravel
