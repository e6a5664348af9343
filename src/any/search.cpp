// SPDX-License-Identifier: BSL-1.0
// searchsorted, by one typed search for each pair of widened types; and searches for equal values, in one type for both.
#include <ravel/any/make.hpp>
#include <ravel/any/order.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op/order/sorted.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/op/search/histogram.hpp>
#include <ravel/op/search/index_of.hpp>
#include "any/typed.hpp"

namespace ravel {

namespace {

// Calls f(tensor, values in its type).
template <class F>
auto with_equals(const char* operation, const any_tensor& x, const any_tensor& values, F f) {
  const auto type = detail::exact_type(x.dtype(), values.dtype());
  if (!type)
    throw type_error(detail::text() << operation << " of " << name(x.dtype()) << " and " << name(values.dtype())
                                    << ": no type has all values of both, cast one of them");
  const any_tensor b = detail::operand_as(values, *type);
  return detail::visit_keys(detail::operand_as(x, *type),
                            [&]<class T>(const tensor<const T>& a) { return f(a, any_tensor_access::read<T>(b)); });
}

tensor<const bool> equal_to(const detail::any_data& x, const any_scalar& value) {
  return as<bool>(detail::apply_comparison(detail::any_pair::equals, x.values, value));
}

}  // namespace

std::optional<index_t> index_of(const detail::any_data& x, const any_scalar& value) { return index_of(equal_to(x, value), true); }
std::optional<index_t> last_index_of(const detail::any_data& x, const any_scalar& value) { return last_index_of(equal_to(x, value), true); }
tensor<index_t> index_of(const detail::any_data& x, const detail::any_data& values) {
  return with_equals("index_of", x.values, values.values, [](const auto& a, const auto& b) { return index_of(a, b); });
}
tensor<bool> membership(const detail::any_data& x, const detail::any_data& values) {
  return with_equals("membership", x.values, values.values, [](const auto& a, const auto& b) { return membership(a, b); });
}

selection argfilter(const detail::any_data& mask) { return argfilter(detail::mask_of("argfilter", mask)); }
tensor<index_t> nonzero(const detail::any_data& mask) { return nonzero(detail::mask_of("nonzero", mask)); }

namespace {

tensor<index_t> places_among(const char* operation, const any_tensor& sorted, const any_tensor& values, search_side side) {
  if (detail::is_text(sorted.dtype()) && detail::is_text(values.dtype()))
    return searchsorted(as<std::string>(sorted), as<std::string>(values), side);
  return detail::visit_widened<tensor<index_t>>(operation, sorted, [&](const auto& s) {
    return detail::visit_widened<tensor<index_t>>(operation, values, [&](const auto& v) -> tensor<index_t> {
      using S = typename std::remove_cvref_t<decltype(s)>::value_type;
      using V = typename std::remove_cvref_t<decltype(v)>::value_type;
      if constexpr (complex_element<S> || complex_element<V>) {
        detail::throw_no_operation(operation, dtype_of<S>(), dtype_of<V>());
      } else {
        return searchsorted(s, v, side);
      }
    });
  });
}
index_t place_among(const char* operation, const detail::any_data& sorted, const any_scalar& value, search_side side) {
  return places_among(operation, sorted.values, scalar_tensor(value), side)();
}

}  // namespace

tensor<index_t> searchsorted(const detail::any_data& sorted, const detail::any_data& values, search_side side) {
  return places_among("searchsorted", sorted.values, values.values, side);
}
index_t lower_bound(const detail::any_data& sorted, const any_scalar& value) {
  return place_among("lower_bound", sorted, value, search_side::left);
}
index_t upper_bound(const detail::any_data& sorted, const any_scalar& value) {
  return place_among("upper_bound", sorted, value, search_side::right);
}
bool binary_search(const detail::any_data& sorted, const any_scalar& value) {
  return place_among("binary_search", sorted, value, search_side::left) < place_among("binary_search", sorted, value, search_side::right);
}

}  // namespace ravel
