// SPDX-License-Identifier: BSL-1.0
// Makes tensors: filled, from consecutive values, over any reader, and over memory that others own. New memory is row-major; use dims for
// other orders and padding: empty<T>(dims::column_major(extents)). Results own their memory, except for borrow. Random tensors: uniform,
// normal, integers. The element at row-major position i depends only on the seed and i, by Philox4x32-10 and arithmetic that every machine
// rounds alike. So the bits are the same everywhere, and a larger tensor begins with the smaller one. Eager; any thread.
#pragma once

#include <ravel/base/random.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel {

namespace detail {

// The end of an integer range, which may be one beyond the largest value of the type.
class open_end {
 public:
  template <element S>
    requires(kind_v<S> <= element_kind::integer)
  constexpr open_end(const S& value) : value_(value) {}
  template <element S>
    requires(kind_v<S> > element_kind::integer)
  constexpr open_end(const S& value) = delete;  // the value could be cut: cast_value<index_t>(value) checks

  constexpr operator int128() const { return value_; }

 private:
  int128 value_;
};
template <real_number T>
using end_for = std::conditional_t<integer_element<T>, open_end, fitting<T>>;

// The type of a step. Integers take steps of any sign, unsigned ones too.
template <real_number T>
using step_t = std::conditional_t<integer_element<T>, index_t, T>;

RAVEL_API shape inferred_shape(index_t size, const ints& wanted);  // for `size` elements; one extent may be -1
RAVEL_API index_t count_between(double start, double stop, double step);
RAVEL_API index_t count_between(int128 start, int128 stop, int128 step);

}  // namespace detail

// A new tensor that holds the value at every position.
template <class T>
tensor<T> full(const shape& extents, detail::value_for<T> value) {
  return tensor<T>(dims::row_major(extents), detail::filled_buffer<T>(extents.elements(), value));
}
#define RAVEL_DECLARE(T) extern template RAVEL_API tensor<T> full<T>(const shape&, detail::value_for<T>);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE
template <detail::deduced = detail::deduced(), class T>
tensor<detail::kept_value_t<T>> full(const shape& extents, const T& value) {
  return full<detail::kept_value_t<T>>(extents, value);
}
// A new tensor of zeros; of empty texts for strings.
template <class T = double>
tensor<T> zeros(const shape& extents) {
  return tensor<T>(dims::row_major(extents), make_buffer<T>(extents.elements()));
}
// A new tensor of ones.
template <class T = double>
tensor<T> ones(const shape& extents) {
  return full<T>(extents, T(1));
}
// Elements of trivial types are not initialised.
template <class T = double>
tensor<T> empty(const shape& extents) {
  return detail::empty_tensor<T>(extents);
}
#define RAVEL_TAKES_A_SHAPE_IN_BRACES(name)       \
  template <class T = double, std::integral... N> \
    requires(sizeof...(N) > 1)                    \
  tensor<T> name(N... extents) = delete;  // a shape stands in braces: zeros<T>({2, 3})

RAVEL_TAKES_A_SHAPE_IN_BRACES(zeros)
RAVEL_TAKES_A_SHAPE_IN_BRACES(ones)
RAVEL_TAKES_A_SHAPE_IN_BRACES(empty)
#undef RAVEL_TAKES_A_SHAPE_IN_BRACES
// Memory for all addresses of a map from 0 on: empty<T>(dims::column_major({2, 3})), empty<T>(dims::row_major({2, 3}, aligned({2, 3}, 8))).
template <class T = double, std::same_as<dims> Map>
tensor<T> empty(const Map& map) {
  return tensor<T>(map, detail::unfilled_buffer<T>(map.size() == 0 ? 0 : map.bounds().highest + 1));
}
// A new n by n matrix with ones on the diagonal and zeros elsewhere.
template <class T = double>
tensor<T> eye(index_arg n) {
  const tensor<T> made = zeros<T>({n, n});
  fill(diagonal(made), T(1));
  return made;
}
// A new tensor without axes, which holds the value.
template <class T>
tensor<T> scalar_tensor(detail::value_for<T> value) {
  return full<T>({}, value);
}
template <detail::deduced = detail::deduced(), class T>
tensor<detail::kept_value_t<T>> scalar_tensor(const T& value) {
  return full<detail::kept_value_t<T>>({}, value);
}

// The values start, start + step, … before stop.
template <detail::real_number T>
tensor<T> arange(detail::value_for<T> start, detail::end_for<T> stop, detail::value_for<detail::step_t<T>> step = 1) {
  using wide = std::conditional_t<integer_element<T>, detail::int128, double>;
  const T first = start;
  const detail::step_t<T> apart = step;
  const index_t n = detail::count_between(static_cast<wide>(first), static_cast<wide>(stop), static_cast<wide>(apart));
  return tensor<T>(dims::row_major(n), ravel::clone(iota<T>(n, first, apart)));
}
template <detail::real_number T>
tensor<T> arange(detail::end_for<T> stop) {
  return arange<T>(T(0), stop);
}
// The element type is the common C++ type of the arguments: arange(5) is int, arange(0, 1, 0.25) is double.
template <detail::deduced = detail::deduced(), detail::real_number... Arguments>
  requires(sizeof...(Arguments) >= 1 && sizeof...(Arguments) <= 3)
[[nodiscard]] auto arange(Arguments... arguments) {
  return arange<std::common_type_t<Arguments...>>(arguments...);
}

namespace detail {

// A share of the way between two numbers whose distance overflows, or which are not finite.
RAVEL_API double part_of_way(double from, double to, double share);

}  // namespace detail

// n values from a to b, both included.
template <std::floating_point T>
tensor<T> linspace(detail::value_for<T> a, detail::value_for<T> b, index_arg n) {
  const T from = a, to = b;
  const double first = static_cast<double>(from), way = static_cast<double>(to) - first;
  const bool is_finite = way - way == 0;
  const tensor<T> made = detail::empty_tensor<T>({n});
  T* const out = detail::tensor_data(made);
  for (index_t i = 0; i < n; ++i) {
    const double part = n == 1 ? 0.0 : static_cast<double>(i) / static_cast<double>(n - 1);
    const double value = is_finite ? first + detail::lone_product(way, part) : detail::part_of_way(first, static_cast<double>(to), part);
    out[i] = i > 0 && i + 1 == n ? to : static_cast<T>(value);
  }
  return made;
}

template <detail::deduced = detail::deduced(), std::floating_point T>
tensor<T> linspace(T a, detail::value_for<std::type_identity_t<T>> b, index_arg n) {
  return linspace<T>(detail::value_for<T>(a), b, n);
}
// Whole numbers give doubles.
template <detail::deduced = detail::deduced(), std::integral A, class B>
  requires(std::is_arithmetic_v<B>)
[[nodiscard]] auto linspace(A a, B b, index_arg n) {
  using T = std::conditional_t<std::floating_point<B>, B, double>;
  return linspace<T>(cast_value<T>(a), cast_value<T>(b), n);
}

// A tensor over a reader's elements in row-major order, without a copy. One extent may be -1, as in reshape.
template <detail::keepable R>
  requires detail::rearrangeable<R>
[[nodiscard]] auto as_tensor(R&& r, const ints& wanted) {
  using T = detail::read_t<R>;
  const shape extents = detail::inferred_shape(r.size(), wanted);
  if constexpr (writable<R> && detail::handle<R>) {
    return tensor<T>(dims::row_major(extents), r);
  } else {
    return tensor<const T>(dims::row_major(extents), std::forward<R>(r));
  }
}

template <detail::shaped_reader X>
void as_tensor(const X& x, const ints& wanted) = delete;  // a tensor has a shape: reshape(x, {2, 3}); in one axis: flat(x)
template <detail::unowned X>
void as_tensor(X&& x, const shape& extents) = delete;  // nobody owns these elements: as_tensor(borrow(x), …) looks at them

namespace detail {

template <class Array, std::size_t... Axis>
constexpr std::array<index_t, sizeof...(Axis)> extents_of(std::index_sequence<Axis...>) {
  return {std::extent_v<Array, Axis>...};
}

// The part of memory that strides reach.
struct RAVEL_API strided_memory {
  strided_memory(const shape& extents, const ints& strides);

  dims map;            // of addresses from the lowest element on
  index_t lowest = 0;  // from position 0, in elements; strides may be negative
  index_t size = 0;
};

template <class E>
auto strided_tensor(E* first, const shape& extents, const ints& strides, std::shared_ptr<const void> owner) {
  const strided_memory memory(extents, strides);
  check_memory(first, memory.size);  // before any sum with it
  return tensor<E>(memory.map, memory_handle(memory.size > 0 ? first + memory.lowest : first, memory.size, std::move(owner)));
}

}  // namespace detail

// A tensor over foreign memory. Its owner is taken over (an rvalue) or shared (a shared_ptr). Strides count elements and may be negative.
// `first` is the element at position 0 of all axes. Memory of const elements gives a read-only tensor.
template <class E, detail::owner Owner>
tensor<E> wrap(E* first, const shape& extents, const ints& strides, Owner&& owner) {
  return detail::strided_tensor(first, extents, strides, detail::keep_owner(std::forward<Owner>(owner)));
}
template <class E, class Owner>
void wrap(E* first, const shape& extents, const ints& strides, Owner&& owner) = delete;  // pass the owner with std::move or as a shared_ptr
// Consecutive memory in row-major order.
template <class E, detail::owner Owner>
  requires std::is_object_v<E>
tensor<E> wrap(E* first, const shape& extents, Owner&& owner) {
  detail::check_memory(first, extents.elements());
  return tensor<E>(dims::row_major(extents),
                   detail::memory_handle(first, extents.elements(), detail::keep_owner(std::forward<Owner>(owner))));
}
template <class E, class Owner>
void wrap(E* first, const shape& extents, Owner&& owner) = delete;  // pass the owner with std::move or as a shared_ptr
template <class E>
  requires std::is_object_v<E>
void wrap(E* first, const shape& extents) = delete;  // who frees it? wrap(p, {2, 3}, std::move(owner)), or borrow(p, {2, 3})

// The caller must keep the memory alive.
template <class E>
tensor<E> borrow(E* first, const shape& extents, const ints& strides) {
  return detail::strided_tensor(first, extents, strides, nullptr);
}
template <class E>
  requires std::is_object_v<E>
tensor<E> borrow(E* first, const shape& extents) {
  detail::check_memory(first, extents.elements());
  return tensor<E>(dims::row_major(extents), detail::memory_handle(first, extents.elements(), nullptr));
}
template <class C>
  requires(detail::borrowable<C> && !std::is_array_v<std::remove_reference_t<C>>)
void borrow(C&& container, const shape& extents) = delete;  // a shape is given to a reader: as_tensor(borrow(x), {2, 3})
// Takes double m[2][3] too.
template <class Array>
  requires(std::rank_v<Array> > 1)
[[nodiscard]] auto borrow(Array& rows) {
  using E = std::remove_all_extents_t<Array>;
  constexpr auto extents = detail::extents_of<Array>(std::make_index_sequence<std::rank_v<Array>>{});
  const shape of{ints(extents)};
  return tensor<E>(dims::row_major(of), detail::memory_handle(reinterpret_cast<E*>(&rows), of.elements(), nullptr));
}

namespace detail {

// The elements at the row-major positions [first, first + n) of a random tensor. Defined in src/ for float, double and every integer type.
template <class T>
void fill_uniform(T* out, index_t first, index_t n, T low, T high, std::uint64_t seed);
template <class T>
void fill_normal(T* out, index_t first, index_t n, T mean, T sd, std::uint64_t seed);
template <class T>
void fill_integers(T* out, index_t first, index_t n, T low, int128 high, std::uint64_t seed);

// The normal quantile: a standard normal variable is below it with probability 1/2 + q, for |q| < 1/2. AS 241 of Wichura (1988), to 16
// digits.
RAVEL_API double normal_quantile(double q);

}  // namespace detail

// Uniform in [low, high).
template <std::floating_point T = double>
  requires real_element<T>
tensor<T> random_uniform(const shape& extents, detail::value_for<T> low, detail::value_for<T> high, seed_arg seed) {
  const tensor<T> made = detail::empty_tensor<T>(extents);
  detail::fill_uniform<T>(detail::tensor_data(made), 0, made.size(), low, high, seed);
  return made;
}

template <std::floating_point T = double>
  requires real_element<T>
tensor<T> random_normal(const shape& extents, detail::value_for<T> mean, detail::value_for<T> sd, seed_arg seed) {
  const tensor<T> made = detail::empty_tensor<T>(extents);
  detail::fill_normal<T>(detail::tensor_data(made), 0, made.size(), mean, sd, seed);
  return made;
}

// Uniform in [low, high).
template <integer_element T = index_t>
tensor<T> random_integers(const shape& extents, detail::value_for<T> low, detail::open_end high, seed_arg seed) {
  using Made = canonical_t<T>;
  const tensor<Made> made = detail::empty_tensor<Made>(extents);
  detail::fill_integers<Made>(detail::tensor_data(made), 0, made.size(), static_cast<const T&>(low), high, seed);
  if constexpr (std::same_as<T, Made>) {
    return made;
  } else {
    const tensor<T> same = detail::empty_tensor<T>(extents);
    copy(made, same);
    return same;
  }
}

}  // namespace ravel
