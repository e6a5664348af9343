// SPDX-License-Identifier: BSL-1.0
// Sorted keys, for operations that need the distance between two: consecutive elements, checked to be in order; the distance from a lesser
// to a greater one; how many steps lie between two, and the key so many steps further. Keys are numbers, points of time, or any type with <
// and -. Integers count in unsigned 64 bits, so that nothing wraps. Floating keys are compared with a tolerance for rounding. Borrows the
// elements, or owns a copy.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/element/detail/compare.hpp>
#include <ravel/element/ticks.hpp>
#include <ravel/op/order/sorted.hpp>

#include <algorithm>
#include <cmath>

namespace ravel::detail {

template <class T>
concept has_distance = requires(const T& a, const T& b) { (b - a) < (b - a); };

// From the lesser to the greater; exact for integers.
template <class T>
auto distance_of(const T& lesser, const T& greater) {
  if constexpr (has_whole_ticks<T>) {
    return distance_of(ticks_of(lesser), ticks_of(greater));
  } else if constexpr (whole_element<T>) {
    return static_cast<std::uint64_t>(greater) - static_cast<std::uint64_t>(lesser);
  } else {
    return greater - lesser;
  }
}

// True if the distance of two keys is at most a span, or if not closed, less. Exact for integers and for times in whole ticks.
template <class K, class S>
bool lies_within(const K& lesser, const K& greater, const S& span, bool closed = true) {
  if constexpr (has_whole_ticks<K> && has_whole_ticks<S>) {
    using unit = std::common_type_t<duration_of_t<K>, S>;
    const int128 way = int128{distance_of(lesser, greater)} * ticks_in_one<unit, K>(), most = exact_ticks<S, unit>(span);
    return closed ? way <= most : way < most;
  } else if constexpr (whole_element<K>) {
    const auto way = distance_of(lesser, greater);
    return closed ? !less{}(span, way) : less{}(way, span);
  } else {
    const auto way = greater - lesser;
    return closed ? !(span < way) : way < span;
  }
}

// A distance as a number, to divide by another. A duration gives its ticks.
template <class D>
double as_number(const D& distance) {
  if constexpr (requires { distance.count(); }) {
    return static_cast<double>(distance.count());
  } else {
    return static_cast<double>(distance);
  }
}

template <class R>
concept distant_keys = ordered_reader<R> && has_distance<read_t<R>> && requires(const read_t<R>& a) { as_number(distance_of(a, a)); };

// Consecutive elements, where they lie or copied.
template <class T>
class elements_in_row {
 public:
  explicit elements_in_row(const node<T>& source) {
    const auto& memory = source.memory();
    if (!memory.data || memory.step != 1) {
      copy_ = unfilled_buffer<T>(source.size());
      read_into(source, 0, source.size(), copy_.data());
    }
    seen_ = {copy_.size() > 0 ? copy_.data() : memory.data, static_cast<std::size_t>(source.size())};
  }
  std::span<const T> span() const { return seen_; }

 private:
  std::span<const T> seen_;
  buffer<T> copy_;
};

[[noreturn]] RAVEL_API void throw_nan_key(const char* operation, index_t position);

// Throws unless the keys ascend without NaN, which would stand behind all numbers.
template <class T>
void check_keys(const char* operation, std::span<const T> keys) {
  check_sorted(operation, "the reader of keys", keys.data(), std::ssize(keys));
  if (!keys.empty() && differs_from_itself(keys.back())) throw_nan_key(operation, static_cast<index_t>(lower_bound(keys, keys.back())));
}

[[noreturn]] RAVEL_API void throw_not_rising_step(const char* operation, const char* what, const std::string& given);
RAVEL_API index_t steps_in_reals(const char* operation, double lesser, double greater, double step, double epsilon);
RAVEL_API index_t counted_steps(const char* operation, std::uint64_t steps);
RAVEL_API index_t whole_steps(const char* operation, double steps);

// Steps count in the unit of the keys, which is as fine as the step's or makes the step a fraction.
template <class K, class S>
double step_in_ticks(const S& step) {
  return static_cast<double>(duration_of_t<K>(step).count());
}

// A step that may be added to a key again and again.
template <class S, class K>
concept step_of = (!std::same_as<S, bool> && ((integer_element<K> && std::integral<S>) || (real_element<K> && std::is_arithmetic_v<S>))) ||
                  (!element<K> && requires(const K& key, const S& step, index_t n) {
                    { key + step* n } -> std::convertible_to<K>;
                    { (key - key) / step } -> std::convertible_to<double>;
                    { S{} < step } -> std::convertible_to<bool>;
                  });

// Checks that the step is above 0. `what` names it in the error.
template <class S>
void check_step(const char* operation, const char* what, const S& step) {
  if (!(S{} < step)) throw_not_rising_step(operation, what, text_of_value(step));
  bool finite = true;
  if constexpr (std::floating_point<S>) finite = std::isfinite(step);
  if constexpr (time_element<S>) finite = std::isfinite(static_cast<double>(ticks_of(step)));
  if (!finite) throw_not_rising_step(operation, what, text_of_value(step));
}

template <class K, step_of<K> S>
K key_after(const K& key, const S& step, index_t n) {
  if constexpr (integer_element<K>) {
    return static_cast<K>(static_cast<std::uint64_t>(key) + static_cast<std::uint64_t>(step) * static_cast<std::uint64_t>(n));
  } else if constexpr (real_element<K>) {
    return static_cast<K>(static_cast<double>(key) + lone_product(static_cast<double>(step), static_cast<double>(n)));
  } else if constexpr (has_whole_ticks<K> && has_whole_ticks<S>) {
    return from_ticks<K>(static_cast<ticks_t<K>>(exact_ticks<K, S>(key) + exact_ticks<K, S>(step) * n));
  } else if constexpr (time_element<K> && !has_whole_ticks<K> && time_element<S>) {
    const double ticks = static_cast<double>(ticks_of(key)) + lone_product(step_in_ticks<K>(step), static_cast<double>(n));
    return from_ticks<K>(static_cast<ticks_t<K>>(ticks));
  } else {
    return key + step * n;
  }
}

// The number of steps from the lesser key that do not reach the greater one.
template <class K, step_of<K> S>
index_t steps_between(const char* operation, const K& lesser, const K& greater, const S& step) {
  if (!(lesser < greater)) return 0;
  if constexpr (integer_element<K>) {
    return counted_steps(operation, (distance_of(lesser, greater) - 1) / static_cast<std::uint64_t>(step));
  } else if constexpr (real_element<K>) {
    return steps_in_reals(operation, static_cast<double>(lesser), static_cast<double>(greater), static_cast<double>(step),
                          static_cast<double>(std::numeric_limits<K>::epsilon()));
  } else if constexpr (has_whole_ticks<K> && has_whole_ticks<S>) {
    return counted_steps(
        operation, static_cast<std::uint64_t>((exact_ticks<K, S>(greater) - exact_ticks<K, S>(lesser) - 1) / exact_ticks<K, S>(step)));
  } else if constexpr (time_element<K> && !has_whole_ticks<K> && time_element<S>) {
    return steps_in_reals(operation, static_cast<double>(ticks_of(lesser)), static_cast<double>(ticks_of(greater)), step_in_ticks<K>(step),
                          static_cast<double>(std::numeric_limits<ticks_t<K>>::epsilon()));
  } else {
    index_t n = whole_steps(operation, (greater - lesser) / step);
    while (n > 0 && !(key_after(lesser, step, n) < greater)) --n;
    return n;
  }
}

}  // namespace ravel::detail
