// SPDX-License-Identifier: BSL-1.0
// Tensors made of others: concat and stack of any number of tensors along an axis, a tensor with margins, and pieces, whose disjoint boxes
// of a shape show a tensor each. Read-only views that copy nothing and own the tensors. Element types are promoted as in arithmetic. A
// reader that is no tensor counts as one of one axis. fold(parts, f) of a run-time number of tensors, broadcast to one shape, is one node
// for any number; without f, their sum. Any thread may read.
#pragma once

#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/fold.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/tensor.hpp>
#include <ravel/tensor/views.hpp>
#include <ravel/walk/paths.hpp>

namespace ravel {

// pieces: a tensor made of boxes. All positions outside of them show one value. It asks the tensor of each box in runs.

// A tensor and the coordinates of its first position.
template <class T>
struct piece {
  ints at;
  tensor<const T> values;
};

namespace detail {

// Boxes that are being combined, each with its tensor, of one element type.
class RAVEL_API placed_parts {
 public:
  void add(box where, shared_untyped part);
  // Adds a tensor that starts at a position of an axis. One that is made of pieces itself, without gaps, is added by its pieces, so that
  // appending in a loop does not get deeper.
  void add_along(std::size_t axis, index_t start, const shared_untyped& part);
  // All positions in row-major order. Those in no box show a constant.
  shared_untyped put_together(const shape& whole, const shared_untyped& rest) &&;

 private:
  std::vector<box> boxes_;
  std::vector<shared_untyped> parts_;
};

}  // namespace detail

template <class T>
tensor<const T> pieces(const shape& extents, std::span<const piece<T>> parts, detail::value_for<T> rest = T()) {
  detail::placed_parts placed;
  for (const piece<T>& one : parts) placed.add({{one.at.begin(), one.at.end()}, one.values.shape()}, detail_access::shared<T>(one.values));
  const reader<T> everywhere = constant<T>(1, rest);
  const auto made = std::move(placed).put_together(extents, detail_access::shared(everywhere));
  return {dims::row_major(extents), detail_access::wrap<reader<T>>(made)};
}
template <class T>
tensor<const T> pieces(const shape& extents, std::initializer_list<piece<T>> parts, detail::value_for<T> rest = T()) {
  return pieces<T>(extents, std::span<const piece<T>>(parts.begin(), parts.size()), rest);
}

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

void stack(...) = delete;  // an axis is named as one, and comes first: stack(along(0), a, b)

// pad: a tensor with margins. They show one value, the edge elements, the mirrored tensor, or its other end.

// The number of positions before the first and after the last of an axis. One number sets both.
struct margin {
  index_t before;
  index_t after;

  template <detail::integer Int>
  margin(Int both) : margin(both, both) {}
  template <detail::integer Int, detail::integer J>
  margin(Int first, J second) : before(detail::to_index(first)), after(detail::to_index(second)) {}
};

// A margin for each axis; a single one stands for every axis.
class margins {
 public:
  template <detail::integer Int>
  margins(Int everywhere) : each_{everywhere} {}
  margins(std::initializer_list<margin> each) : each_(each) {}
  template <std::ranges::contiguous_range R>
    requires std::same_as<std::ranges::range_value_t<R>, margin>
  margins(const R& each) : each_(std::ranges::begin(each), std::ranges::end(each)) {}

  RAVEL_API std::vector<margin> of(const shape& extents) const;  // checked

 private:
  std::vector<margin> each_;
};

// The source of the values in a margin: the nearest element, the tensor mirrored at its first and last element, or its other end.
enum class pad_mode : unsigned char { edge, reflect, wrap };

namespace detail {

RAVEL_API shape padded_shape(const shape& extents, const margins& widths);
RAVEL_API dims padded(const dims& map, const margins& widths, pad_mode mode);
// The node of a tensor with margins that show a constant.
RAVEL_API shared_untyped padded_node(const shared_untyped& tensor, const margins& widths, const shared_untyped& value);

}  // namespace detail

template <detail::viewable X>
[[nodiscard]] auto pad(const X& t, const margins& widths, pad_mode mode) {
  return detail::view_maker<X>::to_read(t, [&](const dims& map) { return detail::padded(map, widths, mode); });
}

template <detail::shaped_reader X>
[[nodiscard]] auto pad(const X& t, const margins& widths, detail::value_for<detail::read_t<X>> value = {}) {
  using T = detail::read_t<X>;
  const tensor<const T> inside = t;
  const reader<T> outside = constant<T>(1, value);
  return detail_access::wrap<tensor<const T>>(
      detail::padded_node(detail_access::shared<T>(inside), widths, detail_access::shared(outside)));
}

template <detail::tensor_range Parts, class Function = detail::plus>
  requires detail::shaped_reader<std::ranges::range_value_t<const Parts>> &&
           detail::folds<Function, detail::read_t<std::ranges::range_value_t<const Parts>>>
[[nodiscard]] auto fold(const Parts& parts, Function f = {}) {
  using T = detail::read_t<std::ranges::range_value_t<const Parts>>;
  shape joint;
  for (const auto& part : parts) detail::widen_shape(joint, part.shape());
  std::vector<reader<T>> stretched;
  for (const auto& part : detail::tensors_of(parts)) stretched.push_back(detail::stretched_tensor(part, joint));
  return detail::with_shape(fold(stretched, std::move(f)), joint);
}

}  // namespace ravel
