// SPDX-License-Identifier: BSL-1.0
// Lists every operator and function of elements once: its name and the object that computes it. Macros stamp readers, tensors and the
// refusals of foreign elements from these lists, so that a new function needs one entry here and a body. Holds no code.
#pragma once

// X(sign, object). A scalar operand takes the element type of the reader beside it…
#define RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(X) \
  X(+, plus) X(-, minus) X(*, times) X(/, divided_by) X(%, modulus) X(&, bit_and) X(|, bit_or) X(^, bit_xor)
// …or, for these, keeps its own type.
#define RAVEL_FOR_EACH_LOGICAL_OPERATOR(X) X(&&, logical_and) X(||, logical_or)
#define RAVEL_FOR_EACH_COMPARISON(X) X(==, equals) X(!=, differs) X(<, less) X(<=, less_equal) X(>, greater) X(>=, greater_equal)
#define RAVEL_FOR_EACH_COMPARING_OPERATOR(X) RAVEL_FOR_EACH_LOGICAL_OPERATOR(X) RAVEL_FOR_EACH_COMPARISON(X)
// For integers. << and >> also mean streaming, so they are listed apart.
#define RAVEL_FOR_EACH_SHIFT_OPERATOR(X) X(<<, shifted_left) X(>>, shifted_right)
// The operators that have a compound assignment.
#define RAVEL_FOR_EACH_ASSIGNING_OPERATOR(X) RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(X) RAVEL_FOR_EACH_SHIFT_OPERATOR(X)
#define RAVEL_FOR_EACH_SIGN_OPERATOR(X) X(+, unary_plus) X(-, negated) X(~, bit_not) X(!, logical_not)

// X(name, object): computed inside a fused loop.
#define RAVEL_FOR_EACH_SIZE_FUNCTION(X) X(abs, absolute) X(sign, sign_of) X(square, squared)
#define RAVEL_FOR_EACH_ROUNDING_FUNCTION(X) \
  X(floor, rounded_down) X(ceil, rounded_up) X(trunc, rounded_to_zero) X(round, rounded_half_from_zero) X(rint, rounded_half_to_even)
#define RAVEL_FOR_EACH_NAN_FUNCTION(X) X(isnan, is_nan) X(isinf, is_infinite) X(isfinite, is_finite)
// Functions of real numbers; integers become double first.
#define RAVEL_FOR_EACH_UNIT_FUNCTION(X) \
  X(degrees, to_degrees) X(radians, to_radians) X(next_up, next_above) X(next_down, next_below) X(ulp, unit_in_last_place)
#define RAVEL_FOR_EACH_COMPLEX_FUNCTION(X) X(real, real_part) X(imag, imaginary_part) X(conj, conjugated)
#define RAVEL_FOR_EACH_PAIR_FUNCTION(X) \
  X(minimum, smaller) X(maximum, larger) X(checked_add, checked_plus) X(checked_sub, checked_minus) X(checked_mul, checked_times)

// X(name): functions that a loop of the library computes: of real and complex elements, of real ones alone, and of two arguments. All but
// the OWN ones are in the standard library.
#define RAVEL_FOR_EACH_ANALYTIC_FUNCTION(X) \
  X(exp) X(log) X(log10) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh)
#define RAVEL_FOR_EACH_STANDARD_REAL_FUNCTION(X) X(expm1) X(exp2) X(log1p) X(log2) X(cbrt)
#define RAVEL_FOR_EACH_OWN_REAL_FUNCTION(X) X(logistic)
#define RAVEL_FOR_EACH_REAL_FUNCTION(X) RAVEL_FOR_EACH_STANDARD_REAL_FUNCTION(X) RAVEL_FOR_EACH_OWN_REAL_FUNCTION(X)
#define RAVEL_FOR_EACH_TRANSCENDENTAL_FUNCTION(X) RAVEL_FOR_EACH_ANALYTIC_FUNCTION(X) RAVEL_FOR_EACH_STANDARD_REAL_FUNCTION(X)
#define RAVEL_FOR_EACH_STANDARD_FUNCTION(X) X(sqrt) RAVEL_FOR_EACH_TRANSCENDENTAL_FUNCTION(X)
#define RAVEL_FOR_EACH_UNARY_FUNCTION(X) RAVEL_FOR_EACH_STANDARD_FUNCTION(X) RAVEL_FOR_EACH_OWN_REAL_FUNCTION(X)
#define RAVEL_FOR_EACH_BINARY_FUNCTION(X) X(pow) X(atan2) X(hypot)
#define RAVEL_FOR_EACH_CAST(X) X(cast) X(wrap_cast) X(saturate_cast)

// X(name, …): every elementwise function, however it is computed.
#define RAVEL_FOR_EACH_FUSED_FUNCTION(X) \
  RAVEL_FOR_EACH_SIZE_FUNCTION(X)        \
  RAVEL_FOR_EACH_ROUNDING_FUNCTION(X) RAVEL_FOR_EACH_NAN_FUNCTION(X) RAVEL_FOR_EACH_COMPLEX_FUNCTION(X) RAVEL_FOR_EACH_UNIT_FUNCTION(X)
#define RAVEL_FOR_EACH_ELEMENTWISE_FUNCTION(X) \
  RAVEL_FOR_EACH_FUSED_FUNCTION(X)             \
  RAVEL_FOR_EACH_PAIR_FUNCTION(X) RAVEL_FOR_EACH_UNARY_FUNCTION(X) RAVEL_FOR_EACH_BINARY_FUNCTION(X) X(arg) X(where) X(clip)
