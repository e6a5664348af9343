// SPDX-License-Identifier: BSL-1.0
// Readers whose elements are computed from their positions. iota: element i is start + i * step. Integers are exact, and all fit their
// type. Floating values are computed in double and rounded once, never accumulated. A slice of an iota is an iota. generate: element i is
// f(i), of a pure function that the reader owns and any reading thread may call. Window weights fall off to both sides. They store no
// elements. Any thread may read.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/lazy/detail/parameter.hpp>
#include <ravel/lazy/map.hpp>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_iota_misfit(std::int64_t start, index_t step, index_t n, dtype type);
[[noreturn]] RAVEL_API void throw_iota_misfit(std::uint64_t start, index_t step, index_t n, dtype type);

// Computes modulo 2^64, in which every element is exact.
template <class T>
struct iota_values {
  std::uint64_t start;
  std::uint64_t step;

  [[gnu::always_inline]] T operator()(index_t i) const { return static_cast<T>(start + static_cast<std::uint64_t>(i) * step); }
  iota_values sliced(index_t at, index_t by) const {
    return {start + static_cast<std::uint64_t>(at) * step, static_cast<std::uint64_t>(by) * step};
  }
};

// Element i stands at position first + i * stride of the original progression, so a slice keeps the bits of its elements. fill_from makes
// many with a strict loop, which vectorises a rounded product but not a lone one.
template <real_element T>
struct iota_values<T> {
  double start;
  double step;
  index_t first = 0;
  index_t stride = 1;

  [[gnu::always_inline]] T operator()(index_t i) const {
    return static_cast<T>(start + rounded_product(static_cast<double>(first + i * stride), step));
  }
  iota_values sliced(index_t at, index_t by) const { return {start, step, first + at * stride, stride * by}; }
};

template <class T>
class iota_node final : public node<T> {
 public:
  iota_node(index_t n, const iota_values<T>& values) : node<T>({.size = n, .immutable = true}), values_(values) {}

  T at(index_t i) const override { return values_(i); }
  overlap meets(const target_memory&) const override { return overlap::none; }
  bool sorted() const override { return this->size() < 2 || values_(0) <= values_(this->size() - 1); }
  bool is_progression(progression& found) const override {
    if constexpr (integer_element<T>) {
      if (this->size() == 0) return found = {0, 1}, true;
      const T first = values_(0), final = values_(this->size() - 1);
      index_t apart = 0;
      if (!is_position(first) || !is_position(final) || __builtin_sub_overflow(final, first, &apart) || !within_limit(apart)) return false;
      found = {static_cast<index_t>(first), this->size() > 1 ? apart / (this->size() - 1) : 1};
      return found.step != 0;
    }
    return false;
  }
  shared_untyped sliced(index_t start, index_t count, index_t step, const shared_untyped&) const override {
    return make_node<iota_node>(count, values_.sliced(start, step));
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    fill_from(values_.sliced(start, 1), n, out);
    return {out, 1};
  }

 private:
  static bool is_position(T value) { return std::in_range<index_t>(canonical_t<T>{value}) && within_limit(static_cast<index_t>(value)); }

  iota_values<T> values_;
};

// True if start + (n - 1) * step fits T. The distance of two values of one type always fits 64 bits.
template <integer_element T>
bool iota_fits(T start, index_t step, index_t n) {
  const auto magnitude = step < 0 ? 0 - static_cast<std::uint64_t>(step) : static_cast<std::uint64_t>(step);
  std::uint64_t distance = 0;
  T reached{};
  if (n == 0) return true;
  if (__builtin_mul_overflow(static_cast<std::uint64_t>(n - 1), magnitude, &distance)) return false;
  return step < 0 ? !__builtin_sub_overflow(start, distance, &reached) : !__builtin_add_overflow(start, distance, &reached);
}

template <class T, class X>
concept iota_argument = integer_element<X> || (real_element<T> && real_element<X>);

}  // namespace detail

template <class T, class Start = int, class Step = int>
  requires((integer_element<T> || real_element<T>) && detail::iota_argument<T, Start> && detail::iota_argument<T, Step>)
reader<T> iota(index_arg n, Start start = 0, Step step = 1) {
  detail::check_size(n);
  if constexpr (integer_element<T>) {
    const T first = cast_value<T>(start);
    const index_t apart = cast_value<index_t>(step);
    if (!detail::iota_fits(first, apart, n)) detail::throw_iota_misfit(detail::as_widest(first), apart, n, dtype_of<T>());
    return detail::make_reader<detail::iota_node<T>>(
        n, detail::iota_values<T>{static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(apart)});
  } else {
    return detail::make_reader<detail::iota_node<T>>(n, detail::iota_values<T>{cast_value<double>(start), cast_value<double>(step)});
  }
}

namespace detail {

template <class Function>
struct generate_cursor {
  value_cursor<Function> function;
  index_t start;

  [[gnu::always_inline]] decltype(auto) operator()(index_t i) const { return function(i)(as_parameter<Function, 0>(start + i)); }
};

template <class Function>
class generate_node final : public node<std::remove_cvref_t<std::invoke_result_t<const Function&, index_t>>> {
  using T = typename generate_node::element;

 public:
  static constexpr bool keeps_handles = may_hold_handles<Function>;

  generate_node(index_t n, Function function) : node<T>({.size = n}), function_(std::move(function)) {}

  RAVEL_STRICT_LOOP T at(index_t i) const override {
    RAVEL_STRICT_BODY
    const user_call inside;
    return function_(as_parameter<Function, 0>(i));
  }
  overlap meets(const target_memory&) const override { return overlap::arbitrary; }  // f may read anything

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    const user_call inside;
    fill_from(generate_cursor<Function>{{function_}, start}, n, out);
    return {out, 1};
  }

 private:
  [[no_unique_address]] Function function_;
};

}  // namespace detail

template <class Function>
  requires std::semiregular<std::remove_cvref_t<std::invoke_result_t<const std::decay_t<Function>&, index_t>>>
[[nodiscard]] auto generate(index_arg n, Function&& f) {
  detail::check_parameter<std::decay_t<Function>, 0>(n);
  return detail::make_reader<detail::generate_node<std::decay_t<Function>>>(detail::check_size(n), std::forward<Function>(f));
}

template <class Function>
  requires(!std::invocable<const std::decay_t<Function>&, index_t>)
void generate(index_t n, Function&& f) = delete;  // the function takes one position: [](index_t i) { return 2 * i; }

// Window weights: the greatest value, 1, is in the middle of n, and both halves have the same bits.
// 1/2 + 1/2 cos: 0 at both ends. With n = 1 the value is 1, as for all shapes.
RAVEL_API reader<double> hann_window(index_arg n);
// 0.54 + 0.46 cos: 0.08 at both ends.
RAVEL_API reader<double> hamming_window(index_arg n);
// Falls linearly to 0 at the positions just beyond the ends.
RAVEL_API reader<double> triangle_window(index_arg n);
// exp(-(d / sd)^2 / 2) at distance d from the middle.
RAVEL_API reader<double> gaussian_window(index_arg n, double sd);

}  // namespace ravel
