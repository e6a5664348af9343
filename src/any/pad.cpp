// SPDX-License-Identifier: BSL-1.0
// pad, by a change of the map or by pieces.
#include <ravel/any/views.hpp>
#include "any/typed.hpp"

namespace ravel {

any_tensor pad(const detail::any_held& x, const margins& widths, const any_scalar& value) {
  const dtype type = x.values.dtype();
  const any_tensor rest = detail::operand_as(detail::fitting_scalar(value, type), type);
  return any_tensor_access::wrap(type, false,
                                 detail::padded_node(any_tensor_access::shared(x.values), widths, any_tensor_access::node(rest).base()));
}
any_tensor pad(const detail::any_held& x, const margins& widths) {
  return pad(x, widths, detail::is_text(x.values.dtype()) ? any_scalar(std::string()) : any_scalar(false));
}

}  // namespace ravel
