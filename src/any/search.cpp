// SPDX-License-Identifier: BSL-1.0
// searchsorted, one typed search for each two of the types that have the values of all.
#include <ravel/any/detail/typed.hpp>
#include <ravel/any/search.hpp>
#include <ravel/tensor/lookup.hpp>

namespace ravel {

tensor<index_t> searchsorted(const detail::any_data& sorted, const detail::any_data& values, search_side side) {
  detail::only_axis("searchsorted", sorted.values.shape());
  return detail::visit_widened<tensor<index_t>>(sorted.values, [&](const auto& s) {
    return detail::visit_widened<tensor<index_t>>(values.values, [&](const auto& v) -> tensor<index_t> {
      using S = typename std::remove_cvref_t<decltype(s)>::value_type;
      using V = typename std::remove_cvref_t<decltype(v)>::value_type;
      if constexpr (complex_element<S> || complex_element<V>) {
        detail::throw_no_operation("searchsorted", dtype_of<S>(), dtype_of<V>());
      } else {
        return searchsorted(s, v, side);
      }
    });
  });
}

}  // namespace ravel
