// SPDX-License-Identifier: BSL-1.0
// concat and stack: converts the parts to one type.
#include <ravel/any/views.hpp>
#include "any/typed.hpp"

namespace ravel {

dtype detail::joined_type(const char* operation, std::span<const any_tensor> parts) {
  if (parts.empty()) throw value_error(text() << operation << " of no tensors: there is no shape for the result");
  dtype joined = parts.front().dtype();
  bool alike = true;
  for (const any_tensor& part : parts) alike = alike && part.dtype() == joined;
  for (const any_tensor& part : parts.subspan(alike ? parts.size() : 1)) {
    const auto met = ravel::promote(joined, part.dtype());
    if (!met) throw_no_operation(operation, joined, part.dtype());
    joined = *met;
  }
  return joined;
}

namespace {

template <class Join>
any_tensor joined(const char* operation, std::span<const any_tensor> parts, Join join) {
  const dtype type = detail::joined_type(operation, parts);
  std::vector<detail::shared_untyped> nodes;
  for (const any_tensor& part : parts) nodes.push_back(any_tensor_access::shared(detail::operand_as(part, type)));
  return any_tensor_access::wrap(type, false, join(std::move(nodes)));
}

}  // namespace

any_tensor concat(along axis, std::span<const any_tensor> parts) {
  return joined("concat", parts, [&](const auto& nodes) { return detail::concat_nodes(nodes, axis.axis); });
}
any_tensor stack(along axis, std::span<const any_tensor> parts) {
  return joined("stack", parts, [&](auto nodes) { return detail::stack_nodes(std::move(nodes), axis.axis); });
}

}  // namespace ravel
