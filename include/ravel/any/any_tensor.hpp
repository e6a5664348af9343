// SPDX-License-Identifier: BSL-1.0
// any_tensor: a tensor whose element type is known at run time; any_reader: the same with one axis, to be read. Handles: copying shares,
// views own what they look at, and the typed tensor goes in and comes out without a copy. What is made of one that can be written can be
// written, unless several of its positions are one element. Threads as for tensor.
#pragma once

#include <ravel/any/any_scalar.hpp>
#include <ravel/tensor/tensor.hpp>

namespace ravel {

class any_reader;

namespace detail {

// A typed tensor whose type only its tag remembers. All pointers look at what stands in the same block of memory.
struct held_tensor : released_by_queue {
  ravel::dtype type = ravel::dtype::other;
  const void* read = nullptr;     // a tensor<const T>
  const void* written = nullptr;  // a tensor<T>, null if it can only be read
  const ravel::dims* map = nullptr;
  std::shared_ptr<const held_tensor> floats;  // of half floats what is computed with: the floats that they are, each when it is read
};

RAVEL_API const held_tensor& held_nothing();

// Compiled once, in src/.
template <class T>
RAVEL_API std::shared_ptr<const held_tensor> hold(const tensor<T>& t);

// A reader without a shape, to be held as a tensor with one axis.
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

// What can be assigned to a view beside an any_tensor.
template <class X>
concept assigned_value = std::convertible_to<const X&, any_operand>;

}  // namespace detail

class RAVEL_API_RESULT any_tensor {
 public:
  // Without elements until it is given some, and again when it was moved from.
  any_tensor() = default;
  any_tensor(const any_tensor&) = default;
  any_tensor(any_tensor&&) noexcept = default;
  template <class T>
    requires detail::held_element<std::remove_const_t<T>>
  any_tensor(const tensor<T>& t) : held_(detail::hold(t)) {}
  template <class E>
    requires detail::held_element<typename E::value_type>
  any_tensor(const lazy_tensor<E>& t) : any_tensor(tensor<const typename E::value_type>(t)) {}
  any_tensor(const any_reader& r);
  template <detail::held_reader R>
  any_tensor(const R& r) : any_tensor(detail::on_one_axis(r)) {}
  template <class T>
    requires(element<std::remove_const_t<T>> && !detail::canonical_element<std::remove_const_t<T>>)
  any_tensor(const tensor<T>& t) = delete;  // of intN_t and uintN_t: cast<canonical_t<T>>(t)

  // A name is bound anew…
  any_tensor& operator=(const any_tensor&) & = default;
  any_tensor& operator=(any_tensor&&) & noexcept = default;
  // …a view just made is written through, by checked casts.
  const any_tensor& operator=(const any_tensor& x) const&&;
  template <detail::assigned_value X>
    requires(!std::same_as<X, any_tensor>)
  const any_tensor& operator=(const X& x) const&& {
    return assign(detail::any_operand(x));
  }
  // Every element from what stretches to this shape; right when it reads what it writes.
  const any_tensor& assign(const detail::any_operand& source) const;

  ravel::dtype dtype() const { return held().type; }
  ravel::shape shape() const { return held().map->shape(); }
  index_t rank() const { return held().map->rank(); }
  index_t size() const { return held().map->size(); }
  index_t extent(index_arg axis) const { return held().map->extent(axis); }
  const ravel::dims& dims() const& { return *held().map; }
  ravel::dims dims() const&& { return *held().map; }
  std::optional<std::vector<index_t>> strides() const { return held().map->strides(); }
  ravel::layout layout() const;
  bool writable() const { return held().written != nullptr; }
  std::optional<any_scalar> fill() const;  // of what is sparse: the element at every position that is not stored

  // An element, by as many integers as there are axes; any other place makes a view.
  template <detail::integer... Int>
    requires(sizeof...(Int) <= detail::most_axes)
  any_scalar operator()(Int... places) const {
    const std::array<index_t, sizeof...(Int)> at{detail::to_index(places)...};
    return element_at(at);
  }
  any_scalar at(const ints& places) const { return element_at(places); }
  void write(const ints& places, const any_scalar& value) const;

  any_tensor operator()(const place& a) const { return part({a}); }
  any_tensor operator()(const place& a, const place& b) const { return part({a, b}); }
  any_tensor operator()(const place& a, const place& b, const place& c) const { return part({a, b, c}); }
  any_tensor operator()(const place& a, const place& b, const place& c, const place& d) const { return part({a, b, c, d}); }
  any_tensor operator()(const place& a, const place& b, const place& c, const place& d, const place& e) const {
    return part({a, b, c, d, e});
  }
  any_tensor operator()(const place& a, const place& b, const place& c, const place& d, const place& e, const place& f) const {
    return part({a, b, c, d, e, f});
  }
  any_tensor operator()(const place& a, const place& b, const place& c, const place& d, const place& e, const place& f,
                        const place& g) const {
    return part({a, b, c, d, e, f, g});
  }
  any_tensor operator()(const place& a, const place& b, const place& c, const place& d, const place& e, const place& f, const place& g,
                        const place& h) const {
    return part({a, b, c, d, e, f, g, h});
  }
  // As many as a run-time list has.
  any_tensor operator()(std::span<const place> places) const;
  // A mask stands for as many axes as it has, x(x > 5), and integers for the positions that they are; type_error of others.
  operator place() const;

  explicit operator bool() const = delete;  // a tensor is not a truth value: all_of(x == y), equal(x, y)

 private:
  friend struct any_tensor_access;
  const detail::held_tensor& held() const { return held_ ? *held_ : detail::held_nothing(); }
  any_scalar element_at(std::span<const index_t> places) const;
  any_tensor part(std::initializer_list<place> places) const { return (*this)(std::span<const place>(places.begin(), places.size())); }

  std::shared_ptr<const detail::held_tensor> held_;
};

// The same operators, found where tensors are.
template <>
inline constexpr bool shaped<any_tensor> = true;

// For the library's own use.
struct any_tensor_access {
  static const detail::held_tensor& held(const any_tensor& x) { return x.held(); }
  template <class T>
  static const tensor<const T>& read(const any_tensor& x) {
    return *static_cast<const tensor<const T>*>(x.held().read);
  }
  // As it is computed with.
  static any_tensor numbers(any_tensor x) {
    if (x.held().floats) x.held_ = x.held_->floats;
    return x;
  }
  template <class T>
  static const tensor<const T>& read_number(const any_tensor& x) {
    const detail::held_tensor& held = x.held();
    return *static_cast<const tensor<const T>*>((held.floats ? *held.floats : held).read);
  }
  template <class T>
  static const tensor<T>& written(const any_tensor& x) {
    return *static_cast<const tensor<T>*>(x.held().written);
  }
};

namespace detail {

RAVEL_API void check_writable(const any_tensor& x);

template <class T>
using visited_tensor = const tensor<const T>&;
template <class T>
using visited_writable = const tensor<T>&;

#define RAVEL_DECLARE(T)                                                                 \
  extern template RAVEL_API std::shared_ptr<const held_tensor> hold(const tensor<T>& t); \
  extern template RAVEL_API std::shared_ptr<const held_tensor> hold(const tensor<const T>& t);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

// f(tensor<const T>) with the type that it has, one of those that Ravel computes with: half floats as the floats that they are.
// visit_writable gives f a tensor<T>; it refuses half floats, which as_writable takes. What is held stays while f runs, which may bind the
// name of x anew.
template <class F>
decltype(auto) visit(const any_tensor& x, F&& f) {
  if constexpr (detail::visits_elements<F&, detail::visited_tensor>()) {
    const any_tensor held = x;
    return detail::with_type(detail::computed_as(held.dtype()), [&](auto type) -> decltype(auto) {
      return f(any_tensor_access::read_number<typename decltype(type)::type>(held));
    });
  }
}
template <class F>
decltype(auto) visit_writable(const any_tensor& x, F&& f) {
  detail::check_writable(x);
  if constexpr (detail::visits_elements<F&, detail::visited_writable>()) {
    const any_tensor held = x;
    return detail::with_type(
        held.dtype(), [&](auto type) -> decltype(auto) { return f(any_tensor_access::written<typename decltype(type)::type>(held)); });
  }
}

// The same of what is held: also of strings, and of half floats as they are.
template <class F>
decltype(auto) visit_held(const any_tensor& x, F&& f) {
  if constexpr (detail::visits_held<F&, detail::visited_tensor>()) {
    const any_tensor held = x;
    return detail::with_held_type(
        held.dtype(), [&](auto type) -> decltype(auto) { return f(any_tensor_access::read<typename decltype(type)::type>(held)); });
  }
}

// The tensor that went in, to be read: the same elements, no copy. type_error if it is of another type: cast<T>(x) takes it from any.
template <detail::held_element T>
tensor<const T> as(const any_tensor& x) {
  if (x.dtype() != dtype_of<T>()) detail::throw_not_that_type("tensor", x.dtype(), dtype_of<T>());
  return any_tensor_access::read<T>(x);
}
// And to be written, where it can be: layout_error if not.
template <detail::held_element T>
tensor<T> as_writable(const any_tensor& x) {
  if (x.dtype() != dtype_of<T>()) detail::throw_not_that_type("tensor", x.dtype(), dtype_of<T>());
  detail::check_writable(x);
  return any_tensor_access::written<T>(x);
}

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

  // With one axis.
  const any_tensor& as_tensor() const& { return values_; }
  any_tensor as_tensor() const&& { return values_; }
  operator place() const { return values_; }  // of a tensor, as of any_tensor

 private:
  any_tensor values_;
};
template <>
inline constexpr bool shaped<any_reader> = true;

// (Not by a conversion: a tensor with a type is visited as one.)
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
  return as<T>(r.as_tensor());
}

namespace detail {

// Data of a run-time type to compute with, and nothing that a typed operation takes: half floats become floats here.
struct any_data {
  any_data(const any_tensor& x) : values(any_tensor_access::numbers(x)) {}
  any_data(const any_reader& r) : any_data(r.as_tensor()) {}
  any_tensor values;
};
// The same as it is held, for what keeps the type.
struct any_held {
  any_held(const any_tensor& x) : values(x) {}
  any_held(const any_reader& r) : values(r.as_tensor()) {}
  any_tensor values;
};

template <class X>
concept any_handle = std::same_as<X, any_tensor> || std::derived_from<X, any_reader>;

// Data with a type, to be held.
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

// Operands of which one at least has a run-time type: beside it may stand tensors with types.
template <class... Xs>
concept any_among = (any_handle<Xs> || ...) && (std::convertible_to<const Xs&, any_tensor> && ...);
template <class... Xs>
concept any_beside_typed = any_among<Xs...> && !(any_handle<Xs> && ...);

// What takes part in an operation: data, a tensor with a type, or a single value, which is weak. Data is held as it is, to be copied; in
// its dtype, in which it is computed with, operand_as gives it.
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

}  // namespace ravel
