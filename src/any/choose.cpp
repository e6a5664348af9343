// SPDX-License-Identifier: BSL-1.0
// where and clip: one typed operation per common type of the two sides. If the mask is a comparison in that type, comparison and choice are
// one loop.
#include "any/loop_node.hpp"
#include "any/typed.hpp"

#include <algorithm>

namespace ravel::detail {

namespace {

template <class Compares, class T>
[[gnu::always_inline]] inline void choose(T* out, index_t n, const T* x, const T* y, const T* a, const T* b) {
  RAVEL_INDEPENDENT
  for (index_t i = 0; i < n; ++i) {
    const T first = a[i], second = b[i];
    out[i] = Compares{}(x[i], y[i]) ? first : second;
  }
}

// Compiled for several instruction sets and the types of choices. `greater` swaps the compared operands; `differs` swaps the choices of
// equals.
#define RAVEL_LOOPS(T)                                                                                           \
  RAVEL_KERNEL_V3 void loops(int operation, T* out, index_t n, const T* x, const T* y, const T* a, const T* b) { \
    switch (static_cast<any_pair>(operation)) {                                                                  \
      case any_pair::less:                                                                                       \
        return choose<less>(out, n, x, y, a, b);                                                                 \
      case any_pair::less_equal:                                                                                 \
        return choose<less_equal>(out, n, x, y, a, b);                                                           \
      default:                                                                                                   \
        return choose<equals>(out, n, x, y, a, b);                                                               \
    }                                                                                                            \
  }
RAVEL_FOR_EACH_CHOSEN(RAVEL_LOOPS)
#undef RAVEL_LOOPS

bool stands_beside(const any_operand& x, const tensor<const bool>& mask) { return x.scalar || x.values.shape() == mask.shape(); }
template <class T>
loop_operand side_of(const any_operand& x, const shape& extents) {
  if (x.scalar) return loop_operand_of(cast_value<T>(*x.scalar), extents);
  return loop_operand_of(as<T>(operand_as(x, dtype_of<T>())), extents);
}

// Fuses to one loop, if the mask is a comparison of elements of T that is not computed yet.
template <class T>
std::optional<any_tensor> choose_by_comparison(const tensor<const bool>& mask, const any_operand& x, const any_operand& y) {
  if (!stands_beside(x, mask) || !stands_beside(y, mask)) return std::nullopt;
  auto by = comparison_behind<T>(mask);
  if (!by) return std::nullopt;
  const shape extents = mask.shape();
  auto a = side_of<T>(x, extents), b = side_of<T>(y, extents);
  if (by->how == any_pair::greater || by->how == any_pair::greater_equal) {
    by->how = by->how == any_pair::greater ? any_pair::less : any_pair::less_equal;
    std::swap(by->x, by->y);
  } else if (by->how == any_pair::differs) {
    by->how = any_pair::equals;
    std::swap(a, b);
  }
  const block_loop<T, T, T, T, T> loop{
      .run = loops, .operation = static_cast<int>(by->how), .tile = tile_function::chosen, .compared = tile_function_of(by->how)};
  return looped<T>(loop, extents, loop_operands_of(std::move(by->x), std::move(by->y), std::move(a), std::move(b)));
}

template <class T>
void choose_by_mask(int, T* out, index_t n, const bool* mask, const T* a, const T* b) {
  const leaf_cursor<bool> is{mask};
  RAVEL_INDEPENDENT
  for (index_t i = 0; i < n; ++i) {
    const T first = a[i], second = b[i];
    out[i] = is(i) ? first : second;
  }
}

// Whether the truth values of a call may be those of a program of elements of T.
template <class T>
bool may_run_with(const loop_call& call) {
  return call.is_tree() || of_bits(call.loop().tile) || (gives_truth(call.loop().tile) && call.operands()[0].type().dtype == dtype_of<T>());
}

// A loop by a mask that a tree computes, so that all may run as one program.
template <class T>
std::optional<any_tensor> choose_by_tree(const tensor<const bool>& mask, const any_operand& x, const any_operand& y) {
  const loop_node<bool>* const node = loop_behind(mask);
  if (!node || node->sparse() || !may_run_with<T>(*node)) return std::nullopt;
  if (!stands_beside(x, mask) || !stands_beside(y, mask)) return std::nullopt;
  const shape extents = mask.shape();
  return looped<T>(block_loop<T, bool, T, T>{.run = choose_by_mask<T>, .tile = tile_function::chosen}, extents,
                   loop_operands_of(loop_operand_of(mask, extents), side_of<T>(x, extents), side_of<T>(y, extents)));
}

}  // namespace

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
  const taking_part taking_a(a, types.a), taking_b(b, types.b);
  const any_operand &x = taking_a.operand(), &y = taking_b.operand();
  const auto chosen = [&](auto of) -> any_tensor {
    using T = typename decltype(of)::type;
    if constexpr (std::same_as<T, bool> || std::same_as<T, promote_t<T>>) {
      if constexpr (real_number<T>) {
        if (const auto made = choose_by_comparison<T>(marks, x, y)) return *made;
        if (const auto made = choose_by_tree<T>(marks, x, y)) return *made;
      }
      return where(marks, as<T>(operand_as(x, type)), as<T>(operand_as(y, type)));
    } else {
      throw_no_operation("where", types.a, types.b);
    }
  };
  return with_type(type, chosen);
}

any_tensor clip_any(const any_operand& x, const any_operand& low, const any_operand& high) {
  if (low.scalar && high.scalar && !(*low.scalar <= *high.scalar))
    throw_crossed_bounds(scalar_text(*low.scalar), scalar_text(*high.scalar));
  const any_tensor raised = apply_any(any_pair::maximum, x, low);
  if (high.scalar && !x.scalar) (void)apply_any(any_pair::minimum, x, high);  // throws if it does not fit the elements of x, as low must
  return apply_any(any_pair::minimum, raised, high);
}

}  // namespace ravel::detail
