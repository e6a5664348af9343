// SPDX-License-Identifier: BSL-1.0
// The error message for parts of different sizes.
#include <ravel/base/detail/counted.hpp>
#include <ravel/base/error.hpp>
#include <ravel/lazy/interleave.hpp>

namespace ravel::detail {

void throw_uneven_parts(index_t part, index_t size, index_t first_size) {
  throw shape_error(text() << "interleave: part " << part << " has " << counted(size, "element") << " and part 0 has " << first_size
                           << ": the parts want one size");
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API reader<T> interleave_of(std::vector<source<T>>);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
