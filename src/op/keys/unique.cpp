// SPDX-License-Identifier: BSL-1.0
// The different elements, for the common types.
#include <ravel/op/keys/unique.hpp>

namespace ravel::detail {

template <class T>
uniques<T> told_apart_in_src(const node<T>& source) {
  if constexpr (counted_by_key<T>) {
    return told_apart_by_key(source);
  } else {
    return told_apart_in_order(source, order_in_src(source, {}));
  }
}

#define RAVEL_INSTANTIATE(T)                                                      \
  template RAVEL_API index_t count_different(const node<T>&);                     \
  template RAVEL_API counted_values<T> tallied(const node<T>&);                   \
  template RAVEL_API T commonest(const node<T>&);                                 \
  template RAVEL_API counted_values<T> commonest_first(const counted_values<T>&); \
  template RAVEL_API uniques<T> told_apart_in_src(const node<T>&);
RAVEL_FOR_EACH_SORTED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
