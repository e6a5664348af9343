// SPDX-License-Identifier: BSL-1.0
// Turns a run-time tag into a type: calls a function with the type that the tag names, from the closed set, the stored types, or all types
// that a handle holds. Stateless.
#pragma once

#include <ravel/element/detail/for_each.hpp>
#include <ravel/element/dtype.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace ravel::detail {

[[noreturn]] RAVEL_API void throw_no_element_type(dtype type);
[[noreturn]] void throw_no_cast(dtype from, dtype to);
[[noreturn]] RAVEL_API void throw_not_that_type(const char* what, dtype is, dtype asked);

// The intN_t of each width. `long long` and `char` are not among them.
template <class T>
concept canonical_element = element<T> && std::same_as<T, canonical_t<T>>;
// The numbers of memory and files: canonical elements, and half floats, which are computed as float.
template <class T>
concept stored_element = canonical_element<T> || half_element<T>;
// The types a handle of run-time type holds: stored elements, and strings, which can be viewed, copied, compared and ordered.
template <class T>
concept held_element = stored_element<T> || std::same_as<T, std::string>;

// The type in which elements of a stored type are computed.
constexpr dtype computed_as(dtype type) { return type == dtype::float16 || type == dtype::bfloat16 ? dtype::float32 : type; }

// Calls f(std::type_identity<T>()) for the T of the tag, from one of three lists. f must return one type for every T.
#define RAVEL_CASE(T) \
  case dtype_of<T>(): \
    return f(std::type_identity<T>());
#define RAVEL_WITH(name, RAVEL_FOR_EACH_ONE) \
  template <class F>                         \
  decltype(auto) name(dtype type, F&& f) {   \
    switch (type) {                          \
      RAVEL_FOR_EACH_ONE(RAVEL_CASE)         \
      default:                               \
        throw_no_element_type(type);         \
    }                                        \
  }
RAVEL_WITH(with_type, RAVEL_FOR_EACH_ELEMENT)  // of the closed set
RAVEL_WITH(with_stored_type, RAVEL_FOR_EACH_STORED)
RAVEL_WITH(with_held_type, RAVEL_FOR_EACH_HELD)
#undef RAVEL_WITH
#undef RAVEL_CASE

// Checks a visitor against every type of a list before it is called, so that the error is one line.
#define RAVEL_IS_TAKEN(T) &&std::invocable<F, Argument<T>>
#define RAVEL_IS_GIVEN(T) &&std::same_as<result, std::invoke_result_t<F, Argument<T>>>
#define RAVEL_VISITS(name, RAVEL_FOR_EACH_ONE)                                                                                           \
  template <class F, template <class> class Argument>                                                                                    \
  constexpr bool name() {                                                                                                                \
    constexpr bool takes_all = true RAVEL_FOR_EACH_ONE(RAVEL_IS_TAKEN);                                                                  \
    static_assert(takes_all, "this function is called with whatever type the elements have: let it take const auto&");                   \
    if constexpr (takes_all) {                                                                                                           \
      using result = std::invoke_result_t<F, Argument<bool>>;                                                                            \
      constexpr bool gives_one = true RAVEL_FOR_EACH_ONE(RAVEL_IS_GIVEN);                                                                \
      static_assert(gives_one, "this function must give one type whatever type the elements have: cast_value<double>(…), for instance"); \
      return gives_one;                                                                                                                  \
    }                                                                                                                                    \
    return false;                                                                                                                        \
  }
RAVEL_VISITS(visits_elements, RAVEL_FOR_EACH_ELEMENT)
RAVEL_VISITS(visits_held, RAVEL_FOR_EACH_HELD)
#undef RAVEL_VISITS
#undef RAVEL_IS_GIVEN
#undef RAVEL_IS_TAKEN

template <class T>
using visited_value = T;

}  // namespace ravel::detail
