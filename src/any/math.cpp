// SPDX-License-Identifier: BSL-1.0
// Square root, exponentials, logarithms, trigonometry, powers, angles, and neighbours of real numbers: in the floating or complex type of
// the operands, in double for integers.
#include "any/loop_node.hpp"
#include "any/typed.hpp"

namespace ravel::detail {

namespace {

// The type that the functions compute in.
dtype computed_type(dtype type) { return kind_of(type) <= element_kind::integer ? dtype::float64 : type; }

template <class F>
any_tensor with_computed_type(dtype type, F f) {
  switch (type) {
    case dtype::float32:
      return f(float());
    case dtype::float64:
      return f(double());
    case dtype::complex64:
      return f(std::complex<float>());
    default:
      return f(std::complex<double>());
  }
}

#define RAVEL_ROOTS(T)                                                \
  RAVEL_KERNEL_V3 void roots_of(int, T* out, index_t n, const T* x) { \
    RAVEL_INDEPENDENT                                                 \
    for (index_t i = 0; i < n; ++i) out[i] = std::sqrt(x[i]);         \
  }
RAVEL_ROOTS(float)
RAVEL_ROOTS(double)
#undef RAVEL_ROOTS

// A node of a loop, which joins with others.
template <class T>
any_tensor square_root(const tensor<const T>& x) {
  if constexpr (real_element<T>) {
    return looped<T>(block_loop<T, T>{.run = roots_of, .tile = tile_function_of(any_single::sqrt)}, x.shape(),
                     loop_operands_of(loop_operand_of(x, x.shape())));
  } else {
    return sqrt(x);
  }
}

template <class T>
any_tensor compute(any_single f, const tensor<const T>& x) {
  switch (f) {
    case any_single::sqrt:
      return square_root(x);
#define RAVEL_CASE(name) \
  case any_single::name: \
    return name(x);
      RAVEL_FOR_EACH_ANALYTIC_FUNCTION(RAVEL_CASE)
#undef RAVEL_CASE
#define RAVEL_CASE(name)                           \
  case any_single::name:                           \
    if constexpr (real_element<T>) return name(x); \
    break;
      RAVEL_FOR_EACH_REAL_FUNCTION(RAVEL_CASE)
#undef RAVEL_CASE
#define RAVEL_CASE(name, function)                                \
  case any_single::name:                                          \
    if constexpr (real_element<T>) return loop_over<function>(x); \
    break;
      RAVEL_FOR_EACH_UNIT_FUNCTION(RAVEL_CASE)
#undef RAVEL_CASE
    default:
      break;
  }
  throw_no_operation(name(f), dtype_of<T>());
}

template <class T>
any_tensor compute(any_pair f, const tensor<const T>& x, const tensor<const T>& y) {
  if (f == any_pair::pow) return pow(x, y);
  if constexpr (real_element<T>) return f == any_pair::atan2 ? any_tensor(atan2(x, y)) : any_tensor(hypot(x, y));
  throw_no_operation(name(f), dtype_of<T>(), dtype_of<T>());
}

// A single value is weak: it takes the type that the data is computed in.
dtype operand_type(const any_operand& x, const any_operand& other) {
  return x.scalar && !other.scalar ? weak_scalar(computed_type(other.dtype()), x.dtype()) : x.dtype();
}

}  // namespace

any_tensor apply_transcendental(any_single f, const any_tensor& x) {
  const dtype type = computed_type(x.dtype());
  const any_tensor values = operand_as(x, type);
  return with_computed_type(type, [&](auto zero) { return compute(f, as<decltype(zero)>(values)); });
}

any_tensor apply_transcendental(any_pair f, const any_operand& a, const any_operand& b) {
  const dtype type_a = operand_type(a, b), type_b = operand_type(b, a);
  const bool whole = kind_of(type_a) == element_kind::integer && kind_of(type_b) == element_kind::integer;
  const auto meet = whole ? dtype::float64 : ravel::promote(type_a, type_b);
  if (!meet || (type_a == dtype::bool_ && !a.scalar) || (type_b == dtype::bool_ && !b.scalar) || kind_of(*meet) < element_kind::real)
    throw_no_operation(name(f), a.dtype(), b.dtype());
  const any_tensor x = operand_as(a, *meet), y = operand_as(b, *meet);
  return with_computed_type(*meet, [&](auto zero) { return compute(f, as<decltype(zero)>(x), as<decltype(zero)>(y)); });
}

}  // namespace ravel::detail
