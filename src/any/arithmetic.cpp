// SPDX-License-Identifier: BSL-1.0
// + - * / % and similar on promoted operands: one typed operation per type that arithmetic computes in.
#include <ravel/tensor/make.hpp>
#include "any/function_group.hpp"
#include "any/loop_node.hpp"
#include "any/typed.hpp"

namespace ravel::detail {

namespace {

// The most common operations, for several instruction sets.
#define RAVEL_LOOPS(P, A, B)                                                             \
  RAVEL_KERNEL_V3 void loops(int operation, P* out, index_t n, const A* a, const B* b) { \
    switch (static_cast<any_pair>(operation)) {                                          \
      case any_pair::plus:                                                               \
        return run_loop<plus>(out, n, a, b);                                             \
      case any_pair::minus:                                                              \
        return run_loop<minus>(out, n, a, b);                                            \
      case any_pair::times:                                                              \
        return run_loop<times>(out, n, a, b);                                            \
      default:                                                                           \
        return run_loop<divided_by>(out, n, a, b);                                       \
    }                                                                                    \
  }
#define RAVEL_ALIKE(P) RAVEL_LOOPS(P, P, P)
RAVEL_ALIKE(std::int32_t)
RAVEL_ALIKE(std::int64_t)
RAVEL_ALIKE(std::uint32_t)
RAVEL_ALIKE(std::uint64_t)
RAVEL_FOR_EACH_REAL(RAVEL_ALIKE)
RAVEL_FOR_EACH_COMPLEX(RAVEL_ALIKE)
#define RAVEL_UNLIKE(S, P) RAVEL_LOOPS(P, S, P) RAVEL_LOOPS(P, P, S)
RAVEL_FOR_EACH_WIDENED(RAVEL_UNLIKE)
#undef RAVEL_UNLIKE
#undef RAVEL_ALIKE
#undef RAVEL_LOOPS

template <class P>
any_tensor compute_commonest(any_pair f, const any_operand& a, const any_operand& b) {
  return with_widened_operands<P>(a, b, [&](const auto& x, const auto& y) {
    return loop_by<P>({loops, static_cast<int>(f), f == any_pair::times, nullptr, tile_function_of(f)}, x, y);
  });
}

// Reals are not checked: overflow gives infinity.
any_pair without_check(any_pair f) {
  switch (f) {
    case any_pair::checked_add:
      return any_pair::plus;
    case any_pair::checked_sub:
      return any_pair::minus;
    case any_pair::checked_mul:
      return any_pair::times;
    default:
      return f;
  }
}

template <class P>
any_tensor compute(any_pair f, const any_operand& a, const any_operand& b) {
  if constexpr (!integer_element<P>) f = without_check(f);
  if (f == any_pair::plus || f == any_pair::minus || f == any_pair::times || f == any_pair::divided_by)
    return compute_commonest<P>(f, a, b);
  return with_operands<P>(a, b, [&](const auto& x, const auto& y) -> any_tensor {
    if constexpr (!complex_element<P>) {
      if (f == any_pair::modulus) return loop_over<modulus>(x, y);
    }
    if constexpr (integer_element<P>) {
      if (f == any_pair::checked_add) return loop_over<checked_plus>(x, y);
      if (f == any_pair::checked_sub) return loop_over<checked_minus>(x, y);
      if (f == any_pair::checked_mul) return loop_over<checked_times>(x, y);
    }
    throw_no_operation(name(f), a.dtype(), b.dtype());
  });
}

template <class P>
any_tensor compute_single(any_single f, const tensor<const P>& x) {
  switch (f) {
    case any_single::negated:
      return loop_over<negated>(x);
    case any_single::unary_plus:
      return x;
    case any_single::abs:
      if constexpr (!unsigned_element<P>) return loop_over<absolute>(x);
      return x;
    case any_single::sign:
      if constexpr (!complex_element<P>) return loop_over<sign_of>(x);
      break;
    case any_single::square:
      return loop_over<squared>(x);
    case any_single::bit_not:
      if constexpr (integer_element<P>) return loop_over<bit_not>(x);
      break;
    default:
      break;
  }
  throw_no_operation(name(f), dtype_of<P>());
}

// Calls f(std::type_identity<T>()) with a type that arithmetic computes in.
template <class F>
any_tensor with_promoted_type(dtype meet, F f) {
  return with_type_of_meeting(meet, [&]<class T>(std::type_identity<T> type) -> any_tensor {
    if constexpr (element<T> && !boolean_element<T>) return f(type);
    throw_no_element_type(meet);
  });
}

// For complex numbers. A real number is its own real part, and has imaginary part 0.
template <class T>
any_tensor part_of_complex(any_single f, const tensor<const T>& x) {
  if constexpr (complex_element<T>) {
    if (f == any_single::real) return real(x);
    if (f == any_single::imag) return imag(x);
    if (f == any_single::conj) return conj(x);
  } else if constexpr (!boolean_element<T>) {
    if (f == any_single::real || f == any_single::conj) return x;
    if (f == any_single::imag) return broadcast(ravel::scalar_tensor(T(0)), x.shape());
  }
  if constexpr (requires { arg(x); }) return arg(x);
  throw_no_operation(name(f), dtype_of<T>());
}

}  // namespace

any_tensor apply_arithmetic(any_pair f, const any_operand& a, const any_operand& b, dtype meet) {
  return with_promoted_type(meet, [&](auto type) { return compute<typename decltype(type)::type>(f, a, b); });
}

any_tensor apply_arithmetic(any_single f, const any_tensor& x) {
  if (group_of(f) == function_group::part) return visit(x, [&](const auto& t) { return part_of_complex(f, t); });
  const dtype type = *ravel::promote(x.dtype(), x.dtype());
  const any_tensor promoted = operand_as(x, type);
  return with_promoted_type(type, [&](auto of) { return compute_single(f, as<typename decltype(of)::type>(promoted)); });
}

}  // namespace ravel::detail
