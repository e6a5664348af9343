// SPDX-License-Identifier: BSL-1.0
// A reduction treats NaN by its policy: keep lets it reach the result, skip leaves it out, refuse makes it a value_error. Floating numbers
// and complex elements can be NaN, and times that count in floating ticks. Operands whose elements are taken in pairs have one shape. Plain
// values.
#pragma once

#include <ravel/base/shape.hpp>
#include <ravel/element/detail/functions.hpp>
#include <ravel/element/ticks.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/loop/detail/stored_blocks.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/detail/gaps.hpp>
#include <ravel/op/detail/total_order.hpp>

#include <optional>

namespace ravel::detail {

[[noreturn]] RAVEL_API void throw_not_of_one_shape(const char* operation, const shape& a, const shape& b);

template <class A, class B>
void check_one_shape(const char* operation, const A& a, const B& b) {
  if constexpr (shaped<A> && shaped<B>) {
    if (a.shape() != b.shape()) throw_not_of_one_shape(operation, a.shape(), b.shape());
  }
}

[[noreturn]] RAVEL_API void throw_no_list(const char* operation, const char* elements, const shape& of);

// A list of weights, places or limits has one axis, whatever the rank of the data. A reader without a shape is a list.
template <class X>
void check_list(const char* operation, const char* elements, const X& list) {
  if constexpr (shaped<X>) {
    if (list.rank() != 1) throw_no_list(operation, elements, list.shape());
  }
}

[[noreturn]] RAVEL_API void throw_no_elements(const char* operation);
[[noreturn]] RAVEL_API void throw_no_elements(const char* operation, const shape& of);
[[noreturn]] RAVEL_API void throw_refused_nan(const char* operation, index_t position);

// Every operation with a policy checks if there is a NaN at all.
#define RAVEL_DECLARE(T) extern template RAVEL_API index_t first_place(const node<T>&, is_nan);
RAVEL_FOR_EACH_REAL(RAVEL_DECLARE)
RAVEL_FOR_EACH_COMPLEX(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// For operations that need a value.
template <class R>
void check_not_empty(const R& r, const char* operation) {
  if (size_of(r) > 0) return;
  if constexpr (shaped<R>) throw_no_elements(operation, r.shape());
  throw_no_elements(operation);
}

// For shapes that must be equal. Different sizes are reported elsewhere.
template <class A, class B>
void check_none_empty(const char* operation, const A& a, const B& b) {
  check_one_shape(operation, a, b);
  if (size_of(a) == size_of(b)) check_not_empty(a, operation);
}

// The numbers that src/ has kernels for.
template <class T>
concept kernel_number = element<T> && !complex_element<T> && std::same_as<T, canonical_t<T>>;

template <class T>
concept real_or_complex = real_element<T> || complex_element<T>;

// True if a policy about NaN makes a difference.
template <class R>
concept minds_nan = input<R> && (element<read_t<R>> || may_be_nan<read_t<R>>);

RAVEL_API bool any_nan(std::span<const float> block);
RAVEL_API bool any_nan(std::span<const double> block);
template <class T>
bool any_nan(std::span<const T> block) {
  if constexpr (complex_element<T>) {
    using R = typename T::value_type;  // complex numbers lie as pairs of reals
    return any_nan(std::span<const R>(reinterpret_cast<const R*>(block.data()), 2 * block.size()));
  } else if constexpr (may_be_nan<T>) {
    return std::ranges::any_of(block, is_nan{});
  } else {
    return false;
  }
}

// For one block, or for blocks side by side. position is that of the first element.
template <class... Ts>
void refuse_nan_in(const char* operation, index_t position, std::span<const Ts>... block) {
  if (!(any_nan(block) || ...)) return;
  std::size_t first = 0;
  while (!(is_nan{}(block[first]) || ...)) ++first;
  throw_refused_nan(operation, position + static_cast<index_t>(first));
}

// NaN in any of several nodes, by the first position.
template <class... Ts>
void refuse_nan_in_any(const char* operation, const node<Ts>&... sources) {
  index_t first = index_limit;
  const auto look = [&]<class T>(const node<T>& source) {
    if constexpr (!equals_itself_always<T>) {
      if (const index_t place = first_place(source, is_nan{}); place >= 0) first = std::min(first, place);
    }
  };
  (look(sources), ...);
  if (first < index_limit) throw_refused_nan(operation, first);
}
template <class R>
void refuse_nan(const R& r, const char* operation) {
  auto&& source = node_for_call(r);
  const node<read_t<R>>& of = source;
  refuse_nan_in_any(operation, of);
}

template <class R>
bool has_nan(const R& r) {
  auto&& source = node_for_call(r);
  const node<read_t<R>>& of = source;
  return first_place(of, is_nan{}) >= 0;
}

template <class R>
index_t count_numbers(const R& r) {
  index_t found = 0;
  each_counted(r, [&](const read_t<R>& value, index_t times) {
    if (!is_nan{}(value)) found += times;
    return true;
  });
  return found;
}

// A value that may replace NaN in a search for the least or the greatest.
template <class R>
read_t<R> first_number(const R& r, const char* operation) {
  std::optional<read_t<R>> found;
  each_counted(r, [&](const read_t<R>& value, index_t) {
    if (!is_nan{}(value)) found = value;
    return !found.has_value();
  });
  if (!found) throw_no_elements(operation);
  return *found;
}

template <class T>
struct instead_of_nan {
  using is_pure = void;
  T neutral;
  T operator()(const T& value) const { return is_nan{}(value) ? neutral : value; }
};

// Runs operation(r) under a policy. neutral() is a value that does not change the result; it is called only to skip NaN.
template <class R, class Neutral, class Operation>
auto under_policy(const R& r, nan_policy policy, const char* name, Neutral neutral, Operation operation) {
  using T = read_t<R>;
  if constexpr (may_be_nan<T>) {
    const auto held = borrowed_handle(r);  // user code below may bind the name anew
    if (policy == nan_policy::skip) return operation(map(instead_of_nan<T>{neutral()}, held));
    if (policy == nan_policy::refuse) {
      refuse_nan(held, name);
      return operation(held);
    }
  }
  return operation(r);
}

}  // namespace ravel::detail
