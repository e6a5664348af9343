// SPDX-License-Identifier: BSL-1.0
// Steps along keys: how many of them lie between two keys, and the key so many steps further. Integers go by 64 bits without a sign, so
// that nothing wraps; floating keys are not told apart from what rounding makes of them. Plain values.
#pragma once

#include <ravel/op/detail/sorted_keys.hpp>

#include <cmath>

namespace ravel::detail {

[[noreturn]] RAVEL_API void throw_not_rising_step(const char* operation, const char* what, const std::string& given);
RAVEL_API index_t steps_in_reals(const char* operation, double lesser, double greater, double step, double epsilon);
RAVEL_API index_t counted_steps(const char* operation, std::uint64_t steps);

template <class K, class S>
concept steps_integers = integer_element<K> && std::integral<S> && !std::same_as<S, bool>;
template <class K, class S>
concept steps_reals = real_element<K> && std::is_arithmetic_v<S> && !std::same_as<S, bool>;
template <class K, class S>
concept steps_others = !element<K> && distant_key<K> && requires(const K& key, const S& step, index_t n) {
  { key + step* n } -> std::convertible_to<K>;
  { (key - key) / step } -> std::convertible_to<double>;
  { S{} < step } -> std::convertible_to<bool>;
};

// What may be added to a key again and again.
template <class S, class K>
concept step_of = steps_integers<K, S> || steps_reals<K, S> || steps_others<K, S>;

// Above 0; `what` it is, for the error.
template <class S>
void check_step(const char* operation, const char* what, const S& step) {
  if (!(S{} < step)) throw_not_rising_step(operation, what, text_of_value(step));
  if constexpr (std::floating_point<S>) {
    if (!std::isfinite(step)) throw_not_rising_step(operation, what, text_of_value(step));
  }
}

template <class K, step_of<K> S>
K key_after(const K& key, const S& step, index_t n) {
  if constexpr (integer_element<K>) {
    return static_cast<K>(static_cast<std::uint64_t>(key) + static_cast<std::uint64_t>(step) * static_cast<std::uint64_t>(n));
  } else if constexpr (real_element<K>) {
    return static_cast<K>(static_cast<double>(key) + static_cast<double>(step) * static_cast<double>(n));
  } else {
    return key + step * n;
  }
}

// How often a step goes from the lesser key without reaching the greater one.
template <class K, step_of<K> S>
index_t steps_between(const char* operation, const K& lesser, const K& greater, const S& step) {
  if (!(lesser < greater)) return 0;
  if constexpr (integer_element<K>) {
    return counted_steps(operation, (distance_of(lesser, greater) - 1) / static_cast<std::uint64_t>(step));
  } else if constexpr (real_element<K>) {
    return steps_in_reals(operation, static_cast<double>(lesser), static_cast<double>(greater), static_cast<double>(step),
                          static_cast<double>(std::numeric_limits<K>::epsilon()));
  } else {
    auto n = static_cast<index_t>((greater - lesser) / step);
    while (n > 0 && !(key_after(lesser, step, n) < greater)) --n;
    return n;
  }
}

}  // namespace ravel::detail
