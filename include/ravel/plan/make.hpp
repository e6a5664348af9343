// SPDX-License-Identifier: BSL-1.0
// Makes planned values of a shape in extents: zeros, ones, full, arange, and random numbers by a seed. Each run makes the tensor that the
// verb of the same name makes of its lengths. Any thread may record.
#pragma once

#include <ravel/any/make.hpp>
#include <ravel/plan/detail/call_step.hpp>
#include <ravel/tensor/make.hpp>

namespace ravel {

namespace detail {

using seeded_maker = std::function<any_tensor(const shape& extents, std::uint64_t seed)>;
// An integer, or a planned value that is one.
struct seed_of_plan {
  template <integer Int>
  seed_of_plan(Int given) : number(static_cast<std::uint64_t>(given)) {}
  seed_of_plan(const planned& given) : value(given) {}

  std::uint64_t number = 0;
  std::optional<planned> value = {};
};

RAVEL_API planned record_full(dtype type, const planned_shape& lengths, const any_scalar& value);
RAVEL_API planned record_full(dtype type, const planned_shape& lengths, int value, const char* verb);
RAVEL_API planned record_arange(dtype type, index_t start, const planned_length& stop);
RAVEL_API planned record_random(const char* verb, dtype type, const planned_shape& lengths, call_arguments arguments, seeded_maker make,
                                const seed_of_plan& seed);

}  // namespace detail

// Braces stand for lengths in numbers, so a planned shape is named: zeros<double>(planned_shape{n, 3}). The value must fit, and may not be
// of a higher kind: 2.5 is no int32.
template <std::same_as<planned_shape> S>
[[nodiscard]] planned full(dtype type, const S& lengths, const any_scalar& value) {
  return detail::record_full(type, lengths, value);
}
template <detail::held_element T, std::same_as<planned_shape> S>
[[nodiscard]] planned full(const S& lengths, const any_scalar& value) {
  return detail::record_full(dtype_of<T>(), lengths, value);
}
#define RAVEL_PLANNED_FULL(name, value)                            \
  template <std::same_as<planned_shape> S>                         \
  [[nodiscard]] planned name(dtype type, const S& lengths) {       \
    return detail::record_full(type, lengths, value, #name);       \
  }                                                                \
  template <detail::held_element T, std::same_as<planned_shape> S> \
  [[nodiscard]] planned name(const S& lengths) {                   \
    return name(dtype_of<T>(), lengths);                           \
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
#define RAVEL_PLANNED_RANDOM(name, kind, standard)                                                                                     \
  template <kind T = standard, std::same_as<planned_shape> S>                                                                          \
    requires detail::held_element<T>                                                                                                   \
  [[nodiscard]] planned name(const S& lengths, detail::value_for<T> a, detail::value_for<T> b, const detail::seed_of_plan& seed) {     \
    const T from = a, to = b;                                                                                                          \
    const auto make = [from, to](const shape& extents, std::uint64_t given) { return any_tensor(name<T>(extents, from, to, given)); }; \
    return detail::record_random(#name, dtype_of<T>(), lengths, detail::arguments_of(from, to), make, seed);                           \
  }
RAVEL_PLANNED_RANDOM(random_uniform, std::floating_point, double)     // in [a, b)
RAVEL_PLANNED_RANDOM(random_normal, std::floating_point, double)      // of mean a and standard deviation b
RAVEL_PLANNED_RANDOM(random_integers, integer_element, std::int64_t)  // in [a, b)
#undef RAVEL_PLANNED_RANDOM

}  // namespace ravel
