// SPDX-License-Identifier: BSL-1.0
// concat and stack: converts the parts to one type, then calls the typed operation.
#include <ravel/any/concat.hpp>
#include "any/typed.hpp"

namespace ravel {

namespace {

// The type of all parts, or their promoted type.
dtype joined_type(const char* operation, std::span<const any_tensor> parts) {
  if (parts.empty()) throw value_error(detail::text() << operation << " of no tensors: there is no shape for the result");
  dtype joined = parts.front().dtype();
  bool alike = true;
  for (const any_tensor& part : parts) alike = alike && part.dtype() == joined;
  for (const any_tensor& part : parts.subspan(alike ? parts.size() : 1)) {
    const auto met = promote(joined, part.dtype());
    if (!met) detail::throw_no_operation(operation, joined, part.dtype());
    joined = *met;
  }
  return joined;
}

template <class Join>
any_tensor joined(const char* operation, std::span<const any_tensor> parts, Join join) {
  return detail::with_held_type(joined_type(operation, parts), [&](auto type) {
    using T = typename decltype(type)::type;
    detail::tensors<T> typed;
    for (const any_tensor& part : parts) typed.push_back(as<T>(detail::operand_as(part, dtype_of<T>())));
    return any_tensor(join(typed));
  });
}

}  // namespace

any_tensor concat(along axis, std::span<const any_tensor> parts) {
  return joined("concat", parts, [&](const auto& typed) { return detail::concat_tensors(typed, axis.axis); });
}
any_tensor stack(along axis, std::span<const any_tensor> parts) {
  return joined("stack", parts, [&](const auto& typed) { return detail::stack_tensors(typed, axis.axis); });
}

}  // namespace ravel
