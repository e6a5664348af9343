// SPDX-License-Identifier: BSL-1.0
// Makes planned values of a shape in extents: zeros, ones, full, arange, and random numbers by a seed. Each run makes the tensor that the
// verb of the same name makes of its lengths. Any thread may record.
#pragma once

#include <ravel/any/make.hpp>
#include <ravel/plan/detail/call_step.hpp>
#include <ravel/tensor/random.hpp>

namespace ravel {

namespace detail {

using maker = std::function<any_tensor(const shape& extents)>;
using seeded_maker = std::function<any_tensor(const shape& extents, std::uint64_t seed)>;

RAVEL_API planned record_full(dtype type, const planned_shape& lengths, const any_scalar& value);
RAVEL_API planned record_full(dtype type, const planned_shape& lengths, int value, const char* verb);
RAVEL_API planned record_arange(dtype type, index_t start, const planned_length& stop);
RAVEL_API planned record_random(const char* verb, dtype type, const planned_shape& lengths, call_arguments arguments, maker make);
RAVEL_API planned record_random(const char* verb, dtype type, const planned_shape& lengths, call_arguments arguments, seeded_maker make,
                                const planned& seed);

// Braces stand for lengths in numbers, so a planned shape is named: zeros<double>(planned_shape{n, 3}).
template <class S>
concept lengths_in_extents = std::same_as<S, planned_shape>;
// An integer, or a planned value that is one.
template <class S>
concept seed_of_plan = planned_handle<S> || integer<S>;
template <class T, seed_of_plan Seed, class Make>
planned record_random_of(const char* verb, const planned_shape& lengths, T a, T b, const Seed& seed, const Make& make) {
  if constexpr (planned_handle<Seed>) {
    const auto by_seed = [=](const shape& extents, std::uint64_t given) { return any_tensor(make(extents, a, b, given)); };
    return record_random(verb, dtype_of<T>(), lengths, arguments_of(a, b), by_seed, seed);
  } else {
    const auto make_all = [=](const shape& extents) { return any_tensor(make(extents, a, b, seed)); };
    return record_random(verb, dtype_of<T>(), lengths, arguments_of(a, b, static_cast<std::uint64_t>(seed)), make_all);
  }
}

}  // namespace detail

// The value must fit, and may not be of a higher kind: 2.5 is no int32.
template <detail::lengths_in_extents S>
[[nodiscard]] planned full(dtype type, const S& lengths, const any_scalar& value) {
  return detail::record_full(type, lengths, value);
}
template <detail::held_element T, detail::lengths_in_extents S>
[[nodiscard]] planned full(const S& lengths, const any_scalar& value) {
  return detail::record_full(dtype_of<T>(), lengths, value);
}
#define RAVEL_PLANNED_FULL(name, value)                           \
  template <detail::lengths_in_extents S>                         \
  [[nodiscard]] planned name(dtype type, const S& lengths) {      \
    return detail::record_full(type, lengths, value, #name);      \
  }                                                               \
  template <detail::held_element T, detail::lengths_in_extents S> \
  [[nodiscard]] planned name(const S& lengths) {                  \
    return name(dtype_of<T>(), lengths);                          \
  }
RAVEL_PLANNED_FULL(zeros, 0)
RAVEL_PLANNED_FULL(ones, 1)
#undef RAVEL_PLANNED_FULL

// The numbers from 0, or from a start, up to before a length.
template <detail::among<planned_extent, planned_length> Stop>
[[nodiscard]] planned arange(dtype type, index_arg start, const Stop& stop) {
  return detail::record_arange(type, start, stop);
}
template <detail::held_element T, detail::among<planned_extent, planned_length> Stop>
[[nodiscard]] planned arange(index_arg start, const Stop& stop) {
  return detail::record_arange(dtype_of<T>(), start, stop);
}
template <detail::held_element T, detail::among<planned_extent, planned_length> Stop>
[[nodiscard]] planned arange(const Stop& stop) {
  return detail::record_arange(dtype_of<T>(), 0, stop);
}

// A seed is an integer, or a planned value without axes, such as a variable that each run updates. Runs with equal seeds and lengths give
// equal numbers.
#define RAVEL_PLANNED_RANDOM(name, kind, standard)                                                                                        \
  template <kind T = standard, detail::lengths_in_extents S, detail::seed_of_plan Seed>                                                   \
    requires detail::held_element<T>                                                                                                      \
  [[nodiscard]] planned name(const S& lengths, detail::value_for<T> a, detail::value_for<T> b, const Seed& seed) {                        \
    return detail::record_random_of<T>(#name, lengths, a, b, seed, [](const shape& extents, const T& from, const T& to, seed_arg given) { \
      return name<T>(extents, from, to, given);                                                                                           \
    });                                                                                                                                   \
  }
RAVEL_PLANNED_RANDOM(random_uniform, std::floating_point, double)     // in [a, b)
RAVEL_PLANNED_RANDOM(random_normal, std::floating_point, double)      // of mean a and standard deviation b
RAVEL_PLANNED_RANDOM(random_integers, integer_element, std::int64_t)  // in [a, b)
#undef RAVEL_PLANNED_RANDOM

}  // namespace ravel
