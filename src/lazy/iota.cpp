// SPDX-License-Identifier: BSL-1.0
// The error message for a progression that leaves its type.
#include <ravel/base/error.hpp>
#include <ravel/lazy/iota.hpp>

namespace ravel::detail {

namespace {
template <class T>
[[noreturn]] void throw_misfit_from(T start, index_t step, index_t n, dtype type) {
  throw type_error(text() << "iota: " << counted(n, "element") << " from " << start << " in steps of " << step
                          << (n == 1 ? " does not fit " : " do not fit ") << name(type));
}
}  // namespace

void throw_iota_misfit(std::int64_t start, index_t step, index_t n, dtype type) { throw_misfit_from(start, step, n, type); }
void throw_iota_misfit(std::uint64_t start, index_t step, index_t n, dtype type) { throw_misfit_from(start, step, n, type); }

}  // namespace ravel::detail
