// SPDX-License-Identifier: BSL-1.0
// Shared by the sources of this folder: calls with the typed tensor behind a handle, views by a change of the index map, and promotion of
// operands before one typed operation is called. Plain functions.
#pragma once

#include <ravel/any/elementwise.hpp>
#include <ravel/any/verbs.hpp>
#include <ravel/base/error.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/views.hpp>

#include <optional>
#include <string_view>

namespace ravel::detail {

inline bool is_text(dtype type) { return type == dtype::string; }

// Calls f(tensor<T>) for any held type.
template <class F>
auto visit_held_writable(const any_tensor& x, F f) {
  check_writable(x);
  return with_held_type(x.dtype(), [&](auto type) { return f(any_tensor_access::written<typename decltype(type)::type>(x)); });
}

// Calls f(tensor<const T>) with numbers as stored, half floats included.
template <class F>
decltype(auto) visit_stored(const any_tensor& x, F&& f) {
  return with_stored_type(x.dtype(),
                          [&](auto type) -> decltype(auto) { return f(any_tensor_access::read<typename decltype(type)::type>(x)); });
}

// Calls f(tensor<const T>) with numbers as computed, or with strings, which can be compared and ordered too.
template <class F>
auto visit_keys(const any_tensor& x, F f) {
  return is_text(x.dtype()) ? f(any_tensor_access::read<std::string>(x)) : visit(x, f);
}

// An empty tensor of a type, which is never destroyed. It makes others of the type.
shared_untyped nothing_of(dtype type);

// The value as a T, or an error that names `named`. The value may not be of a higher kind: 2.5 is no int.
[[noreturn]] void throw_loses_value(const any_scalar& value, dtype to);
template <class T>
T fitting_value(const any_scalar& value, dtype named = dtype_of<T>()) {
  if (is_text(value.dtype()) != is_text(dtype_of<T>())) throw_loses_value(value, named);
  if constexpr (std::same_as<T, std::string>) {
    return as<T>(value);
  } else {
    const T fits = cast_value<T>(value);
    if (!(any_scalar(fits) == value) && kind_of(value.dtype()) > kind_of(dtype_of<T>())) throw_loses_value(value, named);
    return fits;
  }
}

// The same for a type that is known at run time.
any_scalar fitting_scalar(const any_scalar& value, dtype type);

text scalar_text(const any_scalar& value);
// "+ of uint64 and int64"
[[noreturn]] void throw_no_operation(std::string_view function, dtype a, dtype b);

// Throws for strings, which have no arithmetic.
void check_no_text(std::string_view function, dtype type);

// The type that holds the values of both exactly, if there is one.
std::optional<dtype> exact_type(dtype a, dtype b);

// The common type of the operands. A single value beside data is weak.
struct met_types {
  ravel::dtype a, b;                 // as they take part
  std::optional<ravel::dtype> meet;  // none: no type holds both
};
met_types meet(const any_operand& a, const any_operand& b);
// A single value in the type in which it takes part beside data. Throws as weak_scalar if it does not fit.
any_scalar weak_value(const any_scalar& value, dtype type);
// An operand as it takes part: itself, or a single value that was cast to the type in which it does. 300 beside uint8 is a type_error.
class taking_part {
 public:
  taking_part(const any_operand& x, dtype as) : x_(x) {
    if (x.scalar && x.dtype() != as) cast_.emplace(weak_value(*x.scalar, as));
  }
  const any_operand& operand() const& { return cast_ ? *cast_ : x_; }
  const any_operand& operand() const&& = delete;  // it would outlive what was cast: name this first

 private:
  const any_operand& x_;
  std::optional<any_operand> cast_;
};

// The type of all parts, or their promoted type.
dtype joined_type(const char* operation, std::span<const any_tensor> parts);
// Casts data lazily to a type that it promotes to; a single value becomes a tensor of rank 0.
any_tensor operand_as(const any_operand& x, dtype type);

// The elements of an operand in type P: those of its tensor, or of one that casts it. It refers to the operand, which must outlive it.
template <class P>
class elements_as {
 public:
  explicit elements_as(const any_operand& x) : x_(x.values) {
    if (x.scalar || x_.dtype() != dtype_of<P>()) cast_.emplace(operand_as(x, dtype_of<P>()));
  }
  const any_tensor& tensor() const& { return cast_ ? *cast_ : x_; }
  const any_tensor& tensor() const&& = delete;  // it would outlive what was cast: name this first

 private:
  const any_tensor& x_;
  std::optional<any_tensor> cast_;
};
template <class P>
P value_as(const any_scalar& value) {
  return value.dtype() == dtype_of<P>() ? any_access::value<P>(value) : cast_value<P>(value);
}

// Calls f with an operand in type P: its elements, or a value.
template <class P, class F>
any_tensor with_operand(const any_operand& x, F f) {
  return x.scalar ? f(value_as<P>(*x.scalar)) : f(elements_as<P>(x));
}
// Calls f(elements, elements), f(elements, P) or f(P, elements) with the operands in type P. A loop over elements and a value is faster.
template <class P, class F>
any_tensor with_operands(const any_operand& a, const any_operand& b, F f) {
  if (a.scalar && b.scalar) return f(elements_as<P>(a), elements_as<P>(b));
  if (a.scalar) return f(value_as<P>(*a.scalar), elements_as<P>(b));
  return with_operand<P>(b, [&](const auto& y) { return f(elements_as<P>(a), y); });
}

// Pairs of types so common that loops widen the first themselves, which saves a pass for the cast.
#define RAVEL_FOR_EACH_WIDENED(do_with) \
  do_with(float, double) do_with(std::int32_t, double) do_with(std::int64_t, double) do_with(std::int32_t, std::int64_t)

template <class S>
bool holds(const any_operand& x) {
  return !x.scalar && x.values.dtype() == dtype_of<S>();
}
// The same, but one operand may be a tensor of a type that loops widen to P.
template <class P, class F>
any_tensor with_widened_operands(const any_operand& a, const any_operand& b, F f) {
#define RAVEL_CASE(S, W)                                                                                \
  if constexpr (std::same_as<P, W>) {                                                                   \
    if (holds<S>(a)) return with_operand<P>(b, [&](const auto& y) { return f(elements_as<S>(a), y); }); \
    if (holds<S>(b)) return with_operand<P>(a, [&](const auto& x) { return f(x, elements_as<S>(b)); }); \
  }
  RAVEL_FOR_EACH_WIDENED(RAVEL_CASE)
#undef RAVEL_CASE
  return with_operands<P>(a, b, f);
}

// The parts of apply_any, compiled separately, for operands with a common type.
any_tensor apply_arithmetic(any_pair f, const any_operand& a, const any_operand& b, dtype meet);
any_tensor apply_bits(any_pair f, const any_operand& a, const any_operand& b, dtype meet);
any_tensor apply_choice(any_pair f, const any_operand& a, const any_operand& b, dtype meet);
any_tensor apply_comparison(any_pair f, const any_operand& a, const any_operand& b);
any_tensor apply_transcendental(any_pair f, const any_operand& a, const any_operand& b);
any_tensor apply_arithmetic(any_single f, const any_tensor& x);
any_tensor apply_rounding(any_single f, const any_tensor& x);
any_tensor apply_transcendental(any_single f, const any_tensor& x);
// Widens integers and bools to 64 bits, which keeps values and order; half floats become float.
any_tensor widened_any(const any_tensor& x);
// Converts a result on widened data back to the type of x.
any_tensor in_type_of(const any_data& x, const any_tensor& made);
// Calls f(std::type_identity<T>()) with one of the few types that hold all numbers: 64-bit integers, real and complex types.
template <class F>
auto with_wide_type(dtype type, F f) {
  switch (type) {
#define RAVEL_CASE(T) \
  case dtype_of<T>(): \
    return f(std::type_identity<T>());
    RAVEL_CASE(std::int64_t)
    RAVEL_CASE(std::uint64_t)
    RAVEL_FOR_EACH_REAL(RAVEL_CASE)
    RAVEL_FOR_EACH_COMPLEX(RAVEL_CASE)
#undef RAVEL_CASE
    default:
      throw_no_element_type(type);
  }
}
// Calls f(std::type_identity<T>()) with the type in which operands meet: bool or one that arithmetic computes in; void for others.
template <class F>
any_tensor with_type_of_meeting(dtype meet, F f) {
  switch (meet) {
#define RAVEL_CASE(T) \
  case dtype_of<T>(): \
    return f(std::type_identity<T>());
    RAVEL_CASE(bool)
    RAVEL_CASE(std::int32_t)
    RAVEL_CASE(std::int64_t)
    RAVEL_CASE(std::uint32_t)
    RAVEL_CASE(std::uint64_t)
    RAVEL_FOR_EACH_REAL(RAVEL_CASE)
    RAVEL_FOR_EACH_COMPLEX(RAVEL_CASE)
#undef RAVEL_CASE
    default:
      return f(std::type_identity<void>());
  }
}
// Calls f(tensor) with the widened data: few types, for code that is slow to compile and not much slower to run.
template <class Result, class F>
Result visit_widened(std::string_view operation, const any_tensor& x, F f) {
  check_no_text(operation, x.dtype());
  const any_tensor wide = widened_any(x);
  return with_wide_type(wide.dtype(), [&](auto of) -> Result { return f(any_tensor_access::read<typename decltype(of)::type>(wide)); });
}
// Wraps f to refuse complex numbers, which have no order.
template <class Result, class F>
auto of_ordered(std::string_view operation, F f) {
  return [=]<class T>(const tensor<const T>& t) -> Result {
    if constexpr (complex_element<T>) {
      throw_no_operation(operation, dtype_of<T>());
    } else {
      return f(t);
    }
  };
}
// Call f(tensor) with ordered elements: numbers in few types; also strings; or numbers and strings in their own types.
template <class Result, class F>
Result visit_real(std::string_view operation, const any_tensor& x, F f) {
  return visit_widened<Result>(operation, x, of_ordered<Result>(operation, f));
}
template <class Result, class F>
Result visit_orderable(std::string_view operation, const any_tensor& x, F f) {
  return is_text(x.dtype()) ? f(any_tensor_access::read<std::string>(x)) : visit_real<Result>(operation, x, f);
}
template <class Result, class F>
Result visit_ordered(std::string_view operation, const any_tensor& x, F f) {
  return visit_keys(x, of_ordered<Result>(operation, f));
}

// Calls f(policy) for elements that may be NaN, unless the policy keeps NaN; else f().
template <class T, class F>
auto with_policy(nan_policy policy, F f) {
  if constexpr (real_element<T> || complex_element<T>) {
    if (policy != nan_policy::keep) return f(policy);
  }
  return f();
}

// Restores the axes of a reduction, with extent 1.
any_tensor keeping(const any_tensor& made, index_t rank, const ints& axes);
std::string_view name(any_pair f);
std::string_view name(any_single f);
std::optional<any_pair> pair_named(std::string_view called);
std::optional<any_single> single_named(std::string_view called);

}  // namespace ravel::detail
