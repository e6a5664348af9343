// SPDX-License-Identifier: BSL-1.0
// where and clip: one typed operation for each type in which the two sides meet.
#include <ravel/any/detail/typed.hpp>

namespace ravel::detail {

any_tensor choose_any(const any_operand& mask, const any_operand& a, const any_operand& b) {
  if (mask.dtype() != dtype::bool_) throw_no_operation("where with a mask", mask.dtype());
  if (is_text(a.dtype()) && is_text(b.dtype())) {
    const auto side = [](const any_operand& x) { return as<std::string>(operand_as(x, dtype::string)); };
    return where(as<bool>(operand_as(mask, dtype::bool_)), side(a), side(b));
  }
  const met_types types = meet(a, b);
  if (!types.meet) throw_no_operation("where", types.a, types.b);
  const bool bools = types.a == dtype::bool_ && types.b == dtype::bool_;
  const dtype type = bools ? dtype::bool_ : *types.meet;
  const tensor<const bool> marks = as<bool>(operand_as(mask, dtype::bool_));
  const any_tensor x = operand_as(taking_part(a, types.a), type), y = operand_as(taking_part(b, types.b), type);
  const auto chosen = [&](auto of) -> any_tensor {
    using T = typename decltype(of)::type;
    if constexpr (std::same_as<T, bool> || std::same_as<T, promote_t<T>>) {
      return where(marks, as<T>(x), as<T>(y));
    } else {
      throw_no_operation("where", types.a, types.b);
    }
  };
  return with_type(type, chosen);
}

any_tensor clip_any(const any_operand& x, const any_operand& low, const any_operand& high) {
  if (low.scalar && high.scalar && !(*low.scalar <= *high.scalar))
    throw_crossed_bounds(scalar_text(*low.scalar), scalar_text(*high.scalar));
  return apply_any(any_pair::minimum, apply_any(any_pair::maximum, x, low), high);
}

}  // namespace ravel::detail
