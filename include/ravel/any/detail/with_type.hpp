// SPDX-License-Identifier: BSL-1.0
// From a run-time tag to a type: a function is called with the one type of the closed set that the tag names. Stateless.
#pragma once

#include <ravel/element/detail/for_each.hpp>
#include <ravel/element/dtype.hpp>

#include <utility>

namespace ravel::detail {

[[noreturn]] RAVEL_API void throw_no_element_type(dtype type);
[[noreturn]] RAVEL_API void throw_not_that_type(const char* what, dtype is, dtype asked);

// Ravel computes with the intN_t of each width: `long long` and `char` are not among them.
template <class T>
concept canonical_element = element<T> && std::same_as<T, canonical_t<T>>;

// f(std::type_identity<T>()) for T of that tag; it gives the same type for every T.
template <class F>
decltype(auto) with_type(dtype type, F&& f) {
  switch (type) {
#define RAVEL_CASE(T) \
  case dtype_of<T>(): \
    return f(std::type_identity<T>());
    RAVEL_FOR_EACH_ELEMENT(RAVEL_CASE)
#undef RAVEL_CASE
    case dtype::other:
      break;
  }
  throw_no_element_type(type);
}

}  // namespace ravel::detail
