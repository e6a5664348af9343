// SPDX-License-Identifier: BSL-1.0
// Bitwise operations, shifts, minimum and maximum of promoted operands.
#include "any/loop_node.hpp"
#include "any/typed.hpp"

namespace ravel::detail {

namespace {

template <class P, class A, class B>
any_tensor compute_bits(any_pair f, const A& x, const B& y) {
  if (f == any_pair::bit_and) return loop_over<bit_and>(x, y);
  if (f == any_pair::bit_or) return loop_over<bit_or>(x, y);
  if (f == any_pair::bit_xor) return loop_over<bit_xor>(x, y);
  if constexpr (!boolean_element<P>) {
    if (f == any_pair::shifted_left) return loop_over<shifted_left>(x, y);
    if (f == any_pair::shifted_right) return loop_over<shifted_right>(x, y);
  }
  throw_no_operation(name(f), dtype_of<P>(), dtype_of<P>());
}

}  // namespace

any_tensor apply_bits(any_pair f, const any_operand& a, const any_operand& b, dtype meet) {
  return with_type_of_meeting(meet, [&]<class P>(std::type_identity<P>) -> any_tensor {
    if constexpr (boolean_element<P> || integer_element<P>) {
      return with_operands<P>(a, b, [&](const auto& x, const auto& y) { return compute_bits<P>(f, x, y); });
    }
    throw_no_operation(name(f), a.dtype(), b.dtype());
  });
}

any_tensor apply_choice(any_pair f, const any_operand& a, const any_operand& b, dtype meet) {
  return with_type_of_meeting(meet, [&]<class P>(std::type_identity<P>) -> any_tensor {
    if constexpr (element<P> && !complex_element<P>) {
      return with_operands<P>(a, b, [&](const auto& x, const auto& y) -> any_tensor {
        return f == any_pair::minimum ? loop_over<smaller>(x, y) : loop_over<larger>(x, y);
      });
    }
    throw_no_operation(name(f), a.dtype(), b.dtype());
  });
}

}  // namespace ravel::detail
