// SPDX-License-Identifier: BSL-1.0
// The error message for a write whose result would depend on its order.
#include <ravel/base/detail/counted.hpp>
#include <ravel/base/error.hpp>
#include <ravel/lazy/select.hpp>

namespace ravel::detail {

void throw_written_twice() {
  throw layout_error("the selection holds a position twice, and only one value can be written there: write the elements one by one");
}

void check_mask_size(index_t mask, index_t size) {
  if (mask != size) throw shape_error(text() << "a mask of " << counted(mask, "element") << " does not fit a reader of " << size);
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API source<T> select_of(const source<T>&, const selection&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
