// SPDX-License-Identifier: BSL-1.0
// concat and stack of any number of tensors along an axis. Views made of pieces; nothing is copied. Element types are promoted as in
// arithmetic. A reader that is no tensor counts as one of one axis. The result owns the tensors and is read-only. Any thread may read.
#pragma once

#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/pieces.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel {

// The axis of a concat: concat(along(0), a, b).
struct along {
  index_t axis;

  template <detail::integer Int>
  explicit along(Int on) : axis(detail::to_index(on)) {}
};

namespace detail {

// The start of each shape when the shapes are joined along an axis, and the joined shape.
struct concatenated {
  shape whole;
  std::vector<index_t> starts;
};
RAVEL_API concatenated concat_shapes(const std::vector<shape>& shapes, index_t axis);

// The parts are nodes of tensors with elements of one type.
RAVEL_API std::vector<shape> shapes_of(std::span<const shared_untyped> parts);
RAVEL_API shared_untyped concat_nodes(std::span<const shared_untyped> parts, index_t axis);
RAVEL_API shared_untyped stack_nodes(std::vector<shared_untyped> parts, index_t axis);

template <class T>
using tensors = std::vector<tensor<const T>>;

template <class T>
std::vector<shared_untyped> nodes_of(const tensors<T>& parts) {
  std::vector<shared_untyped> nodes;
  for (const auto& part : parts) nodes.push_back(detail_access::shared<T>(part));
  return nodes;
}
template <class T>
tensor<const T> concat_tensors(const tensors<T>& parts, index_t axis) {
  return detail_access::wrap<tensor<const T>>(concat_nodes(nodes_of(parts), axis));
}
template <class T>
tensor<const T> stack_tensors(const tensors<T>& parts, index_t axis) {
  return detail_access::wrap<tensor<const T>>(stack_nodes(nodes_of(parts), axis));
}

template <class... Ts>
struct joined_element {};
template <class T, class... Ts>
  requires(std::same_as<T, Ts> && ...)
struct joined_element<T, Ts...> : std::type_identity<T> {};
template <element T, element U, element... Ts>
  requires(!(std::same_as<T, U> && (std::same_as<T, Ts> && ...)) && promotable<T, U>)
struct joined_element<T, U, Ts...> : joined_element<promote_t<T, U>, Ts...> {};

// The one element type of all tensors, or their promoted type.
template <class... Ts>
using joined_element_t = typename joined_element<Ts...>::type;

template <class... Xs>
concept joinable = sizeof...(Xs) > 0 && ((readable<Xs> && handle<Xs>)&&...) && requires { typename joined_element_t<read_t<Xs>...>; };

template <class... Xs>
concept not_joinable = sizeof...(Xs) > 0 && ((readable<Xs> && handle<Xs>)&&...) && !joinable<Xs...>;

template <class T, class X>
tensor<const T> as_element(const X& x) {
  if constexpr (std::same_as<read_t<X>, T>) {
    return as_read_tensor(x);
  } else {
    return map(widened<T>{}, as_read_tensor(x));
  }
}

// A run-time number of tensors of one element type.
template <class Parts>
concept tensor_range = contiguous<const Parts> && !readable<Parts> && readable<std::ranges::range_value_t<const Parts>> &&
                       handle<std::ranges::range_value_t<const Parts>>;

template <tensor_range Parts>
auto tensors_of(const Parts& parts) {
  tensors<read_t<std::ranges::range_value_t<const Parts>>> all;
  for (const auto& part : parts) all.push_back(as_read_tensor(part));
  return all;
}

}  // namespace detail

// Joins tensors along an axis. All other extents must be equal.
template <class... Xs>
  requires detail::joinable<Xs...>
[[nodiscard]] auto concat(along axis, const Xs&... xs) {
  using T = detail::joined_element_t<detail::read_t<Xs>...>;
  return detail::concat_tensors<T>({detail::as_element<T>(xs)...}, axis.axis);
}
template <detail::tensor_range Parts>
[[nodiscard]] auto concat(along axis, const Parts& parts) {
  return detail::concat_tensors(detail::tensors_of(parts), axis.axis);
}

template <class... Xs>
  requires(detail::not_joinable<Xs...>)
void concat(along axis, const Xs&... xs) = delete;  // no type holds the elements of all: concat(axis, cast<T>(a), …) gives them one

// Joins tensors of one shape along a new axis, whose index is the number of the tensor.
template <class... Xs>
  requires detail::joinable<Xs...>
[[nodiscard]] auto stack(along axis, const Xs&... xs) {
  using T = detail::joined_element_t<detail::read_t<Xs>...>;
  return detail::stack_tensors<T>({detail::as_element<T>(xs)...}, axis.axis);
}
template <detail::tensor_range Parts>
[[nodiscard]] auto stack(along axis, const Parts& parts) {
  return detail::stack_tensors(detail::tensors_of(parts), axis.axis);
}
template <class... Xs>
  requires(detail::not_joinable<Xs...>)
void stack(along axis, const Xs&... xs) = delete;  // no type holds the elements of all: stack(axis, cast<T>(a), …) gives them one
template <class... Xs>
  requires(sizeof...(Xs) > 1 && (detail::input<const Xs&> && ...) && !(detail::handle<Xs> && ...))
void stack(along axis, const Xs&... xs) = delete;  // nobody owns these elements: borrow(x) looks at them, adopt(std::move(x)) takes them
template <readable X, class... Xs>
void stack(const X& x, const Xs&... xs) = delete;  // which axis are they to be counted by? Write stack(along(0), a, b)
template <std::integral Axis, class... Xs>
void stack(Axis axis, const Xs&... xs) = delete;  // an axis is named as one: stack(along(0), a, b)
template <class... Xs>
  requires((std::integral<Xs> || ...) && detail::shaped_among<Xs...>)
void concat(const Xs&... xs) = delete;  // an axis is named as one, and comes first: concat(along(0), a, b)

}  // namespace ravel
