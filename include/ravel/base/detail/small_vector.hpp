// SPDX-License-Identifier: BSL-1.0
// Doorway to Boost.Container: a vector that keeps its first elements in place. Appears only in private members and bodies.
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

// small_vector<T, n>(size, unset): of elements whose type says no value, and who makes them gives each one.
inline constexpr boost::container::default_init_t unset{};

// Its elements; the iterators of Boost are not contiguous ones to the standard library.
template <class T, std::size_t InPlace>
std::span<const T> as_span(const small_vector<T, InPlace>& of) {
  return {of.data(), of.size()};
}

}  // namespace ravel::detail
