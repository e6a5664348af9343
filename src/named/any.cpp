// SPDX-License-Identifier: BSL-1.0
// Contractions for run-time types, computed in few types.
#include <ravel/any/any_scalar.hpp>
#include <ravel/named/any_verbs.hpp>
#include <ravel/named/einsum.hpp>
#include "any/typed.hpp"

#include <algorithm>

namespace ravel {

namespace detail {

any_tensor einsum_any(std::string_view subscripts, std::span<const any_tensor> operands) {
  if (operands.empty()) throw value_error("einsum of no operands: there must be at least 1");
  dtype joined = any_data(operands[0]).values.dtype();
  const bool is_one_type =
      std::ranges::all_of(operands, [&](const any_tensor& x) { return any_data(x).values.dtype() == joined; });  // a common type is kept
  for (const any_tensor& x : operands.subspan(is_one_type ? operands.size() : 1)) {
    const dtype type = any_data(x).values.dtype();
    check_no_text("einsum", type);
    const std::optional<dtype> both = ravel::promote(joined, type);
    if (!both) throw_no_operation("einsum", joined, type);
    joined = *both;
  }
  check_no_text("einsum", joined);
  return with_wide_type(kind_of(joined) <= element_kind::integer ? sum_type(joined) : joined, [&](auto of) -> any_tensor {
    using S = typename decltype(of)::type;
    std::vector<tensor<const S>> typed;
    for (const any_tensor& x : operands) typed.push_back(as<S>(operand_as(any_data(x).values, dtype_of<S>())));
    return einsum_of<S>(subscripts, typed);
  });
}

}  // namespace detail
}  // namespace ravel
