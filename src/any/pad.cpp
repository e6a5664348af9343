// SPDX-License-Identifier: BSL-1.0
// pad, by a change of the map or by the typed operation.
#include <ravel/any/pad.hpp>
#include "any/typed.hpp"

namespace ravel {

namespace {

template <class Value>
any_tensor padded_by(const any_tensor& x, const margins& widths, Value value) {
  return visit_held(x, [&]<class T>(const tensor<const T>& t) { return any_tensor(pad(t, widths, value(std::type_identity<T>()))); });
}

}  // namespace

any_tensor pad(const detail::any_held& x, const margins& widths, const any_scalar& value) {
  return padded_by(x.values, widths, [&]<class T>(std::type_identity<T>) { return detail::fitting_value<T>(value); });
}
any_tensor pad(const detail::any_held& x, const margins& widths) {
  return padded_by(x.values, widths, []<class T>(std::type_identity<T>) { return T(); });
}
any_tensor pad(const detail::any_held& x, const margins& widths, pad_mode mode) {
  const any_tensor view = detail::viewed_any(x.values, [&](const dims& map) { return detail::padded(map, widths, mode); });
  return visit_held(view, [](const auto& t) { return any_tensor(t); });
}

}  // namespace ravel
