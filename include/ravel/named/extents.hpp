// SPDX-License-Identifier: BSL-1.0
// Queries and changes of the dims of an expression: dims_of, has_dim, extent, expand, rename, split. Results are views that own their
// sources.
#pragma once

#include <ravel/named/bind.hpp>

namespace ravel {

namespace detail {

// Repeats the values along loops that they do not depend on.
template <class E>
class expanded_node final : public node_in<E> {
 public:
  expanded_node(const E& e, const form& whole) : node_in<E>(whole), e_(e) {}
  values_in<E> lower(const lowering& to) const override { return e_.lower(to); }

 private:
  E e_;
};

// The loops of the expression below, whose dim `from` is called `to`.
RAVEL_API loops loops_before_rename(loops axes, const dim& from, const dim& to);

template <class E>
class renamed_node final : public node_in<E> {
 public:
  renamed_node(const E& e, const dim& from, const dim& to, const form& whole) : node_in<E>(whole), e_(e), from_(from), to_(to) {}

  values_in<E> lower(const lowering& to) const override { return e_.lower(to.along(loops_before_rename(to.axes, from_, to_))); }

 private:
  E e_;
  dim from_, to_;
};

RAVEL_API form expanded_form(const form& of, const std::vector<sized_dim>& by);
RAVEL_API form renamed_form(const form& of, const dim& from, const dim& to);
// The extents of an axis's parts; one may be left out.
RAVEL_API loops split_parts(const form& of, const dim& d, loops parts);
// The extent that a dim of a form has, or an error that says what lacks.
RAVEL_API index_t stated_extent(const form& of, const dim& d);

template <class X>
concept dims_source = named_source<X> || any_named_handle<X>;

template <class E>
E expanded(const E& e, const std::vector<sized_dim>& by) {
  return named_access::make<E, expanded_node<E>>(e, expanded_form(e.of(), by));
}
template <class E>
E renamed(const E& e, const dim& from, const dim& to) {
  return named_access::make<E, renamed_node<E>>(e, from, to, renamed_form(e.of(), from, to));
}
template <class E>
std::vector<E> split_along(const E& e, const dim& d, std::vector<sized_dim> parts) {
  const loops these = split_parts(e.of(), d, std::move(parts));
  const labelled_in<E> values = values_of(e);
  index_t axis = 0, start = 0;
  while (!same(values.labels[static_cast<std::size_t>(axis)], d)) ++axis;
  std::vector<E> made;
  for (const sized_dim& part : these) {
    labelled_in<E> one{slice(values.values, axis, start, part.extent), values.labels};
    one.labels[static_cast<std::size_t>(axis)] = part.of;
    made.push_back(bound(std::move(one)));
    start += part.extent;
  }
  return made;
}

}  // namespace detail

template <detail::dims_source E>
[[nodiscard]] std::vector<dim> dims_of(const E& e) {
  const detail::expression_t<E> x(e);
  return detail::names(x.of().dims);
}
template <detail::dims_source E>
[[nodiscard]] bool has_dim(const E& e, const dim& d) {
  const detail::expression_t<E> x(e);
  return x.of().find(d) != nullptr;
}
template <detail::dims_source E>
[[nodiscard]] index_t extent(const E& e, const dim& d) {
  const detail::expression_t<E> x(e);
  return detail::stated_extent(x.of(), d);
}

// Adds dims that e does not have, with their extents.
template <detail::dims_source E, std::convertible_to<sized_dim>... Dims>
[[nodiscard]] detail::expression_t<E> expand(const E& e, const Dims&... by) {
  return detail::expanded<detail::expression_t<E>>(e, {sized_dim(by)...});
}

// Replaces a dim by another.
template <detail::dims_source E>
[[nodiscard]] detail::expression_t<E> rename(const E& e, const dim& from, const dim& to) {
  return detail::renamed<detail::expression_t<E>>(e, from, to);
}

// Splits a dim into consecutive parts, each with a dim of its own. The extents add up; one may be left out.
template <detail::dims_source E>
[[nodiscard]] std::vector<detail::expression_t<E>> split(const E& e, const dim& d, std::vector<sized_dim> parts) {
  return detail::split_along<detail::expression_t<E>>(e, d, std::move(parts));
}

}  // namespace ravel
