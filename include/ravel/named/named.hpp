// SPDX-License-Identifier: BSL-1.0
// named<T>: a handle to an expression of elements T with dims: a tensor whose axes have names, or work that waits for unknown extents.
// Immutable; copies share, and it owns its sources. Any thread may read it.
#pragma once

#include <ravel/element/detail/for_each.hpp>
#include <ravel/named/detail/lowering.hpp>

namespace ravel {

template <class T>
class named;
template <class T>
class order;
class any_named;  // of a type that is known at run time: named/any_named.hpp
template <>
class order<any_named>;

namespace adl_barrier {

// The base class of expressions with dims.
struct named_base {
  // Found by argument-dependent lookup where the class template ravel::order is not visible.
  template <std::derived_from<named_base> E, class... Axes>
  friend auto order(const E& e, const Axes&... axes) {
    return ravel::order<typename E::value_type>(e, axes...);
  }
};
struct any_named_base {
  template <std::derived_from<any_named_base> E, class... Axes>
  friend auto order(const E& e, const Axes&... axes) {
    return ravel::order<any_named>(e, axes...);
  }
};

}  // namespace adl_barrier

namespace detail {

// constant + the sum of times * dim, a form that positions may have.
struct RAVEL_API affine_form {
  struct term {
    dim of;
    index_t times;
  };
  index_t constant = 0;
  std::vector<term> terms;

  void add(const dim& d, index_t times);
};

// Deeper expressions are cached per evaluation, because a shared subexpression may stand in more places than there are nodes.
inline constexpr int low_expression = 6;

template <class T>
class named_node : public released_by_queue {
 public:
  explicit named_node(form of) : form_(std::move(of)) {}

  const form& of() const { return form_; }

  virtual tensor<const T> lower(const lowering& to) const = 0;
  // The values, if no computation is needed; else null.
  virtual const labelled<T>* at_hand() const { return nullptr; }
  // If this is an affine form, adds it `times` times and returns true.
  virtual bool add_affine(affine_form&, index_t) const { return false; }
  // If this is a product, appends its factors to a list of named<sum_t<T>> and returns true.
  virtual bool add_factors(void*) const { return false; }

 private:
  form form_;
};

// The engine works alike on a named<T> and on an any_named, whose element type is known at run time. This tells of which parts each is
// made.
template <class E>
struct parts_of_expression;
template <class T>
struct parts_of_expression<named<T>> {
  using node = named_node<T>;
  using values = tensor<const T>;
  using with_labels = labelled<T>;
};
template <class E>
using node_in = typename parts_of_expression<E>::node;
template <class E>
using values_in = typename parts_of_expression<E>::values;
template <class E>
using labelled_in = typename parts_of_expression<E>::with_labels;
// The expression of these values.
template <class Values>
struct expression_of_values : std::type_identity<named<read_t<Values>>> {};

template <class E>
class bound_node final : public node_in<E> {
 public:
  explicit bound_node(labelled_in<E> x) : node_in<E>(form_of(x.labels, x.values.shape())), x_(std::move(x)) {}

  values_in<E> lower(const lowering& to) const override { return aligned(x_, to); }
  const labelled_in<E>* at_hand() const override { return &x_; }

 private:
  labelled_in<E> x_;
};

struct named_access {
  template <class E, class Node, class... Args>
  static E make(Args&&... args) {
    return E(std::shared_ptr<const node_in<E>>(make_released<false, Node>(std::forward<Args>(args)...)));
  }
  template <class E>
  static const node_in<E>& node(const E& e) {
    return *e.node_;
  }
  template <class T>
  static std::shared_ptr<const named_node<T>> shared(const named<T>& e) {
    return e.node_;
  }
};

template <class T>
named<T> bound(labelled<T> x) {
  return named_access::make<named<T>, bound_node<named<T>>>(std::move(x));
}

template <class X>
concept is_named = std::derived_from<std::remove_cvref_t<X>, adl_barrier::named_base>;

// The positions of a dim count as an expression.
template <class X>
concept is_dim = std::same_as<std::remove_cvref_t<X>, dim> || std::same_as<std::remove_cvref_t<X>, sized_dim>;

template <class X>
concept named_operand = is_named<X> || is_dim<X>;

// An expression whose element type is known at run time.
template <class X>
concept any_named_handle = std::derived_from<X, adl_barrier::any_named_base>;
template <class X>
concept has_dims = named_operand<X> || any_named_handle<X>;

template <class X>
struct named_value {};
template <is_named X>
struct named_value<X> : std::type_identity<typename X::value_type> {};
template <is_dim X>
struct named_value<X> : std::type_identity<index_t> {};
template <shaped_reader X>
struct named_value<X> : std::type_identity<read_t<X>> {};
template <class X>
using named_value_t = typename named_value<std::remove_cvref_t<X>>::type;

// Converts to named<T>. A tensor is a named<T> with only positional axes.
template <class X>
concept named_source = named_operand<X> || shaped_reader<X>;

// The expression that X converts to, of a type that the program knows or not.
template <class X>
struct expression_of {};
template <named_source X>
struct expression_of<X> : std::type_identity<named<named_value_t<X>>> {};
template <any_named_handle X>
struct expression_of<X> : std::type_identity<any_named> {};
template <class X>
using expression_t = typename expression_of<X>::type;

template <class X>
concept named_handle = is_named<X> && std::derived_from<X, named<typename X::value_type>>;

template <class E>
std::shared_ptr<const named_node<named_value_t<E>>> node_of(const E& e);

// The values: as they are, or computed over the expression's own loops, whose extents are known.
template <class E>
labelled_in<E> values_of(const E& e);

}  // namespace detail

namespace adl_barrier {

// A handle to a node, which named<T> and any_named are.
template <class E, class Base>
class expression_handle : public Base {
 public:
  // The shape of the axes that are still positional.
  ravel::shape shape() const { return node_->of().positional; }
  index_t rank() const { return node_->of().positional.rank(); }

  // Indexes the positional axes; places may be dims.
  template <class... Places>
    requires(sizeof...(Places) > 0)
  E operator()(const Places&... places) const {
    return name_axes(static_cast<const E&>(*this), places...);
  }
  explicit operator bool() const = delete;  // no truth value: ask same(i, j) of dims, equal(order(a, i), order(b, i)) of values

  // For the engine.
  const detail::form& of() const& { return node_->of(); }
  const detail::form& of() const&& = delete;  // it would outlive the expression: name it first
  detail::values_in<E> lower(const detail::lowering& to) const {
    using values = const detail::values_in<E>;
    if (of().depth <= detail::low_expression) return node_->lower(to);
    const auto make = [](const void* node, const detail::lowering& at) -> std::shared_ptr<const void> {
      return std::make_shared<values>(static_cast<const detail::node_in<E>*>(node)->lower(at));
    };
    return *static_cast<values*>(to.made_once(node_.get(), make).get());
  }

 protected:
  // The part shown by a view that also writes. It must not be rebound alone: the view would show one part and write another.
  struct part {};

  explicit expression_handle(std::shared_ptr<const detail::node_in<E>> n) : node_(std::move(n)) {}
  expression_handle(const expression_handle& e) : node_(e.node_) {}  // moving copies, so that what is moved from stays an expression
  expression_handle(const expression_handle& e, part) : node_(e.node_), is_part_(true) {}
  void bind(const expression_handle& e) { node_ = e.node_; }
  void bind_alone(const char* name, const expression_handle& e) {
    if (is_part_) detail::throw_bound_through_base(name, "view that is written through");
    bind(e);
  }

 private:
  friend detail::named_access;

  std::shared_ptr<const detail::node_in<E>> node_;
  bool is_part_ = false;
};

}  // namespace adl_barrier

template <class T>
class [[nodiscard]] named : public adl_barrier::expression_handle<named<T>, adl_barrier::named_base> {
  using handle = adl_barrier::expression_handle<named<T>, adl_barrier::named_base>;

 public:
  using value_type = T;

  named(const named& e) : handle(e) {}
  named& operator=(const named& e) & {
    this->bind_alone("named", e);
    return *this;
  }
  template <detail::named_source E>
    requires(std::same_as<detail::named_value_t<E>, T> && !std::same_as<E, named>)
  named(const E& e) : handle(detail::node_of(e)) {}
  template <class X>
  void operator=(const X&) const&& = delete;  // these values can only be read: write to a tensor<T> that is not const, t(i, j) = e

  // An expression without dims and axes converts to its value: double total = sum(a(i, j), {i, j}).
  template <std::same_as<T> V>
  operator V() const&& {
    return detail::values_of(*this).values();
  }

 protected:
  using typename handle::part;
  named(const named& e, part p) : handle(e, p) {}

 private:
  friend detail::named_access;
  using handle::handle;
};

template <class T>
inline constexpr bool names_axis<named<T>> = true;

namespace detail {

template <class E>
labelled_in<E> values_of(const E& e) {
  if (const auto* const there = named_access::node(e).at_hand()) return *there;
  check_known(e.of());
  const lowering to(e.of().dims, e.of().positional);
  return {stretched_out(e.lower(to), shape_of(e.of().dims, e.of().positional)), names(e.of().dims)};
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T)                                 \
  extern template RAVEL_API named<T> bound(labelled<T>); \
  extern template RAVEL_API labelled<T> values_of(const named<T>&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail
}  // namespace ravel
