// SPDX-License-Identifier: BSL-1.0
// lazy_tensor: the result of elementwise work on tensors, a function of all its readers with a shape, which map makes. It reads in
// row-major order like any reader, has the views of a tensor, and converts to tensor<const T>. Operands are broadcast to a joint shape:
// extents of 1 and missing leading axes stretch, and all others must match. Owns its sources. Safe to read from any thread.
#pragma once

#include <ravel/lazy/map.hpp>
#include <ravel/tensor/tensor.hpp>
#include <ravel/walk/rows.hpp>

namespace ravel {

namespace detail {

// Type-erases it, below.
template <class E>
tensor<const typename E::value_type> erased_tensor(const E& values, const shape& extents);

}  // namespace detail

// E is a fused function whose leaves are all tensors of this shape.
template <class E>
class [[nodiscard]] lazy_tensor : public E, public adl_barrier::viewed_by_places<lazy_tensor<E>> {
 public:
  using value_type = typename E::value_type;

  explicit lazy_tensor(E values) : E(std::move(values)) {}
  lazy_tensor(const lazy_tensor&) = default;
  lazy_tensor(lazy_tensor&&) = default;
  lazy_tensor& operator=(const lazy_tensor&) & = default;  // binds a name anew; never a temporary
  lazy_tensor& operator=(lazy_tensor&&) & = default;
  template <class X>
  void operator=(const X&) const&& = delete;  // this is computed, so that there is nothing to write to

  const ravel::shape& shape() const& {
    const ravel::shape* found = nullptr;
    auto look = [&](const auto& node) { found = &detail::as_tensor_node(node).extents(); };
    this->each_leaf(look);
    return *found;
  }
  ravel::shape shape() const&& { return static_cast<const lazy_tensor&>(*this).shape(); }
  index_t rank() const { return shape().rank(); }
  index_t extent(index_arg axis) const { return shape()[detail::check_axis(axis, rank())]; }
  ravel::dims dims() const { return ravel::dims::row_major(shape()); }
  static constexpr ravel::layout layout() { return ravel::layout::computed; }

  using adl_barrier::viewed_by_places<lazy_tensor>::operator();
  template <detail::integer... Int>
  detail::given_t<value_type> operator()(Int... places) const {
    return E::unchecked(dims().to_local({places...}));
  }
  detail::given_t<value_type> at(const ints& places) const {
    return E::unchecked(dims().to_local(places));
  }  // takes a run-time list of coordinates
  detail::given_t<value_type> operator()() const { return E::unchecked(dims().to_local(ints(std::span<const index_t>()))); }

  template <std::same_as<value_type> V>
  operator V() const&& {  // double d = (x + 1)(last)
    return (*this)();
  }

  tensor<const value_type> erased() const& { return detail::erased_tensor(values(), shape()); }

  // For the engine.
  const E& values() const& { return *this; }
  E values() && { return std::move(*this); }
};

namespace detail {

// A view of a function of tensors is the function of their views.
struct viewed_leaves {
  const map_change& change;

  template <class T>
  reader<T> operator()(const reader<T>& leaf) const {
    return detail_access::wrap<reader<T>>(as_tensor_node(detail_access::node(leaf)).viewed(change));
  }
};

template <class E, class Change>
lazy_tensor<E> viewed(const lazy_tensor<E>& x, const Change& change) {
  lazy_tensor<E> view = x;
  view.change_leaves(viewed_leaves{change_of(change)});
  return view;
}

// An expression whose dims are not all bound is not a tensor yet; it throws here.
template <class X>
void check_whole(const X& x) {
  if constexpr (requires { x.check_whole(); }) x.check_whole();
}

// Converts x to a read-only tensor; a reader without a shape becomes one axis. Borrows x if it is not a handle.
template <input X>
tensor<const read_t<X>> as_read_tensor(const X& x) {
  check_whole(x);
  if constexpr (shaped<X>) {
    return x;
  } else {
    return {dims::row_major(size_of(x)), borrowed_handle(x)};
  }
}

// Broadcasts operands to a joint shape. A reader without a shape counts as one axis, a value as none.

// A function of tensors behind a tensor handle: the type-erased form of a lazy_tensor. Views of it are functions of views of its tensors,
// and it is written in the order of their memory. Owns its tensors; immutable. Safe to read from any thread.

template <class E>
class expression_node final : public fused_node<E>, public shaped_base {
 public:
  expression_node(E e, const shape& extents, shared_untyped origin)
      : fused_node<E>(std::move(e)), shaped_base(extents, std::move(origin)) {}

  const shaped_base* as_shaped() const override { return this; }
  // The function of the views of the operands, unless the view repeats elements, which would then be computed repeatedly. Not inline, or
  // GCC compiles it twice: for calls through either base.
  [[gnu::noinline]] shared_untyped viewed(const map_change* change, const dims& map, const shared_untyped& origin) const override {
    if (!change || map.size() > this->size()) return nullptr;
    E view = this->expression();
    view.change_leaves(viewed_leaves{*change});
    return make_node<expression_node>(std::move(view), map.shape(), origin);
  }
  bool write(const untyped_tensor& target) const override {
    if constexpr (E::is_listed) {
      if (write_tree<typename E::value_type>(*this, target)) return true;
    }
    write_rows(typed_function<typename E::value_type>(&this->expression(), fused_function<E>), target);
    return true;
  }
  void add_maps(std::vector<laid_map>& to) const override { add_maps_of(this->leaves(), to); }
};

template <class E>
tensor<const typename E::value_type> erased_tensor(const E& values, const shape& extents) {
  using T = typename E::value_type;
  return detail_access::wrap<tensor<const T>>(
      make_tensor_node<T>(dims::row_major(extents), make_node<expression_node<E>>(values, extents, nullptr)));
}

// At least one operand has a shape.
template <class... Xs>
concept shaped_among = (shaped_reader<Xs> || ...);
// At least one operand has a shape, and none is owned by somebody else.
template <class... Xs>
concept shaped_operands = shaped_among<Xs...> && (!foreign_lvalue<Xs> && ...);

// Widens the joint shape so that it fits another one too.
RAVEL_API void widen_shape(shape& joint, const shape& other);
// The map stretched to the extents of a joint shape or a target.
RAVEL_API dims stretched_map(const dims& map, const shape& to);

template <class X>
void join_operand(shape& joint, const X& x) {
  if constexpr (requires { x.shape(); }) {
    widen_shape(joint, x.shape());
  } else if constexpr (input<X>) {
    widen_shape(joint, {size_of(x)});
  }
}

template <class... Xs>
shape joint_shape(const Xs&... xs) {
  shape joint;
  (join_operand(joint, xs), ...);
  return joint;
}

// The node of a tensor, stretched.
RAVEL_API shared_untyped stretched_node(const shared_untyped& tensor, const shape& to);

template <class T>
reader<T> stretched_tensor(const tensor<const T>& x, const shape& to) {
  return detail_access::wrap<reader<T>>(stretched_node(detail_access::shared<T>(x), to));
}

// Converts x to an operand of the lazy layer with the elements of the joint shape: a fused function, a reader, or the value itself.
template <class X>
decltype(auto) stretched(X&& x, const shape& to) {
  using R = std::remove_cvref_t<X>;
  if constexpr (!readable<R>) {
    return std::forward<X>(x);
  } else if constexpr (!shaped<R>) {
    return stretched_tensor<read_t<R>>({dims::row_major(x.size()), std::forward<X>(x)}, to);
  } else if constexpr (requires { x.values(); }) {
    const bool fits = x.shape() == to;
    auto values = std::forward<X>(x).values();
    if (!fits) {
      const auto stretch = [&](const dims& map) { return stretched_map(map, to); };
      values.change_leaves(viewed_leaves{change_of(stretch)});
    }
    return values;
  } else {
    check_whole(x);
    return stretched_tensor<read_t<R>>(x, to);
  }
}

template <class T>
tensor<const T> with_shape(reader<T> values, const shape& of) {
  return tensor<const T>(dims::row_major(of), std::move(values));
}
template <fused_expression E>
auto with_shape(E values, const shape&) {
  if constexpr (large_expression<E>) {
    return lazy_tensor<E>(std::move(values)).erased();
  } else {
    return lazy_tensor<E>(std::move(values));
  }
}

// Applies f to the operands without their shapes, and adds the joint shape. Out of line, as in the lazy layer.
template <class F, class... Xs>
[[gnu::noinline]] auto elementwise(const F& f, Xs&&... xs) {
  const shape joint = joint_shape(xs...);
  return with_shape(f(stretched(std::forward<Xs>(xs), joint)...), joint);
}

template <class X>
using without_shape_t = std::remove_cvref_t<decltype(stretched(std::declval<X>(), std::declval<const shape&>()))>;

}  // namespace detail

template <class Function, class... Xs>
  requires(detail::shaped_operands<Xs...> && detail::maps<std::decay_t<Function>, detail::without_shape_t<Xs>...>)
[[nodiscard]] auto map(Function&& f, Xs&&... xs) {
  return detail::elementwise([&](auto&&... flat) { return detail::fuse(std::forward<Function>(f), std::forward<decltype(flat)>(flat)...); },
                             std::forward<Xs>(xs)...);
}

}  // namespace ravel

template <class E>
inline constexpr bool std::ranges::enable_view<ravel::lazy_tensor<E>> = true;
