// SPDX-License-Identifier: BSL-1.0
// The messages of integer arithmetic, out of line so that the loops around the checks stay small.
#include <ravel/base/error.hpp>
#include <ravel/element/detail/arithmetic.hpp>

namespace ravel::detail {

namespace {

template <class I>
text operation(I a, char sign, I b) {
  text written;
  written << a << " " << std::string_view(&sign, 1) << " " << b;
  return written;
}

template <class I>
[[noreturn]] void refuse_division(I a, char sign, I b, dtype type) {
  if (b == 0) throw value_error(operation(a, sign, b) << ": an integer cannot be divided by zero");
  throw value_error(operation(a, sign, b) << ": the quotient does not fit " << name(type));
}

template <class I>
[[noreturn]] void refuse_overflow(I a, char sign, I b, dtype type) {
  throw overflow_error(operation(a, sign, b) << " does not fit " << name(type));
}

template <class I>
[[noreturn]] void refuse_shift(I by, dtype type) {
  throw value_error(text() << "a shift by " << by << " of " << name(type) << ": it must be in [0, " << 8 * size_of(type) << ")");
}

}  // namespace

void throw_shift(std::int64_t by, dtype type) { refuse_shift(by, type); }
void throw_shift(std::uint64_t by, dtype type) { refuse_shift(by, type); }
void throw_division(std::int64_t a, char sign, std::int64_t b, dtype type) { refuse_division(a, sign, b, type); }
void throw_division(std::uint64_t a, char sign, std::uint64_t b, dtype type) { refuse_division(a, sign, b, type); }
void throw_arithmetic_overflow(std::int64_t a, char sign, std::int64_t b, dtype type) { refuse_overflow(a, sign, b, type); }
void throw_arithmetic_overflow(std::uint64_t a, char sign, std::uint64_t b, dtype type) { refuse_overflow(a, sign, b, type); }

}  // namespace ravel::detail
