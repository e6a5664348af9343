// SPDX-License-Identifier: BSL-1.0
// Lists of element types: each macro repeats X(type) for every type of its list. They stamp explicit instantiations and kernels in src/.
// Add a type to the closed set here. IN_SRC adds strings, which are compared and ordered. STORED adds half floats,
// which are computed as float. SUM lists the types of sums, WIDE_SUM those in full precision. HELD lists all types that run-time typed
// handles hold.
#pragma once

#include <ravel/element/types.hpp>

#include <string>

#define RAVEL_FOR_EACH_SIGNED(X) X(std::int8_t) X(std::int16_t) X(std::int32_t) X(std::int64_t)
#define RAVEL_FOR_EACH_UNSIGNED(X) X(std::uint8_t) X(std::uint16_t) X(std::uint32_t) X(std::uint64_t)
#define RAVEL_FOR_EACH_INTEGER(X) RAVEL_FOR_EACH_SIGNED(X) RAVEL_FOR_EACH_UNSIGNED(X)
#define RAVEL_FOR_EACH_REAL(X) X(float) X(double)
#define RAVEL_FOR_EACH_COMPLEX(X) X(std::complex<float>) X(std::complex<double>)

#define RAVEL_FOR_EACH_INTEGER_OR_REAL(X) RAVEL_FOR_EACH_INTEGER(X) RAVEL_FOR_EACH_REAL(X)
#define RAVEL_FOR_EACH_ORDERED(X) X(bool) RAVEL_FOR_EACH_INTEGER_OR_REAL(X)
#define RAVEL_FOR_EACH_ELEMENT(X) RAVEL_FOR_EACH_ORDERED(X) RAVEL_FOR_EACH_COMPLEX(X)
#define RAVEL_FOR_EACH_IN_SRC(X) RAVEL_FOR_EACH_ELEMENT(X) X(std::string)
#define RAVEL_FOR_EACH_SORTED(X) RAVEL_FOR_EACH_ORDERED(X) X(std::string)
#define RAVEL_FOR_EACH_STORED(X) RAVEL_FOR_EACH_ELEMENT(X) X(ravel::float16) X(ravel::bfloat16)
#define RAVEL_FOR_EACH_SUM(X) RAVEL_FOR_EACH_REAL(X) RAVEL_FOR_EACH_COMPLEX(X) X(std::int64_t) X(std::uint64_t)
#define RAVEL_FOR_EACH_WIDE_SUM(X) X(double) X(std::complex<double>) X(std::int64_t) X(std::uint64_t)
#define RAVEL_FOR_EACH_HELD(X) RAVEL_FOR_EACH_STORED(X) X(std::string)

namespace ravel::detail {

// For these types operations are compiled once, in src/. The header declares the template of an operation extern for them, or a function
// named …_in_src that works differently from the template for all other types.
template <class T>
concept in_src = (element<T> && std::same_as<T, canonical_t<T>>) || std::same_as<T, std::string>;

}  // namespace ravel::detail
