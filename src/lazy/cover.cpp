// SPDX-License-Identifier: BSL-1.0
// Looking through stored values, for every element type.
#include <ravel/lazy/detail/cover.hpp>

namespace ravel::detail {

void cover::add(const cover& more) {
  about = about_both(about, more.about);
  leaves.insert(leaves.end(), more.leaves.begin(), more.leaves.end());
}

cover cover_search::next_leaf(index_t about) { return {about, {leaf++}}; }

#define RAVEL_INSTANTIATE(T) template RAVEL_API bool stored_finite(const node<T>&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
