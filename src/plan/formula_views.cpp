// SPDX-License-Identifier: BSL-1.0
// Calls views and products by their names. The parameters of a function tell how its arguments are read.
#include <ravel/base/error.hpp>
#include <ravel/plan/verbs.hpp>
#include <ravel/plan/views.hpp>
#include "plan/formula_value.hpp"

#include <algorithm>

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

template <class... Parameters, class F>
std::optional<planned> call_view(formula_types<Parameters...>, const formula_call& call, const F& view) {
  if (call.all().size() != 1 + sizeof...(Parameters)) return std::nullopt;
  return [&]<std::size_t... K>(std::index_sequence<K...>) -> std::optional<planned> {
    const std::tuple given{view_argument<Parameters>(call.all()[K + 1])...};
    if (!(std::get<K>(given).has_value() && ...)) return std::nullopt;
    return view(call.operand(0), *std::get<K>(given)...);
  }(std::index_sequence_for<Parameters...>());
}

template <class... Parameters>
using takes = formula_types<Parameters...>;

// A view, what its forms take, and how calls of it are written.
template <class... Forms, class F>
planned view_in_formula(const formula_call& call, std::string_view written, const F& view) {
  std::optional<planned> made;
  if (call.operands() > 0) (void)((made = call_view(Forms(), call, view)).has_value() || ...);
  if (!made) call.refuse(text() << "is written " << written);
  return *made;
}

planned searchsorted_in_formula(const formula_call& call) {
  const auto given = call.all().subspan(call.operands());
  const auto side = given.empty() ? std::optional(search_side::left) : formula_parameter<search_side>(given[0]);
  if (call.operands() != 2 || given.size() > 1 || !side)
    call.refuse("is written searchsorted(sorted, values) or searchsorted(sorted, values, search_side::right)");
  return record_searchsorted(call.operand(0), call.operand(1), *side);
}

// The list of membership(x, {1, 2}), as elements of the type of x; with a real number among integers, as doubles.
std::optional<planned> elements_argument(const formula_value& x, dtype type) {
  const auto is_real = [](const formula_value& one) { return real_argument(one) && !integer_argument(one); };
  const auto* const list = x.as<formula_list>();
  if (kind_of(type) == element_kind::integer && list && std::ranges::any_of(*list, is_real)) type = dtype::float64;
  const auto values = each_of(x, [&](const formula_value& one) {
    const auto* const value = one.as<any_scalar>();
    return value ? std::optional(cast(*value, type)) : std::nullopt;
  });
  return values ? std::optional(written_out(type, {std::ssize(*values)}, *values)) : std::nullopt;
}
planned searched_in_formula(const formula_call& call, planned (*search)(const planned_argument&, const planned_argument&)) {
  if (call.all().size() == 2 && call.operands() == 2) return search(call.operand(0), call.operand(1));
  if (call.all().size() == 2 && call.operands() == 1) {
    if (const auto values = elements_argument(call.all()[1], call.operand(0).dtype())) return search(call.operand(0), *values);
  }
  call.refuse(text() << "is written " << call.name() << "(x, values) or " << call.name() << "(x, {1, 2})");
}
planned index_of_in_formula(const formula_call& call) { return searched_in_formula(call, &record_index_of); }
planned membership_in_formula(const formula_call& call) { return searched_in_formula(call, &record_membership); }

// 1, {1, 2}, or a list of them for the axes
std::optional<margin> margin_argument(const formula_value& x) {
  const auto both = integers_argument(x);
  if (!both || both->empty() || both->size() > 2) return std::nullopt;
  return margin(both->front(), both->back());
}
std::optional<margins> margins_argument(const formula_value& x) {
  if (const auto everywhere = integer_argument(x)) return margins(*everywhere);
  const auto each = each_of(x, &margin_argument);
  return each ? std::optional(margins(*each)) : std::nullopt;
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

}  // namespace

formula_function formula_view_named(std::string_view name) {
#define RAVEL_VIEW(name, written, ...)                                                                        \
  named_function {                                                                                            \
    #name, [](const formula_call& call) {                                                                     \
      return view_in_formula<__VA_ARGS__>(call, written, [](const auto&... x) { return ravel::name(x...); }); \
    }                                                                                                         \
  }
#define RAVEL_CALL(name) {#name, &name##_in_formula},
  static constexpr named_function all[] = {
      RAVEL_VIEW(transpose, "transpose(x) or transpose(x, {1, 0})", takes<>, takes<ints>),
      RAVEL_VIEW(flip, "flip(x) or flip(x, {0, 1})", takes<>, takes<ints>),
      RAVEL_VIEW(swap_axes, "swap_axes(x, 0, 1)", takes<index_arg, index_arg>),
      RAVEL_VIEW(select, "select(x, axis, position)", takes<index_arg, index_arg>),
      RAVEL_VIEW(slice, "slice(x, axis, start, count) or slice(x, axis, start, count, step)",
                 takes<index_arg, planned_length, planned_length>, takes<index_arg, planned_length, planned_length, index_arg>),
      RAVEL_VIEW(take, "take(x, axis, {2, 0}) or take(x, axis, positions)", takes<index_arg, selection>, takes<index_arg, planned>),
      RAVEL_VIEW(compress, "compress(x, mask) or compress(x, mask, axis)", takes<planned>, takes<planned, index_arg>),
      RAVEL_VIEW(take_along_axis, "take_along_axis(x, positions, axis)", takes<planned, index_arg>),
      RAVEL_VIEW(argfilter, "argfilter(mask)", takes<>),
      RAVEL_VIEW(nonzero, "nonzero(mask)", takes<>),
      RAVEL_VIEW(unique, "unique(x)", takes<>),
      RAVEL_VIEW(diagonal, "diagonal(x) or diagonal(x, 0, 1, 0)", takes<>, takes<index_arg, index_arg, index_arg>),
      RAVEL_VIEW(tile, "tile(x, {2, 3})", takes<ints>),
      RAVEL_VIEW(rotate, "rotate(x, {1, 0})", takes<ints>),
      RAVEL_VIEW(rot90, "rot90(x), rot90(x, 2) or rot90(x, 1, 0, 1)", takes<>, takes<index_arg>, takes<index_arg, index_arg, index_arg>),
      RAVEL_VIEW(reshape, "reshape(x, [n 3])", takes<planned_shape>),
      RAVEL_VIEW(broadcast, "broadcast(x, [n 3])", takes<planned_shape>),
      RAVEL_VIEW(flat, "flat(x)", takes<>),
      RAVEL_VIEW(squeeze, "squeeze(x) or squeeze(x, axis)", takes<>, takes<index_arg>),
      RAVEL_VIEW(new_axis, "new_axis(x, axis)", takes<index_arg>),
      RAVEL_VIEW(windows, "windows(x, {0, 1}, {3, 3})", takes<ints, ints>),
      {"argsort_by", &table_order_in_formula},
      {"group_reduce", &table_groups_in_formula},
      {"join", &table_join_in_formula},
      RAVEL_CALL(searchsorted) RAVEL_CALL(index_of) RAVEL_CALL(membership) RAVEL_CALL(pad) RAVEL_CALL(concat) RAVEL_CALL(stack)
          RAVEL_CALL(matmul) RAVEL_CALL(dot) RAVEL_CALL(outer) RAVEL_CALL(sum_of_product) RAVEL_CALL(mean_of_product)};
#undef RAVEL_CALL
#undef RAVEL_VIEW
  return function_named(all, name);
}

}  // namespace ravel::detail
