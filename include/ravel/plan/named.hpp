// SPDX-License-Identifier: BSL-1.0
// Axes by name on planned values: x(i, j) of a planned value is an expression with dims, order(e, j, i) a planned value again. Each call
// records views, elementwise steps and verbs; a sum over a product is a contraction, with the bits that it has of tensors. expand, split,
// concat and stack mean what they mean of tensors with names. Immutable; any thread may record.
#pragma once

#include <ravel/lazy/sources.hpp>
#include <ravel/named/any_named.hpp>
#include <ravel/named/axes.hpp>
#include <ravel/named/order.hpp>
#include <ravel/named/verbs.hpp>
#include <ravel/plan/verbs.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace ravel {

class planned_named;
namespace detail {

struct planned_product;

}  // namespace detail

// A planned value with dims: x(i, j) of a planned value.
class RAVEL_API_RESULT planned_named {
 public:
  // With positional axes alone.
  planned_named(const planned& x) : planned_named(x, {}) {}

  ravel::dtype dtype() const { return values_.dtype(); }
  // The axes that are still positional.
  planned_shape shape() const;

  // Places of the positional axes, dims among them.
  template <class... Places>
    requires(sizeof...(Places) > 0)
  planned_named operator()(const Places&... places) const {
    return name_axes(*this, places...);
  }

  // An expression without dims converts to its value: planned total = sum(x(i, j), {i, j}).
  template <std::same_as<planned> V>
  operator V() const {
    return whole();
  }
  explicit operator bool() const = delete;  // no elements are there before a run

  // For the engine. The leading axes of the values have names.
  planned_named(const planned& values, std::vector<dim> labels, std::shared_ptr<const detail::planned_product> product = nullptr)
      : values_(values), labels_(std::move(labels)), product_(std::move(product)) {}
  planned values() const { return values_; }
  const std::vector<dim>& labels() const& { return labels_; }
  const std::vector<dim>& labels() const&& = delete;  // it would outlive the expression: name it first
  std::shared_ptr<const detail::planned_product> product() const { return product_; }

 private:
  planned whole() const;

  planned values_;
  std::vector<dim> labels_;
  std::shared_ptr<const detail::planned_product> product_;  // whose value it is, or null
};

template <>
inline constexpr bool names_axis<planned_named> = true;

namespace detail {

template <class X>
concept planned_named_handle = std::derived_from<X, planned_named>;

// An operand beside an expression. Each run reads it if it is a tensor, with or without dims.
struct RAVEL_API planned_named_operand {
  planned_named_operand(const planned_named& x) : named(x) {}
  template <std::convertible_to<planned_argument> X>
  planned_named_operand(const X& x) : planned_named_operand(planned_argument(x)) {}
  template <class X>
    requires(any_named_handle<X> || (is_named<X> && held_named<X>))
  planned_named_operand(const X& x) : planned_named_operand(any_named(x)) {}

  std::optional<planned_named> named;
  shared_recorded number;  // if it has no axes

 private:
  planned_named_operand(const planned_argument& x);
  planned_named_operand(const any_named& x);
};

template <class... Xs>
concept planned_named_among = (planned_named_handle<Xs> || ...) && (std::convertible_to<const Xs&, planned_named_operand> && ...);

RAVEL_API planned_named record_named(any_single f, const planned_named& x);
RAVEL_API planned_named record_named(any_pair f, const planned_named_operand& a, const planned_named_operand& b);
using record_three = planned (*)(const planned_argument&, const planned_argument&, const planned_argument&);
RAVEL_API planned_named record_named(record_three f, const planned_named_operand& a, const planned_named_operand& b,
                                     const planned_named_operand& c);
RAVEL_API planned_named record_named_cast(planned (*f)(const planned&, dtype), const planned_named& x, dtype to);

// ---- places

// A place of t(…): one that names its axis, one that any tensor takes, or planned positions.
using planned_place = std::variant<sized_dim, dim_pack, index_t, all_t, newaxis_t, ellipsis_t, index_range, open_slice, planned_named>;
template <class X>
concept planned_place_argument =
    is_dim<X> || std::same_as<X, dim_pack> || is_dim_list<X> || integer<X> ||
    among<X, all_t, newaxis_t, ellipsis_t, index_range, open_slice> || std::derived_from<X, planned> || planned_named_handle<X>;

template <planned_place_argument X>
void add_planned_place(std::vector<planned_place>& to, const X& x) {
  if constexpr (is_dim_list<X>) {
    for (const dim& d : x) to.emplace_back(sized_dim(d));
  } else if constexpr (is_dim<X>) {
    to.emplace_back(sized_dim(x));
  } else if constexpr (integer<X>) {
    to.emplace_back(to_index(x));
  } else if constexpr (std::derived_from<X, planned>) {
    to.emplace_back(planned_named(static_cast<const planned&>(x)));
  } else if constexpr (planned_named_handle<X>) {
    to.emplace_back(static_cast<const planned_named&>(x));
  } else {
    to.emplace_back(x);
  }
}
RAVEL_API planned_named bind_planned(const planned_named& base, const std::vector<planned_place>& places);
template <class... Places>
planned_named bind_planned_places(const planned_named& base, const Places&... places) {
  static_assert((planned_place_argument<Places> && ...),
                "a planned value takes dims, packs, positions, slices and planned positions: shift or slice it for a sum of dims");
  std::vector<planned_place> all;
  (add_planned_place(all, places), ...);
  return bind_planned(base, all);
}

// ---- order and verbs

RAVEL_API planned planned_in_order(const planned_named& e, axis_groups&& groups);
template <class... Axes>
planned planned_order_by(const planned_named& e, const Axes&... axes) {
  axis_groups groups;
  (groups.add(axes), ...);
  return planned_in_order(e, std::move(groups));
}

using planned_work = std::function<planned(const planned& x, const ints& axes)>;
using planned_pair_work = std::function<planned(const planned& a, const planned& b, const ints& axes)>;
// f(values, axes): the dims along which it goes are gone, or stay, maybe with another length.
RAVEL_API planned_named along_planned(const char* verb, const planned_named& e, const named_axes& axes, axes_become what,
                                      const planned_work& f);
RAVEL_API planned_named along_planned(const char* verb, const planned_named_operand& a, const planned_named_operand& b,
                                      const named_axes& axes, axes_become what, const planned_pair_work& f);
// Sums and means, which contract products.
enum class contraction_gives : bool { sum, mean };
RAVEL_API planned_named contracted_planned(const planned_named& e, const named_axes& axes, contraction_gives what);

}  // namespace detail

template <class... Places>
planned_named name_axes(const planned& x, const Places&... places) {
  return detail::bind_planned_places(planned_named(x), places...);
}
template <class... Places>
planned_named name_axes(const planned_named& e, const Places&... places) {
  return detail::bind_planned_places(e, places...);
}

[[nodiscard]] inline std::vector<dim> dims_of(const planned_named& e) { return e.labels(); }
[[nodiscard]] RAVEL_API bool has_dim(const planned_named& e, const dim& d);
[[nodiscard]] RAVEL_API planned_length extent(const planned_named& e, const dim& d);
// The same with another dim in the place of one.
[[nodiscard]] RAVEL_API planned_named rename(const planned_named& e, const dim& from, const dim& to);

// order(e, i, pack(j, k)): a planned value with these axes. No dim may be left.
template <>
class order<planned_named> : public planned {
 public:
  template <detail::planned_named_handle E, class... Axes>
  explicit order(const E& e, const Axes&... axes) : planned(detail::planned_order_by(e, axes...)) {}
};
template <detail::planned_named_handle E, class... Axes>
order(const E&, const Axes&...) -> order<planned_named>;
template <>
inline constexpr bool shaped<order<planned_named>> = true;

// ---- elementwise

#define RAVEL_OF_ONE(called, function)                            \
  template <detail::planned_named_handle X>                       \
  [[nodiscard]] planned_named called(const X& x) {                \
    return detail::record_named(detail::any_single::function, x); \
  }
#define RAVEL_OF_TWO(called, function)                             \
  template <class A, class B>                                      \
    requires detail::planned_named_among<A, B>                     \
  [[nodiscard]] planned_named called(const A& a, const B& b) {     \
    return detail::record_named(detail::any_pair::function, a, b); \
  }
#define RAVEL_COMPARED RAVEL_OF_TWO
RAVEL_STAMP_ELEMENTWISE
#undef RAVEL_COMPARED
#undef RAVEL_OF_TWO
#undef RAVEL_OF_ONE

template <class Mask, class A, class B>
  requires detail::planned_named_among<Mask, A, B>
[[nodiscard]] planned_named where(const Mask& mask, const A& a, const B& b) {
  return detail::record_named(&detail::record_where, mask, a, b);
}
template <class X, class Low, class High>
  requires detail::planned_named_among<X, Low, High>
[[nodiscard]] planned_named clip(const X& x, const Low& low, const High& high) {
  return detail::record_named(&detail::record_clip, x, low, high);
}

#define RAVEL_PLANNED_NAMED(name)                                                                    \
  template <detail::planned_named_handle X>                                                          \
  [[nodiscard]] planned_named name(const X& x, dtype to) {                                           \
    return detail::record_named_cast(static_cast<planned (*)(const planned&, dtype)>(&name), x, to); \
  }                                                                                                  \
  template <detail::stored_element T, detail::planned_named_handle X>                                \
  [[nodiscard]] planned_named name(const X& x) {                                                     \
    return name(x, dtype_of<T>());                                                                   \
  }
RAVEL_FOR_EACH_CAST(RAVEL_PLANNED_NAMED)
#undef RAVEL_PLANNED_NAMED

// ---- verbs along dims, as recorded verbs have them along axes

#define RAVEL_PLANNED_NAMED_CALLS(name, what, types, parameters, names)                                                         \
  template <detail::planned_named_handle E, RAVEL_LISTED types detail::no_keep... Options>                                      \
    requires requires(const planned& x, RAVEL_LISTED parameters const ints& on, const Options&... options) {                    \
      { name(x, RAVEL_LISTED names on, options...) } -> std::same_as<planned>;                                                  \
    }                                                                                                                           \
  [[nodiscard]] planned_named name(const E& e, RAVEL_LISTED parameters const named_axes& axes, const Options&... options) {     \
    return detail::along_planned(#name, e, axes, detail::axes_become::what,                                                     \
                                 [&](const planned& x, const ints& on) { return name(x, RAVEL_LISTED names on, options...); }); \
  }
#define RAVEL_PLANNED_NAMED_CALLS_PAIRS(name, what)                                                                               \
  template <class A, class B, detail::no_keep... Options>                                                                         \
    requires(detail::planned_named_among<A, B> &&                                                                                 \
             requires(const planned& x, const ints& on, const Options&... options) {                                              \
               { name(x, x, on, options...) } -> std::same_as<planned>;                                                           \
             })                                                                                                                   \
  [[nodiscard]] planned_named name(const A& a, const B& b, const named_axes& axes, const Options&... options) {                   \
    return detail::along_planned(#name, a, b, axes, detail::axes_become::what,                                                    \
                                 [&](const planned& x, const planned& y, const ints& on) { return name(x, y, on, options...); }); \
  }

#define RAVEL_PLANNED_NAMED(name) RAVEL_STAMP(RAVEL_PLANNED_NAMED_CALLS, name)
RAVEL_FOR_EACH_VERB(RAVEL_PLANNED_NAMED)
RAVEL_STAMP_OTHERS(RAVEL_PLANNED_NAMED_CALLS)
RAVEL_STAMP_1(RAVEL_PLANNED_NAMED_CALLS, quantile, gone)

template <detail::planned_named_handle E>
[[nodiscard]] planned_named sum(const E& e, const named_axes& axes) {
  return detail::contracted_planned(e, axes, detail::contraction_gives::sum);
}
template <detail::planned_named_handle E>
[[nodiscard]] planned_named mean(const E& e, const named_axes& axes) {
  return detail::contracted_planned(e, axes, detail::contraction_gives::mean);
}

// A dim with or without its length, which may be unknown: i, i(5) or planned_dim(i, n).
struct planned_dim {
  planned_dim(const dim& d) : of(d) {}
  planned_dim(const sized_dim& d) : of(d.of) {
    if (d.stated()) length = d.extent;
  }
  planned_dim(const dim& d, const planned_length& along) : of(d), length(along) {}

  dim of;
  std::optional<planned_length> length;
};

namespace detail {

RAVEL_API planned_named expanded_planned(const planned_named& e, const std::vector<planned_dim>& by);

// Their elements belong to what they hold.
template <std::ranges::range X>
  requires planned_named_handle<std::ranges::range_value_t<X>>
inline constexpr bool range_of_readers<X> = true;

}  // namespace detail

// Dims that e does not have, with their lengths.
template <detail::planned_named_handle E, std::convertible_to<planned_dim>... Dims>
[[nodiscard]] planned_named expand(const E& e, const Dims&... by) {
  return detail::expanded_planned(e, {planned_dim(by)...});
}
// Parts of a dim, one after the other, each with a dim of its own. Their lengths add up; one may be left out.
[[nodiscard]] RAVEL_API std::vector<planned_named> split(const planned_named& e, const dim& d, std::vector<planned_dim> parts);

// Parts, or a list of them.
#define RAVEL_PLANNED_PARTS(name)                                                                            \
  namespace detail {                                                                                         \
  RAVEL_API planned_named name##_planned(const dim& along, const std::vector<planned_named_operand>& parts); \
  }                                                                                                          \
  template <class... Es>                                                                                     \
    requires detail::planned_named_among<Es...>                                                              \
  [[nodiscard]] planned_named name(const dim& along, const Es&... parts) {                                   \
    return detail::name##_planned(along, {detail::planned_named_operand(parts)...});                         \
  }                                                                                                          \
  [[nodiscard]] inline planned_named name(const dim& along, const std::vector<planned_named>& parts) {       \
    return detail::name##_planned(along, {parts.begin(), parts.end()});                                      \
  }
// concat(along, parts…): one after the other along a new dim, each by the one dim that no other part has.
RAVEL_PLANNED_PARTS(concat)
// stack(along, parts…): a new dim that numbers the parts.
RAVEL_PLANNED_PARTS(stack)
#undef RAVEL_PLANNED_PARTS

}  // namespace ravel
