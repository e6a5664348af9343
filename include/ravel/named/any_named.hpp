// SPDX-License-Identifier: BSL-1.0
// any_named: an expression with dims whose element type is known at run time, as x(i, j) of an any_tensor makes it. Immutable; copies
// share, and it owns what it looks at. Any thread may read it. Elementwise work is lazy; x(i, j) = e writes through the view that was just
// made.
#pragma once

#include <ravel/any/elementwise.hpp>
#include <ravel/named/concat.hpp>
#include <ravel/named/extents.hpp>
#include <ravel/named/order.hpp>
#include <ravel/tensor/elementwise.hpp>

namespace ravel {

namespace detail {

// A tensor whose leading axes have names.
struct any_labelled {
  any_tensor values;
  std::vector<dim> labels;
};

// A function of the elements, and which one.
struct any_function {
  enum class kind : unsigned char { single, pair, where, clip, cast, wrap_cast, saturate_cast };
  kind is;
  any_single single = {};
  any_pair pair = {};
  dtype to = {};
};

struct any_call;

class RAVEL_API any_named_node : public released_by_queue {
 public:
  explicit any_named_node(form of, std::optional<dtype> type = std::nullopt);
  ~any_named_node() override;

  const form& of() const { return form_; }
  virtual any_tensor lower(const lowering& to) const = 0;
  // Its values, if they are there.
  virtual const any_labelled* at_hand() const { return nullptr; }
  // The type of its elements, if that is known before they are made.
  std::optional<dtype> type() const { return at_hand() ? at_hand()->values.dtype() : type_; }
  // The function of other expressions that it is, if it is one.
  virtual const any_call* call() const { return nullptr; }

 private:
  form form_;
  std::optional<dtype> type_;
};

template <>
struct parts_of_expression<any_named> {
  using node = any_named_node;
  using values = any_tensor;
  using with_labels = any_labelled;
};
template <>
struct expression_of_values<any_tensor> : std::type_identity<any_named> {};

// An expression whose type the program knows.
template <class T>
class typed_node final : public any_named_node {
 public:
  explicit typed_node(const named<T>& e) : any_named_node(e.of(), dtype_of<T>()), e_(e) {}
  any_tensor lower(const lowering& to) const override { return e_.lower(to); }

 private:
  named<T> e_;
};

using shared_any_node = std::shared_ptr<const any_named_node>;
RAVEL_API shared_any_node bound_any(const any_labelled& x);
any_named bound(const any_labelled& x);

template <class T>
shared_any_node any_node_of(const named<T>& e) {
  if (const labelled<T>* const there = named_access::node(e).at_hand()) return bound_any({there->values, there->labels});
  return make_released<false, typed_node<T>>(e);
}
#define RAVEL_DECLARE(T) extern template RAVEL_API shared_any_node any_node_of(const named<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// An expression, a dim or a tensor whose type the program knows.
template <class X>
concept held_named = named_source<X> && held_element<named_value_t<X>>;

}  // namespace detail

class RAVEL_API_RESULT any_named : public adl_barrier::expression_handle<any_named, adl_barrier::any_named_base> {
  using handle = adl_barrier::expression_handle<any_named, adl_barrier::any_named_base>;

 public:
  // With positional axes alone.
  any_named(const any_tensor& x);
  any_named(const any_reader& r) : any_named(r.as_tensor()) {}
  any_named(const order<any_named>& e);
  template <detail::held_named E>
  any_named(const E& e) : handle(detail::any_node_of(named<detail::named_value_t<E>>(e))) {}

  any_named(const any_named& e) : handle(e) {}
  any_named& operator=(const any_named& e) & {
    bind_alone("any_named", e);
    return *this;
  }
  template <class X>
  void operator=(const X&) const&& = delete;  // these values can only be read: write to an any_tensor, x(i, j) = e

  // Every extent is known, or it is a shape_error.
  ravel::dtype dtype() const;

  // An expression without dims and axes converts to its value: any_scalar total = sum(x(i, j), {i, j}).
  template <std::same_as<any_scalar> V>
  operator V() const&& {
    return value();
  }

  // For the engine.
  explicit any_named(detail::shared_any_node n) : handle(std::move(n)) {}

 protected:
  any_named(const any_named& e, part p) : handle(e, p) {}

 private:
  any_scalar value() const;
};

template <>
inline constexpr bool names_axis<any_named> = true;

namespace detail {

inline any_named bound(const any_labelled& x) { return any_named(bound_any(x)); }
extern template RAVEL_API any_labelled values_of(const any_named&);
RAVEL_API any_tensor nothing_of(const any_named& e, const lowering& to);

// ---- places

// Elements of a type that is known at run time as positions; type_error if they are no integers.
RAVEL_API named<index_t> integer_positions(const any_named& e);

template <any_named_handle X>
void add_place(named_places& to, const X& x) {
  to.add(integer_positions(x));
}

extern template RAVEL_API any_named bind_places(const any_named&, const named_places&);
// ---- order

extern template RAVEL_API any_named in_given_order(const any_named&, axis_groups&&);
// The tensor that it is; where dims are left, one that says so when it is read.
RAVEL_API any_tensor tensor_of(const any_named& e);

// ---- operands

// A single value, which is weak beside an expression.
template <class X>
concept any_named_value =
    std::same_as<X, any_scalar> || (!named_source<X> && !held_reader<X> && (element<X> || half_element<X> || text_value<X>));
// Something with elements.
template <class X>
concept any_named_source = any_named_handle<X> || any_handle<X> || held_named<X>;
// One has a type that is known at run time, and one has dims.
template <class... Xs>
concept any_named_among = ((any_named_handle<Xs> || ...) || ((any_value<Xs> || ...) && (named_operand<Xs> || ...))) &&
                          ((any_named_source<Xs> || any_named_value<Xs>)&&...);
template <class... Xs>
concept any_named_numbers = any_named_among<Xs...> && (!text_value<Xs> && ...);

struct any_named_operand {
  template <any_named_source X>
  any_named_operand(const X& x) : named(x) {}
  template <any_named_value X>
  any_named_operand(const X& x) : value(any_scalar(x)) {}

  std::optional<any_named> named;
  std::optional<any_scalar> value;
};

RAVEL_API void write_any(const any_tensor& target, const named_places& places, const any_named_operand& source);
RAVEL_API void combine_any(any_pair f, const any_tensor& target, const named_places& places, const any_named_operand& source);

struct any_call {
  any_function f;
  std::vector<any_named_operand> operands;
};

RAVEL_API any_named apply_named(const any_function& f, std::vector<any_named_operand> operands);

inline any_function any_function_of(any_single f) { return {.is = any_function::kind::single, .single = f}; }
inline any_function any_function_of(any_pair f) { return {.is = any_function::kind::pair, .pair = f}; }
inline any_function any_function_to(any_function::kind is, dtype to = {}) { return {.is = is, .to = to}; }

// In type T, as f(values) makes it.
template <class T, class F>
class converted_node final : public named_node<T> {
 public:
  converted_node(const any_named& e, F f) : named_node<T>(e.of()), e_(e), f_(std::move(f)) {}
  tensor<const T> lower(const lowering& to) const override { return f_(e_.lower(to)); }

 private:
  any_named e_;
  F f_;
};
template <class T, class F>
named<T> converted_named(const any_named& e, F f) {
  if (const any_labelled* const there = named_access::node(e).at_hand()) return bound<T>({f(there->values), there->labels});
  return named_access::make<named<T>, converted_node<T, F>>(e, std::move(f));
}

}  // namespace detail

// x(i, j) of an any_tensor: an expression to read, or a view to write to.
class [[nodiscard]] any_named_view : public any_named {
 public:
  any_named_view(const any_tensor& target, detail::named_places places)
      : any_named(detail::bind_places(any_named(target), places), part()), target_(target), places_(std::move(places)) {}
  any_named_view(const any_named_view& v) : any_named(v, part()), target_(v.target_), places_(v.places_) {}

  // A name is bound anew…
  any_named_view& operator=(const any_named_view& v) & {
    places_ = v.places_;
    target_ = v.target_;
    this->bind(v);
    return *this;
  }
  template <class E>
  any_named_view& operator=(const E& e) & = delete;  // a name is bound to what it shows: write x(i, j) = e
  // …a view just made is written through, by checked casts.
  void operator=(const any_named_view& e) const&& { detail::write_any(target_, places_, e); }
  template <class E>
    requires(detail::any_named_source<E> || detail::any_named_value<E>)
  void operator=(const E& e) const&& {
    detail::write_any(target_, places_, e);
  }

#define RAVEL_NAMED_ASSIGNMENT(sign, function)                                                      \
  template <class E>                                                                                \
    requires(detail::any_named_source<E> || (detail::any_named_value<E> && !detail::text_value<E>)) \
  void operator sign##=(const E& e) const {                                                         \
    detail::combine_any(detail::any_pair::function, target_, places_, e);                           \
  }
  RAVEL_FOR_EACH_ASSIGNING_OPERATOR(RAVEL_NAMED_ASSIGNMENT)
#undef RAVEL_NAMED_ASSIGNMENT

 private:
  any_tensor target_;
  detail::named_places places_;
};
template <>
inline constexpr bool names_axis<any_named_view> = true;

// Makes an expression of an any_tensor and places that name its axes.
template <class... Places>
any_named_view name_axes(const any_tensor& x, const Places&... places) {
  return {x, detail::places_of(places...)};
}
template <class... Places>
any_named name_axes(const any_named& e, const Places&... places) {
  return detail::bind_places(e, detail::places_of(places...));
}

// order(e, i, j) of such an expression: an any_tensor to be read, if no dim is left.
template <>
class order<any_named> : public adl_barrier::ordered_by_dims<any_tensor, any_named> {
 public:
  template <detail::any_named_handle E, class... Axes>
  explicit order(const E& e, const Axes&... axes) : order(done(), detail::order_by<any_named>(e, axes...)) {}
  order(const order&) = default;
  order& operator=(const order&) & = default;

 private:
  struct done {};
  order(done, const any_named& rest) : adl_barrier::ordered_by_dims<any_tensor, any_named>(detail::tensor_of(rest), rest) {}
};
template <detail::any_named_handle E, class... Axes>
order(const E&, const Axes&...) -> order<any_named>;
template <>
inline constexpr bool shaped<order<any_named>> = true;

inline any_named::any_named(const order<any_named>& e) : any_named(e.with_dims()) {}

// ---- elementwise, as of tensors and named expressions with types

#define RAVEL_OF_ONE(called, function)                                                      \
  template <detail::any_named_handle X>                                                     \
  [[nodiscard]] any_named called(const X& x) {                                              \
    return detail::apply_named(detail::any_function_of(detail::any_single::function), {x}); \
  }
#define RAVEL_OF_TWO(called, function)                                                       \
  template <class A, class B>                                                                \
    requires detail::any_named_numbers<A, B>                                                 \
  [[nodiscard]] any_named called(const A& a, const B& b) {                                   \
    return detail::apply_named(detail::any_function_of(detail::any_pair::function), {a, b}); \
  }
#define RAVEL_COMPARED(called, function)                                                     \
  template <class A, class B>                                                                \
    requires detail::any_named_among<A, B>                                                   \
  [[nodiscard]] any_named called(const A& a, const B& b) {                                   \
    return detail::apply_named(detail::any_function_of(detail::any_pair::function), {a, b}); \
  }
RAVEL_STAMP_ELEMENTWISE
#undef RAVEL_COMPARED
#undef RAVEL_OF_TWO
#undef RAVEL_OF_ONE

// A branch is looked up only where it is taken: a position that lies outside is no error in the other one.
template <class Mask, class A, class B>
  requires detail::any_named_among<Mask, A, B>
[[nodiscard]] any_named where(const Mask& mask, const A& a, const B& b) {
  return detail::apply_named(detail::any_function_to(detail::any_function::kind::where), {mask, a, b});
}
template <class X, class Low, class High>
  requires detail::any_named_numbers<X, Low, High>
[[nodiscard]] any_named clip(const X& x, const Low& low, const High& high) {
  return detail::apply_named(detail::any_function_to(detail::any_function::kind::clip), {x, low, high});
}

#define RAVEL_ANY_NAMED_CAST(name)                                                                  \
  template <detail::any_named_handle X>                                                             \
  [[nodiscard]] any_named name(const X& x, dtype to) {                                              \
    return detail::apply_named(detail::any_function_to(detail::any_function::kind::name, to), {x}); \
  }
RAVEL_FOR_EACH_CAST(RAVEL_ANY_NAMED_CAST)
#undef RAVEL_ANY_NAMED_CAST

// As an expression with a type, whatever it has now.
template <detail::stored_element T, detail::any_named_handle X>
[[nodiscard]] named<T> cast(const X& x) {
  return detail::converted_named<T>(x, [](const any_tensor& values) { return tensor<const T>(ravel::cast<T>(values)); });
}

template <class F, detail::any_named_handle X, class... Xs>
void map(F f, const X& x, const Xs&... xs) = delete;  // a function of yours has a type: map(f, cast<double>(e))

// ---- dims, as of expressions with types

namespace detail {

extern template RAVEL_API any_named expanded(const any_named&, const std::vector<sized_dim>&);
extern template RAVEL_API any_named renamed(const any_named&, const dim&, const dim&);
extern template RAVEL_API std::vector<any_named> split_along(const any_named&, const dim&, std::vector<sized_dim>);
extern template RAVEL_API any_named joined_along(const std::vector<any_named>&, const joined_parts&);

// Their elements belong to what they hold.
template <std::ranges::range X>
  requires any_named_handle<std::ranges::range_value_t<X>>
inline constexpr bool range_of_readers<X> = true;

}  // namespace detail

// One type stays, different ones meet as in arithmetic.
[[nodiscard]] inline any_named concat(const dim& along, const std::vector<any_named>& parts) {
  return detail::joined_along(parts, detail::plan_concat(along, detail::forms_of(parts)));
}
[[nodiscard]] inline any_named stack(const dim& along, const std::vector<any_named>& parts) {
  return detail::joined_along(parts, detail::plan_stack(along, detail::forms_of(parts)));
}
template <class... Es>
  requires(detail::any_named_among<Es...> && (detail::any_named_source<Es> && ...))
[[nodiscard]] any_named concat(const dim& along, const Es&... parts) {
  return concat(along, std::vector<any_named>{any_named(parts)...});
}
template <class... Es>
  requires(detail::any_named_among<Es...> && (detail::any_named_source<Es> && ...))
[[nodiscard]] any_named stack(const dim& along, const Es&... parts) {
  return stack(along, std::vector<any_named>{any_named(parts)...});
}

}  // namespace ravel
