// SPDX-License-Identifier: BSL-1.0
// Error messages of the lazy layer, and the checks that give them.
#include <ravel/base/error.hpp>
#include <ravel/lazy/detail/parameter.hpp>
#include <ravel/lazy/field.hpp>
#include <ravel/lazy/fold.hpp>
#include <ravel/lazy/functions.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>

namespace ravel::detail {

void throw_crossed_bounds(const text& low, const text& high) {
  const std::string& lower = low;
  const std::string& upper = high;
  throw value_error(text() << "cannot clip to [" << lower << ", " << upper << "]: the lower bound must not be above the upper one");
}

void throw_no_member() { throw value_error("field: the pointer to the member is null"); }

void throw_fold_of_nothing() { throw value_error("fold of no readers: nothing says how many elements it has"); }

void throw_sizes_differ(index_t a, index_t b) {
  throw shape_error(text() << "operands have " << a << " and " << b << " elements: equal sizes are wanted");
}
void throw_sizes_differ(const char* operation, index_t a, index_t b) {
  throw shape_error(text() << operation << ": operands have " << a << " and " << b << " elements: equal sizes are wanted");
}
index_t agreed_size(index_t a, index_t b) {
  if (a >= 0 && b >= 0 && a != b) throw_sizes_differ(a, b);
  return a >= 0 ? a : b;
}

namespace {
template <class T>
[[noreturn]] void throw_misfit_from(T start, index_t step, index_t n, dtype type) {
  throw type_error(text() << "iota: " << counted(n, "element") << " from " << start << " in steps of " << step
                          << (n == 1 ? " does not fit " : " do not fit ") << name(type));
}
}  // namespace

void throw_iota_misfit(std::int64_t start, index_t step, index_t n, dtype type) { throw_misfit_from(start, step, n, type); }
void throw_iota_misfit(std::uint64_t start, index_t step, index_t n, dtype type) { throw_misfit_from(start, step, n, type); }

void throw_position_misfit(index_t position, index_t most, dtype type) {
  throw type_error(text() << "the function takes positions as " << name(type) << ", which holds them up to " << most
                          << " only, and would be called with " << position << ": let it take an index_t");
}

}  // namespace ravel::detail
