// SPDX-License-Identifier: BSL-1.0
// The lists of element types, each repeating X(type) for one canonical type after the other; they stamp explicit instantiations and
// kernels in src/. Whoever adds a type to the closed set adds it here; IN_SRC adds strings, which are compared and ordered (see
// loop/detail/in_src.hpp), STORED half floats, which are computed with as float, and HELD is all that handles of run-time types hold. Holds
// no code.
#pragma once

#include <ravel/element/half.hpp>
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
#define RAVEL_FOR_EACH_STORED(X) RAVEL_FOR_EACH_ELEMENT(X) X(ravel::float16) X(ravel::bfloat16)
#define RAVEL_FOR_EACH_HELD(X) RAVEL_FOR_EACH_STORED(X) X(std::string)
