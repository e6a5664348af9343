// SPDX-License-Identifier: BSL-1.0
// Wraps Boost.Container: a vector that keeps its first elements in place. Used only in private members and function bodies.
#pragma once

// Boost names a template parameter I, which <complex.h> makes a macro.
#pragma push_macro("I")
#undef I
#include <boost/container/small_vector.hpp>
#pragma pop_macro("I")

#include <cstddef>
#include <span>

namespace ravel::detail {

template <class T, std::size_t InPlace>
using small_vector = boost::container::small_vector<T, InPlace>;

// small_vector<T, n>(size, unset) leaves elements of trivial types uninitialised; the caller assigns each one.
inline constexpr boost::container::default_init_t unset{};

// The elements as a span. The standard library does not see that Boost's iterators are contiguous.
template <class T, std::size_t InPlace>
std::span<const T> as_span(const small_vector<T, InPlace>& of) {
  return {of.data(), of.size()};
}

}  // namespace ravel::detail
