// SPDX-License-Identifier: BSL-1.0
// order(e, i, j) turns dims into positional axes, leftmost and in this order; pack(i, j) becomes one axis. If no dim is left, the result is
// a tensor, and a view if nothing needs computing. Otherwise order(…)(places…) or another named expression may use the remaining dims;
// reading it, or using it beside tensors, is an error that says so. Owns its sources.
#pragma once

#include <ravel/named/bind.hpp>
#include <ravel/op/windows/diff.hpp>

namespace ravel {

namespace detail {

// Groups of dims with their extents, one group per axis; and the dims that are left.
struct RAVEL_API axis_order {
  axis_order(std::vector<loops> groups, const form& of);
  RAVEL_MEMBERS_IN_SRC(axis_order)

  std::vector<loops> axes;
  loops named;
  loops left;
  form whole;
  bool packed = false;

  shape extents() const;
};
RAVEL_API axis_order plan_order(const form& of, std::vector<loops> axes);

// The arguments of order, one group per axis.
class RAVEL_API axis_groups : noncopyable {
 public:
  axis_groups();
  ~axis_groups();

  void add(const sized_dim& d);
  void add(const dim_pack& p);
  void add(std::span<const dim> all);
  std::vector<loops> taken() && { return std::move(groups_); }

 private:
  std::vector<loops> groups_;
};

// The shape after packing, for values with one axis per dim.
RAVEL_API shape packed_shape(const axis_order& plan, const shape& all);

// The values with the ordered axes after the dims that are left.
template <class Labelled>
Labelled ordered_values(const Labelled& x, const axis_order& plan) {
  return {plan.packed ? reshape(x.values, packed_shape(plan, x.values.shape())) : x.values, names(plan.left)};
}

// Waits for the extents of the dims that are left.
template <class E>
class ordered_node final : public node_in<E> {
 public:
  ordered_node(const E& e, const axis_order& plan) : node_in<E>(plan.whole), e_(e), plan_(plan) {}

  values_in<E> lower(const lowering& to) const override {
    axis_order plan = plan_;
    plan.left = without(loops_of(e_.of(), to.axes), plan.named);
    return aligned(ordered_values(lowered_inside(e_, to, plan.named), plan), to);
  }

 private:
  E e_;
  axis_order plan_;
};

template <class E>
E in_given_order(const E& e, axis_groups&& groups) {
  const axis_order plan = plan_order(e.of(), std::move(groups).taken());
  const bool there = plan.whole.known() && !(plan.whole.may_miss && !plan.left.empty());
  if (!there) return named_access::make<E, ordered_node<E>>(e, plan);
  const loops axes = with_more(plan.left, plan.named);
  const lowering to(axes, e.of().positional);
  const labelled_in<E> x{stretched_out(e.lower(to), shape_of(axes, e.of().positional)), names(plan.left)};
  return bound(ordered_values(x, plan));
}

// The tensor of the result. If dims are left, reading it is an error that says so.
template <class T>
tensor<const T> tensor_of(const named<T>& e, const loops& left) {
  if (left.empty()) return values_of(e).values;
  return compute<T>(e.shape(), still_bound<T>{left});
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T)                                                                      \
  extern template RAVEL_API named<T> in_given_order(const named<T>& e, axis_groups&& groups); \
  extern template RAVEL_API tensor<const T> tensor_of(const named<T>& e, const loops& left);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

template <class E, class... Axes>
E order_by(const E& e, const Axes&... axes) {
  axis_groups groups;
  (groups.add(axes), ...);
  return in_given_order(e, std::move(groups));
}

}  // namespace detail

namespace adl_barrier {

// The tensor of an expression whose dims stand in an order, and the expression with the dims that are left, which more places may name.
template <class Tensor, class Expression>
class ordered_by_dims : public Tensor {
 public:
  // The expression, with the dims that are left.
  const Expression& with_dims() const& { return rest_; }
  Expression with_dims() const&& { return rest_; }

  using Tensor::operator();
  template <class... Places>
    requires detail::naming_first<Places...>
  Expression operator()(const Places&... places) const {
    return rest_(places...);
  }
  template <class A = selection, class B = selection>
    requires detail::naming_first<A, B>
  Expression operator()(const A& a, const B& b) const {
    return rest_(a, b);
  }
  template <class A = selection, class B = selection, class C = selection>
    requires detail::naming_first<A, B, C>
  Expression operator()(const A& a, const B& b, const C& c) const {
    return rest_(a, b, c);
  }
  template <class A = selection, class B = selection, class C = selection, class D = selection>
    requires detail::naming_first<A, B, C, D>
  Expression operator()(const A& a, const B& b, const C& c, const D& d) const {
    return rest_(a, b, c, d);
  }

 protected:
  ordered_by_dims(const Tensor& values, const Expression& rest) : Tensor(values), rest_(rest) {}
  ordered_by_dims(const ordered_by_dims&) = default;
  ordered_by_dims& operator=(const ordered_by_dims&) & = default;

 private:
  Expression rest_;
};

}  // namespace adl_barrier

template <class T>
class order : public adl_barrier::ordered_by_dims<tensor<const T>, named<T>> {
 public:
  using value_type = T;

  template <detail::named_source E, class... Axes>
    requires std::same_as<detail::named_value_t<E>, T>
  explicit order(const E& e, const Axes&... axes) : order(done(), detail::order_by(named<T>(e), axes...)) {}
  order(const order&) = default;
  order& operator=(const order&) & = default;

  // For the engine: checks that an operand has no dims left.
  void check_whole() const {
    if (const detail::loops& left = this->with_dims().of().dims; !left.empty()) detail::throw_still_bound(left);
  }

 private:
  struct done {};
  order(done, const named<T>& rest)
      : adl_barrier::ordered_by_dims<tensor<const T>, named<T>>(detail::tensor_of(rest, rest.of().dims), rest) {}
};

template <detail::named_source E, class... Axes>
order(const E&, const Axes&...) -> order<detail::named_value_t<E>>;

template <class T>
inline constexpr bool shaped<order<T>> = true;

}  // namespace ravel

template <class T>
inline constexpr bool std::ranges::enable_view<ravel::order<T>> = true;
