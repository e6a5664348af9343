// SPDX-License-Identifier: BSL-1.0
// any_tensor: a tensor whose element type is known at run time. any_reader: the same of rank 1, read-only. Handles: copies share, views own
// their sources, and typed tensors convert to and from them without a copy. A view of a writable tensor is writable, unless it shows an
// element twice. Threads as for tensor.
#pragma once

#include <ravel/any/any_scalar.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/tensor/tensor.hpp>

namespace ravel {

class any_reader;
class weights;

namespace detail {

// A reader without a shape, which is held as a tensor of rank 1.
template <class R>
concept held_reader = readable<R> && handle<R> && !shaped<R> && held_element<read_t<R>>;
template <held_reader R>
auto on_one_axis(const R& r) {
  using T = read_t<R>;
  if constexpr (writable<R>) {
    return tensor<T>(dims::row_major(r.size()), writer<T>(r));
  } else {
    return tensor<const T>(dims::row_major(r.size()), reader<T>(r));
  }
}

struct any_operand;

// A type whose values can be written to a tensor of run-time type.
template <class X>
concept any_source = std::convertible_to<const X&, any_operand>;

}  // namespace detail

class RAVEL_API_RESULT any_tensor : public adl_barrier::viewed_by_places<any_tensor> {
 public:
  // Empty; also after being moved from.
  any_tensor() = default;
  any_tensor(const any_tensor&) = default;
  any_tensor(any_tensor&&) noexcept = default;
  template <class T>
    requires detail::held_element<std::remove_const_t<T>>
  any_tensor(const tensor<T>& t)
      : any_tensor(dtype_of<std::remove_const_t<T>>(), !std::is_const_v<T>, detail_access::shared<std::remove_const_t<T>>(t)) {}
  template <class E>
    requires detail::held_element<typename E::value_type>
  any_tensor(const lazy_tensor<E>& t) : any_tensor(tensor<const typename E::value_type>(t)) {}
  any_tensor(const any_reader& r);
  template <detail::held_reader R>
  any_tensor(const R& r) : any_tensor(detail::on_one_axis(r)) {}
  template <class T>
    requires(element<std::remove_const_t<T>> && !detail::stored_element<std::remove_const_t<T>>)
  any_tensor(const tensor<T>& t) = delete;  // of intN_t and uintN_t: cast<canonical_t<T>>(t)

  // Assigning to a variable rebinds it…
  any_tensor& operator=(const any_tensor&) & = default;
  any_tensor& operator=(any_tensor&&) & noexcept = default;
  // …assigning to a temporary view writes through it, by checked casts.
  const any_tensor& operator=(const any_tensor& x) const&&;
  template <detail::any_source X>
    requires(!std::same_as<X, any_tensor>)
  const any_tensor& operator=(const X& x) const&& {
    return assign(detail::any_operand(x));
  }
  // Writes every element from a source that broadcasts to this shape. They may overlap.
  const any_tensor& assign(const detail::any_operand& source) const;

  ravel::dtype dtype() const { return node_ ? type_ : ravel::dtype::float64; }
  ravel::shape shape() const { return dims().shape(); }
  index_t rank() const { return dims().rank(); }
  index_t size() const { return dims().size(); }
  index_t extent(index_arg axis) const { return dims().extent(axis); }
  const ravel::dims& dims() const& { return values().map(); }
  ravel::dims dims() const&& { return values().map(); }
  std::optional<std::vector<index_t>> strides() const { return dims().strides(); }
  ravel::layout layout() const;
  bool writable() const { return !node_ || writable_; }
  std::optional<any_scalar> fill() const;  // the default value of sparse data, at every position not stored

  // As many integers as axes give an element; other places make a view.
  using adl_barrier::viewed_by_places<any_tensor>::operator();
  template <detail::integer... Int>
    requires(sizeof...(Int) <= detail::most_axes)
  any_scalar operator()(Int... places) const {
    const std::array<index_t, sizeof...(Int)> at{detail::to_index(places)...};
    return element_at(at);
  }
  any_scalar at(const ints& places) const { return element_at(places); }
  void write(const ints& places, const any_scalar& value) const;

  // A mask is a place for all its axes, x(x > 5); integers are a list of positions; other types are a type_error.
  operator place() const;
  // weights{x}: how much each element counts, in means, quantiles and windows.
  explicit operator weights() const;

  explicit operator bool() const = delete;  // a tensor is not a truth value: all_of(x == y), equal(x, y)

 private:
  friend struct any_tensor_access;
  any_tensor(ravel::dtype type, bool writable, detail::shared_untyped node) : node_(std::move(node)), type_(type), writable_(writable) {}
  RAVEL_API detail::shared_untyped shared() const;
  RAVEL_API const detail::untyped_tensor& values() const;
  any_scalar element_at(std::span<const index_t> places) const;

  detail::shared_untyped node_;  // of a tensor; null: empty
  ravel::dtype type_ = ravel::dtype::float64;
  bool writable_ = true;
};

// Uses the operators of tensors.
template <>
inline constexpr bool shaped<any_tensor> = true;

// For the library's own use.
struct any_tensor_access {
  static any_tensor wrap(dtype type, bool writable, detail::shared_untyped node) { return {type, writable, std::move(node)}; }
  // A tensor of x's type over a node, writable where x is.
  static any_tensor like(const any_tensor& x, detail::shared_untyped node) { return {x.dtype(), x.writable(), std::move(node)}; }
  static any_tensor to_read(const any_tensor& x) { return {x.dtype(), false, x.shared()}; }
  static detail::shared_untyped shared(const any_tensor& x) { return x.shared(); }
  static const detail::untyped_tensor& node(const any_tensor& x) { return x.values(); }
  template <class T>
  static tensor<const T> read(const any_tensor& x) {
    return detail_access::wrap<tensor<const T>>(x.shared());
  }
  template <class T>
  static tensor<T> written(const any_tensor& x) {
    return detail_access::wrap<tensor<T>>(x.shared());
  }
  // The tensor in the type that it is computed in: half floats are converted to float when they are read.
  RAVEL_API static any_tensor numbers(const any_tensor& x);
};

namespace detail {

RAVEL_API void check_writable(const any_tensor& x);

template <class T>
using visited_tensor = const tensor<const T>&;
template <class T>
using visited_writable = const tensor<T>&;

}  // namespace detail

// Calls f(tensor<const T>) with the actual type, one that Ravel computes with: half floats are passed as float. visit_writable calls f with
// a tensor<T> and refuses half floats, for which use as_writable. The tensor is kept alive while f runs, since f may rebind x.
template <class F>
decltype(auto) visit(const any_tensor& x, F&& f) {
  if constexpr (detail::visits_elements<F&, detail::visited_tensor>()) {
    const any_tensor held = any_tensor_access::numbers(x);
    return detail::with_type(held.dtype(),
                             [&](auto type) -> decltype(auto) { return f(any_tensor_access::read<typename decltype(type)::type>(held)); });
  }
}
// Calls f(tensor<T>) with the actual type; layout_error for a read-only tensor, type_error for half floats.
template <class F>
decltype(auto) visit_writable(const any_tensor& x, F&& f) {
  detail::check_writable(x);
  if constexpr (detail::visits_elements<F&, detail::visited_writable>()) {
    const any_tensor held = x;
    return detail::with_type(
        held.dtype(), [&](auto type) -> decltype(auto) { return f(any_tensor_access::written<typename decltype(type)::type>(held)); });
  }
}

// Calls f with the stored type, which may also be string or a half float.
template <class F>
decltype(auto) visit_held(const any_tensor& x, F&& f) {
  if constexpr (detail::visits_held<F&, detail::visited_tensor>()) {
    const any_tensor held = x;
    return detail::with_held_type(
        held.dtype(), [&](auto type) -> decltype(auto) { return f(any_tensor_access::read<typename decltype(type)::type>(held)); });
  }
}

// The held tensor, read-only and without a copy. type_error if its type is not T; cast<T>(x) converts any type.
template <detail::held_element T>
tensor<const T> as(const any_tensor& x) {
  if (x.dtype() != dtype_of<T>()) detail::throw_not_that_type("tensor", x.dtype(), dtype_of<T>());
  return any_tensor_access::read<T>(x);
}
// The held tensor, writable; layout_error if it is read-only.
template <detail::held_element T>
tensor<T> as_writable(const any_tensor& x) {
  if (x.dtype() != dtype_of<T>()) detail::throw_not_that_type("tensor", x.dtype(), dtype_of<T>());
  detail::check_writable(x);
  return any_tensor_access::written<T>(x);
}

// A reader whose element type is known at run time: an any_tensor of rank 1 that can only be read.
class RAVEL_API_RESULT any_reader {
 public:
  any_reader() = default;
  template <detail::held_reader R>
  any_reader(const R& r) : any_reader(any_tensor(detail::on_one_axis(reader<detail::read_t<R>>(r)))) {}
  template <detail::shaped_reader X>
    requires detail::held_element<detail::read_t<X>>
  any_reader(const X& t) : any_reader(any_tensor(tensor<const detail::read_t<X>>(t))) {}
  any_reader(const any_tensor& x);  // its elements in row-major order

  ravel::dtype dtype() const { return values_.dtype(); }
  index_t size() const { return values_.size(); }
  any_scalar operator[](index_arg i) const { return values_(index_t{i}); }
  std::optional<any_scalar> fill() const { return values_.fill(); }

  // As a tensor of rank 1.
  const any_tensor& as_tensor() const& { return values_; }
  any_tensor as_tensor() const&& { return values_; }
  operator place() const { return values_; }  // of a tensor, as of any_tensor
  explicit operator weights() const;          // without a shape, as of a reader

 private:
  any_tensor values_;
};
template <>
inline constexpr bool shaped<any_reader> = true;

// Constrained to any_reader itself: typed tensors convert to it, but are visited as tensors.
template <std::derived_from<any_reader> R, class F>
decltype(auto) visit(const R& r, F&& f) {
  return visit(r.as_tensor(), [&](const auto& values) -> decltype(auto) {
    return f(reader<typename std::remove_cvref_t<decltype(values)>::value_type>(values));
  });
}
template <std::derived_from<any_reader> R, class F>
decltype(auto) visit_held(const R& r, F&& f) {
  return visit_held(r.as_tensor(), [&](const auto& values) -> decltype(auto) {
    return f(reader<typename std::remove_cvref_t<decltype(values)>::value_type>(values));
  });
}
template <detail::held_element T, std::derived_from<any_reader> R>
reader<T> as(const R& r) {
  if (r.dtype() != dtype_of<T>()) detail::throw_not_that_type("reader", r.dtype(), dtype_of<T>());
  return as<T>(r.as_tensor());
}

namespace detail {

// Data of run-time type for computing: half floats become floats. Takes no typed data.
struct any_data {
  any_data(const any_tensor& x) : values(any_tensor_access::numbers(x)) {}
  any_data(const any_reader& r) : any_data(r.as_tensor()) {}
  any_tensor values;
};
// The same as stored, for operations that keep the type.
struct any_held {
  any_held(const any_tensor& x) : values(x) {}
  any_held(const any_reader& r) : values(r.as_tensor()) {}
  any_tensor values;
};

template <class X>
concept any_handle = std::derived_from<X, any_tensor> || std::derived_from<X, any_reader>;

// Typed data that can be held.
template <class X>
concept typed_data = readable<X> && (std::convertible_to<const X&, any_tensor> || std::convertible_to<const X&, any_reader>);
template <typed_data X>
any_held held_of_typed(const X& x) {
  if constexpr (std::convertible_to<const X&, any_tensor>) {
    return any_tensor(x);
  } else {
    return any_reader(x);
  }
}

// An operand beside data of run-time type: also a list in memory, whose elements are copied.
template <class X>
concept any_or_elements = any_handle<X> || typed_data<X> || (input<X> && typed_data<buffer<read_t<X>>>);
template <any_or_elements X>
any_data any_elements(const X& x) {
  if constexpr (any_handle<X>) {
    return x;
  } else if constexpr (typed_data<X>) {
    return held_of_typed(x).values;
  } else {
    return held_of_typed(elements_of(borrowed_handle(x))).values;
  }
}
template <class A, class B>
concept any_beside_elements = any_or_elements<A> && any_or_elements<B> && (any_handle<A> || any_handle<B>);

// At least one operand has a run-time type; the others may be typed tensors.
template <class... Xs>
concept any_among = (any_handle<Xs> || ...) && (std::convertible_to<const Xs&, any_tensor> && ...);

// An operand: data, a typed tensor, or a single value, which is weak. Data is kept as stored, for copying; operand_as converts it to its
// dtype(), in which it is computed.
struct any_operand {
  any_operand(const any_tensor& x) : values(x) {}
  any_operand(const any_reader& r) : values(r.as_tensor()) {}
  any_operand(const any_scalar& s) : scalar(any_access::number(s)) {}
  template <class S>
    requires(element<S> || half_element<S> || text_value<S>)
  any_operand(const S& value) : any_operand(any_scalar(value)) {}
  template <class X>
    requires((shaped_reader<X> || held_reader<X>) && held_element<read_t<X>>)
  any_operand(const X& t) : values(t) {}

  ravel::dtype dtype() const { return scalar ? scalar->dtype() : computed_as(values.dtype()); }

  any_tensor values;
  std::optional<any_scalar> scalar;
};

}  // namespace detail

template <detail::any_handle X>
struct detail::view_maker<X> {
  template <class Change>
  static any_tensor of(const any_tensor& x, const Change& change) {
    return any_tensor_access::like(x, any_tensor_access::node(x).viewed(detail::change_of(change)));
  }
  template <class Change>
  static any_tensor to_read(const any_tensor& x, const Change& change) {
    return any_tensor_access::to_read(of(x, change));
  }
};

}  // namespace ravel
