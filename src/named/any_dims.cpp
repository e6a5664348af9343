// SPDX-License-Identifier: BSL-1.0
// Dims of expressions of run-time types: each change is that of the typed expression, on any_tensor.
#include <ravel/any/views.hpp>
#include <ravel/named/any_dims.hpp>

namespace ravel::detail {

template RAVEL_API any_named expanded(const any_named&, const std::vector<sized_dim>&);
template RAVEL_API any_named renamed(const any_named&, const dim&, const dim&);
template RAVEL_API std::vector<any_named> split_along(const any_named&, const dim&, std::vector<sized_dim>);
template RAVEL_API any_named joined_along(const std::vector<any_named>&, const joined_parts&);

}  // namespace ravel::detail
