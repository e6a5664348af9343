// SPDX-License-Identifier: BSL-1.0
// A part of a random tensor: the elements at the row-major positions [first, first + n), as the whole tensor has them. Writes to memory of
// the caller; any thread.
#pragma once

#include <ravel/base/ints.hpp>
#include <ravel/element/types.hpp>

namespace ravel::detail {

// Defined in src/ for float, double and every integer type.
template <class T>
void fill_uniform_part(T* out, index_t first, index_t n, T low, T high, std::uint64_t seed);
template <class T>
void fill_normal_part(T* out, index_t first, index_t n, T mean, T sd, std::uint64_t seed);
template <class T>
void fill_integers_part(T* out, index_t first, index_t n, T low, int128 high, std::uint64_t seed);

}  // namespace ravel::detail
