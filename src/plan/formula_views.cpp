// SPDX-License-Identifier: BSL-1.0
// Calls views and products by their names. The parameters of a function tell how its arguments are read.
#include <ravel/base/error.hpp>
#include <ravel/plan/rearrange.hpp>
#include <ravel/plan/search.hpp>
#include <ravel/plan/selection.hpp>
#include <ravel/plan/verbs.hpp>
#include <ravel/plan/views.hpp>
#include "plan/formula_verbs.hpp"

namespace ravel::detail {

namespace {

// Arguments of views are not limited: no memory depends on them.
template <class Parameter>
auto view_argument(const formula_value& x) {
  if constexpr (std::same_as<Parameter, index_arg>) {
    return integer_argument(x);
  } else if constexpr (std::same_as<Parameter, ints>) {
    const auto list = integers_argument(x);
    return list ? std::optional(ints(*list)) : std::nullopt;
  } else if constexpr (std::same_as<Parameter, selection>) {
    const auto list = integers_argument(x);
    return list ? std::optional(selection(*list)) : std::nullopt;
  } else if constexpr (std::same_as<Parameter, planned>) {
    return is_operand(x) ? std::optional(*x.as<planned>()) : std::nullopt;
  } else if constexpr (std::same_as<Parameter, planned_length>) {
    return length_argument(x);
  } else {
    return shape_argument(x);
  }
}

template <auto F, class... Parameters>
std::optional<planned> call_view(const formula_call& call, planned (*)(const planned&, Parameters...)) {
  if (call.all().size() != 1 + sizeof...(Parameters)) return std::nullopt;
  return [&]<std::size_t... K>(std::index_sequence<K...>) -> std::optional<planned> {
    const std::tuple given{view_argument<std::remove_cvref_t<Parameters>>(call.all()[K + 1])...};
    if (!(std::get<K>(given).has_value() && ...)) return std::nullopt;
    return F(call.operand(0), *std::get<K>(given)...);
  }(std::index_sequence_for<Parameters...>());
}

// One of several functions of a name, and how calls of it are written.
template <auto... F>
planned view_in_formula(const formula_call& call, std::string_view written) {
  std::optional<planned> made;
  if (call.operands() > 0) (void)((made = call_view<F>(call, F)).has_value() || ...);
  if (!made) call.refuse(text() << "is written " << written);
  return *made;
}

planned slice_of(const planned& x, index_arg axis, const planned_length& start, const planned_length& count) {
  return slice(x, axis, start, count);
}

planned take_planned(const planned& x, index_arg axis, const planned& positions) { return record_take(x, axis, positions); }
planned compress_all(const planned& x, const planned& mask) { return record_compress(x, mask); }
planned compress_along(const planned& x, const planned& mask, index_arg axis) { return record_compress(x, mask, axis); }
planned take_along(const planned& x, const planned& positions, index_arg axis) { return record_take_along_axis(x, positions, axis); }
planned diagonal_of(const planned& x, index_arg a, index_arg b, index_arg by) { return diagonal(x, a, b, by); }
planned main_diagonal(const planned& x) { return diagonal(x); }
planned rot90_once(const planned& x) { return rot90(x); }
planned rot90_times(const planned& x, index_arg times) { return rot90(x, times); }
planned index_of_values(const planned& x, const planned& values) { return record_index_of(x, values); }
planned membership_of(const planned& x, const planned& values) { return record_membership(x, values); }

#define RAVEL_VIEW(name, written, ...) \
  planned name##_in_formula(const formula_call& call) { return view_in_formula<__VA_ARGS__>(call, written); }
using planned_view = planned (*)(const planned&);
using planned_view_of_axes = planned (*)(const planned&, const ints&);
RAVEL_VIEW(transpose, "transpose(x) or transpose(x, {1, 0})", static_cast<planned_view>(&transpose),
           static_cast<planned_view_of_axes>(&transpose))
RAVEL_VIEW(flip, "flip(x) or flip(x, {0, 1})", static_cast<planned_view>(&flip), static_cast<planned_view_of_axes>(&flip))
RAVEL_VIEW(swap_axes, "swap_axes(x, 0, 1)", static_cast<planned (*)(const planned&, index_arg, index_arg)>(&swap_axes))
RAVEL_VIEW(select, "select(x, axis, position)", static_cast<planned (*)(const planned&, index_arg, index_arg)>(&select))
RAVEL_VIEW(slice, "slice(x, axis, start, count) or slice(x, axis, start, count, step)", &slice_of,
           static_cast<planned (*)(const planned&, index_arg, const planned_length&, const planned_length&, index_arg)>(&slice))
RAVEL_VIEW(take, "take(x, axis, {2, 0}) or take(x, axis, positions)",
           static_cast<planned (*)(const planned&, index_arg, const selection&)>(&take), &take_planned)
RAVEL_VIEW(compress, "compress(x, mask) or compress(x, mask, axis)", &compress_all, &compress_along)
RAVEL_VIEW(take_along_axis, "take_along_axis(x, positions, axis)", &take_along)
RAVEL_VIEW(argfilter, "argfilter(mask)", static_cast<planned_view>(&argfilter))
RAVEL_VIEW(nonzero, "nonzero(mask)", static_cast<planned_view>(&nonzero))
RAVEL_VIEW(unique, "unique(x)", static_cast<planned_view>(&unique))
RAVEL_VIEW(index_of, "index_of(x, values)", &index_of_values)
RAVEL_VIEW(membership, "membership(x, values)", &membership_of)
RAVEL_VIEW(diagonal, "diagonal(x) or diagonal(x, 0, 1, 0)", &main_diagonal, &diagonal_of)
RAVEL_VIEW(tile, "tile(x, {2, 3})", static_cast<planned_view_of_axes>(&tile))
RAVEL_VIEW(rotate, "rotate(x, {1, 0})", static_cast<planned_view_of_axes>(&rotate))
RAVEL_VIEW(rot90, "rot90(x), rot90(x, 2) or rot90(x, 1, 0, 1)", &rot90_once, &rot90_times,
           static_cast<planned (*)(const planned&, index_arg, index_arg, index_arg)>(&rot90))
RAVEL_VIEW(reshape, "reshape(x, [n 3])", static_cast<planned (*)(const planned&, const planned_shape&)>(&reshape))
RAVEL_VIEW(broadcast, "broadcast(x, [n 3])", static_cast<planned (*)(const planned&, const planned_shape&)>(&broadcast))
RAVEL_VIEW(flat, "flat(x)", static_cast<planned_view>(&flat))
RAVEL_VIEW(squeeze, "squeeze(x) or squeeze(x, axis)", static_cast<planned_view>(&squeeze),
           static_cast<planned (*)(const planned&, index_arg)>(&squeeze))
RAVEL_VIEW(new_axis, "new_axis(x, axis)", static_cast<planned (*)(const planned&, index_arg)>(&new_axis))
RAVEL_VIEW(windows, "windows(x, {0, 1}, {3, 3})", static_cast<planned (*)(const planned&, const ints&, const ints&)>(&windows))
#undef RAVEL_VIEW

planned searchsorted_in_formula(const formula_call& call) {
  const auto given = call.all().subspan(call.operands());
  const auto side = given.empty() ? std::optional(search_side::left) : formula_parameter<search_side>(given[0]);
  if (call.operands() != 2 || given.size() > 1 || !side)
    call.refuse("is written searchsorted(sorted, values) or searchsorted(sorted, values, search_side::right)");
  return record_searchsorted(call.operand(0), call.operand(1), *side);
}

// 1, {1, 2}, or a list of them for the axes
std::optional<margin> margin_argument(const formula_value& x) {
  const auto both = integers_argument(x);
  if (!both || both->empty() || both->size() > 2) return std::nullopt;
  return margin(both->front(), both->back());
}
std::optional<margins> margins_argument(const formula_value& x) {
  if (const auto everywhere = integer_argument(x)) return margins(*everywhere);
  const auto* const list = x.as<formula_list>();
  if (!list) return std::nullopt;
  std::vector<margin> each;
  for (const formula_value& one : *list) {
    const auto of_axis = margin_argument(one);
    if (!of_axis) return std::nullopt;
    each.push_back(*of_axis);
  }
  return margins(each);
}
planned pad_in_formula(const formula_call& call) {
  const auto given = call.all().subspan(call.operands());
  if (const auto widths = given.empty() ? std::nullopt : margins_argument(given[0]); widths && call.operands() == 1) {
    if (given.size() == 1) return pad(call.operand(0), *widths);
    const auto* const value = given[1].as<any_scalar>();
    if (value && given.size() == 2) return pad(call.operand(0), *widths, *value);
    const auto mode = formula_parameter<pad_mode>(given[1]);
    if (mode && given.size() == 2) return pad(call.operand(0), *widths, *mode);
  }
  call.refuse("is written pad(x, {{1, 2}, {0, 0}}), pad(x, 1, 0.5) or pad(x, 1, pad_mode::edge)");
}

// concat(x, y, axis)
planned joined_in_formula(const formula_call& call, planned (*join)(along, std::vector<shared_recorded>)) {
  const auto all = call.all();
  const auto axis = all.size() < 2 ? std::nullopt : integer_argument(all.back());
  if (!axis) call.refuse(text() << "is written " << call.name() << "(x, y, axis)");
  std::vector<shared_recorded> parts;
  for (const formula_value& one : all.first(all.size() - 1)) parts.push_back(operand_of(one).step);
  return join(along(*axis), std::move(parts));
}
planned concat_in_formula(const formula_call& call) { return joined_in_formula(call, &record_concat); }
planned stack_in_formula(const formula_call& call) { return joined_in_formula(call, &record_stack); }

planned product_in_formula(const formula_call& call, const char* verb, any_tensor (*f)(const any_data&, const any_data&)) {
  if (call.all().size() != 2) call.refuse("takes 2 values");
  return record_product(verb, f, operand_of(call.all()[0]), operand_of(call.all()[1]));
}
planned matmul_in_formula(const formula_call& call) { return product_in_formula(call, "matmul", &ravel::matmul); }
planned dot_in_formula(const formula_call& call) { return product_in_formula(call, "dot", &ravel::dot); }
planned outer_in_formula(const formula_call& call) {
  if (call.all().size() != 2) call.refuse("takes 2 values");
  return record_outer(operand_of(call.all()[0]), operand_of(call.all()[1]));
}

struct named_view {
  std::string_view name;
  formula_function call;
};

}  // namespace

formula_function formula_view_named(std::string_view name) {
#define RAVEL_VIEW_ROW(view) {#view, &view##_in_formula},
  static constexpr named_view all[] = {
      RAVEL_VIEW_ROW(transpose) RAVEL_VIEW_ROW(flip) RAVEL_VIEW_ROW(swap_axes) RAVEL_VIEW_ROW(select) RAVEL_VIEW_ROW(slice)
          RAVEL_VIEW_ROW(take) RAVEL_VIEW_ROW(reshape) RAVEL_VIEW_ROW(broadcast) RAVEL_VIEW_ROW(flat) RAVEL_VIEW_ROW(squeeze)
              RAVEL_VIEW_ROW(new_axis) RAVEL_VIEW_ROW(windows) RAVEL_VIEW_ROW(concat) RAVEL_VIEW_ROW(stack) RAVEL_VIEW_ROW(matmul)
                  RAVEL_VIEW_ROW(dot) RAVEL_VIEW_ROW(outer) RAVEL_VIEW_ROW(compress) RAVEL_VIEW_ROW(take_along_axis)
                      RAVEL_VIEW_ROW(argfilter) RAVEL_VIEW_ROW(pad) RAVEL_VIEW_ROW(sum_of_product)
                          RAVEL_VIEW_ROW(mean_of_product){"argsort_by", &table_order_in_formula},
      {"group_reduce", &table_groups_in_formula},
      {"join", &table_join_in_formula},
      RAVEL_VIEW_ROW(nonzero) RAVEL_VIEW_ROW(unique) RAVEL_VIEW_ROW(index_of) RAVEL_VIEW_ROW(membership) RAVEL_VIEW_ROW(searchsorted)
          RAVEL_VIEW_ROW(diagonal) RAVEL_VIEW_ROW(tile) RAVEL_VIEW_ROW(rotate) RAVEL_VIEW_ROW(rot90)};
#undef RAVEL_VIEW_ROW
  const auto found = std::ranges::find(all, name, &named_view::name);
  return found == std::end(all) ? nullptr : found->call;
}

}  // namespace ravel::detail
