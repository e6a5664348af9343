// SPDX-License-Identifier: BSL-1.0
// concat(i, a(i1, k), b(i2, k)) joins expressions along a new dim. Each part contributes the one dim that no other part has, of any extent.
// stack(i, a(k), b(k)) makes a dim that numbers the parts. Parts are arguments or a list, such as the result of split. Nothing is copied.
// The parts broadcast over the union of their other dims, whose extents may be stated later.
#pragma once

#include <ravel/lazy/sources.hpp>
#include <ravel/named/elementwise.hpp>
#include <ravel/tensor/concat.hpp>

namespace ravel {

namespace detail {

// The joined dim, and the dim of each part that it replaces, which has extent 1 for stack.
struct joined_parts {
  dim along;
  loops own;
  form whole;
};
RAVEL_API joined_parts plan_concat(const dim& along, const std::vector<const form*>& parts);
RAVEL_API joined_parts plan_stack(const dim& along, const std::vector<const form*>& parts);

// Calls f(part, lowering) with the loops of each part, and where its values are taken.
RAVEL_API void each_part_lowering(const joined_parts& plan, const lowering& to, function_ref<void(std::size_t, const lowering&)> f);
// The shapes after broadcasting, except along the joined axis, where each part keeps its extent.
RAVEL_API std::vector<shape> joint_shapes(std::vector<shape> made, const joined_parts& plan, const lowering& to);
RAVEL_API index_t joined_axis(const joined_parts& plan, const lowering& to);

template <class E>
class joined_node final : public node_in<E> {
 public:
  joined_node(const std::vector<E>& parts, const joined_parts& plan) : node_in<E>(plan.whole), parts_(parts), plan_(plan) {}

  values_in<E> lower(const lowering& to) const override {
    std::vector<values_in<E>> made;
    std::vector<shape> shapes;
    each_part_lowering(plan_, to, [&](std::size_t k, const lowering& inside) {
      made.push_back(parts_[k].lower(inside));
      shapes.push_back(made.back().shape());
    });
    shapes = joint_shapes(std::move(shapes), plan_, to);
    for (std::size_t k = 0; k < made.size(); ++k) made[k] = stretched_out(made[k], shapes[k]);
    return concat(along(joined_axis(plan_, to)), made);
  }

 private:
  std::vector<E> parts_;
  joined_parts plan_;
};

template <class E>
E joined_along(const std::vector<E>& parts, const joined_parts& plan) {
  const E all = named_access::make<E, joined_node<E>>(parts, plan);
  return plan.whole.known() && !plan.whole.may_miss ? E(bound(values_of(all))) : all;
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) extern template RAVEL_API named<T> joined_along(const std::vector<named<T>>&, const joined_parts&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

template <class E>
std::vector<const form*> forms_of(const std::vector<E>& parts) {
  std::vector<const form*> all;
  for (const E& part : parts) all.push_back(&part.of());
  return all;
}

// Expressions of one type whose number is known at run time.
template <class Parts>
concept named_range = contiguous<const Parts> && is_named<std::ranges::range_value_t<const Parts>>;

// True if the range owns its elements.
template <std::ranges::range X>
  requires is_named<std::ranges::range_value_t<X>>
inline constexpr bool range_of_readers<X> = true;

template <named_range Parts>
auto named_of_all(const Parts& parts) {
  std::vector<named<named_value_t<std::ranges::range_value_t<const Parts>>>> all;
  for (const auto& part : parts) all.push_back(part);
  return all;
}

}  // namespace detail

template <class... Es>
  requires((detail::named_operand<Es> && ...) && requires { typename detail::joined_element_t<detail::named_value_t<Es>...>; })
[[nodiscard]] auto concat(const dim& along, const Es&... parts) {
  using T = detail::joined_element_t<detail::named_value_t<Es>...>;
  const std::vector<named<T>> given{detail::as_elements<T>(parts)...};
  return detail::joined_along(given, detail::plan_concat(along, detail::forms_of(given)));
}
template <detail::named_range Parts>
[[nodiscard]] auto concat(const dim& along, const Parts& parts) {
  const auto given = detail::named_of_all(parts);
  return detail::joined_along(given, detail::plan_concat(along, detail::forms_of(given)));
}

template <class... Xs>
  requires(detail::has_dims<Xs> || ...)
void concat(const struct along& axis, const Xs&... parts) = delete;  // along a dim: concat(i, a(i1), b(i2)); of tensors: order(e, i, j)

template <class... Es>
  requires((detail::named_operand<Es> && ...) && requires { typename detail::joined_element_t<detail::named_value_t<Es>...>; })
[[nodiscard]] auto stack(const dim& along, const Es&... parts) {
  using T = detail::joined_element_t<detail::named_value_t<Es>...>;
  const std::vector<named<T>> given{detail::as_elements<T>(parts)...};
  return detail::joined_along(given, detail::plan_stack(along, detail::forms_of(given)));
}
template <class... Xs>
  requires(detail::has_dims<Xs> || ...)
void stack(const struct along& axis, const Xs&... parts) = delete;  // along a dim: stack(i, a, b); of tensors: order(e, i, j)
template <detail::named_range Parts>
[[nodiscard]] auto stack(const dim& along, const Parts& parts) {
  const auto given = detail::named_of_all(parts);
  return detail::joined_along(given, detail::plan_stack(along, detail::forms_of(given)));
}

}  // namespace ravel
