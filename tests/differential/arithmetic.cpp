// SPDX-License-Identifier: BSL-1.0
// The operators: all on two operands of one type, some on types that meet in a third, and scalars.
#include <ravel/lazy/operators.hpp>

#include <differential/operation.hpp>

namespace differential {

namespace {

using plus = decltype([](const auto& a, const auto& b) { return a + b; });
using minus = decltype([](const auto& a, const auto& b) { return a - b; });
using times = decltype([](const auto& a, const auto& b) { return a * b; });
using divided = decltype([](const auto& a, const auto& b) { return a / b; });
using remainder = decltype([](const auto& a, const auto& b) { return a % b; });
using bit_and = decltype([](const auto& a, const auto& b) { return a & b; });
using bit_or = decltype([](const auto& a, const auto& b) { return a | b; });
using bit_xor = decltype([](const auto& a, const auto& b) { return a ^ b; });
using equals = decltype([](const auto& a, const auto& b) { return a == b; });
using less = decltype([](const auto& a, const auto& b) { return a < b; });
using at_least = decltype([](const auto& a, const auto& b) { return a >= b; });
using negated = decltype([](const auto& a) { return -a; });
using inverted = decltype([](const auto& a) { return ~a; });
using both = decltype([](const auto& a, const auto& b) { return a && b; });
using either = decltype([](const auto& a, const auto& b) { return a || b; });
using opposite = decltype([](const auto& a) { return !a; });

// Several nodes in one loop, with the same reader twice.
using polynomial = decltype([](const auto& a, const auto& b) { return (a - b) * (a + b) - a * a; });
using twice_and_three = decltype([](const auto& a) { return a * 2 + 3; });

template <class A, class B>
void add_basic(std::vector<operation>& all) {
  add<plus, A, B>(all, "add");
  add<minus, A, B>(all, "subtract");
  add<times, A, B>(all, "multiply");
  add<divided, A, B>(all, "divide");
}
template <class A, class B>
void add_comparisons(std::vector<operation>& all) {
  add<equals, A, B>(all, "equal");
  add<less, A, B>(all, "less");
}
template <class A, class B>
void add_meeting(std::vector<operation>& all) {
  add_basic<A, B>(all);
  add_comparisons<A, B>(all);
}
template <class T>
void add_number(std::vector<operation>& all) {
  add_meeting<T, T>(all);
  add<remainder, T, T>(all, "remainder");
  add<at_least, T, T>(all, "at_least");
  add<negated, T>(all, "negative");
  add<polynomial, T, T>(all, "polynomial");
  add<twice_and_three, T>(all, "twice_and_three");
}
template <class T>
void add_integer(std::vector<operation>& all) {
  add_number<T>(all);
  add<bit_and, T, T>(all, "and");
  add<bit_or, T, T>(all, "or");
  add<bit_xor, T, T>(all, "xor");
  add<inverted, T>(all, "invert");
}

}  // namespace

void add_arithmetic(std::vector<operation>& all) {
  add_integer<std::int8_t>(all);
  add_integer<std::int32_t>(all);
  add_integer<std::uint64_t>(all);
  add_number<float>(all);
  add_number<double>(all);

  add_meeting<std::int8_t, std::uint8_t>(all);
  add_meeting<std::int32_t, std::uint32_t>(all);
  add_meeting<std::uint32_t, std::int64_t>(all);
  add_meeting<std::int16_t, float>(all);
  add_meeting<std::int64_t, double>(all);
  add_meeting<double, std::uint64_t>(all);
  add_meeting<float, double>(all);
  add_meeting<bool, std::int32_t>(all);
  add_meeting<double, bool>(all);
  add_comparisons<std::int64_t, std::uint64_t>(all);
  add_comparisons<std::uint64_t, std::int8_t>(all);

  add<plus, bool, bool>(all, "add");
  add<times, bool, bool>(all, "multiply");
  add<bit_and, bool, bool>(all, "and");
  add<bit_xor, bool, bool>(all, "xor");
  add<both, bool, bool>(all, "and");
  add<either, bool, bool>(all, "or");
  add<opposite, bool>(all, "not");
  add<equals, bool, bool>(all, "equal");

  using complex = std::complex<double>;
  add<plus, complex, complex>(all, "add");
  add<minus, complex, double>(all, "subtract");
  add<divided, complex, complex>(all, "divide");
  add<equals, complex, complex>(all, "equal");
}

}  // namespace differential
