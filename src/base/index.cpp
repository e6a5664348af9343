// SPDX-License-Identifier: BSL-1.0
// The messages of checked index arithmetic. They are out of line so that the inlined checks stay small.
#include <ravel/base/error.hpp>
#include <ravel/base/index.hpp>
#include <ravel/base/random.hpp>

namespace ravel::detail {

void throw_index_overflow(const char* operation, index_t a, index_t b) {
  throw overflow_error(text() << a << " " << operation << " " << b << " is beyond the limit of 2^62 for sizes and positions");
}

void throw_position(index_t position, index_t size) {
  throw index_error(text() << "position " << position << " is outside [0, " << size << ")");
}

void throw_range(index_t start, index_t count, index_t size) {
  if (count < 0) throw_negative("count", count);
  throw index_error(text() << counted(count, "element") << " from position " << start << (count == 1 ? " does" : " do")
                           << " not lie inside [0, " << size << ")");
}

void throw_negative(const char* what, index_t value) { throw value_error(text() << what << " " << value << " is negative"); }

void throw_negative_or_zero_divisor(index_t by) { throw value_error(text() << "cannot divide by " << by << ": a divider is at least 1"); }

void throw_beyond_limit(const char* what, index_t value) {
  throw overflow_error(text() << what << " " << value << " is beyond the limit of 2^62");
}

void throw_none_below(index_t n) { throw value_error(text() << "there is no integer from 0 up that is below " << n << " to draw"); }

void throw_integer_too_large(unsigned long long value) {
  throw overflow_error(text() << value << " is beyond the limit of 2^62 for sizes and positions");
}

}  // namespace ravel::detail
