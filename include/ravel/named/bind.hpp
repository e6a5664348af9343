// SPDX-License-Identifier: BSL-1.0
// t(i, k), t(i, all, 3), t(i, i), t(pack(i, j)), t(i + 1), t(rows(b), k): naming axes. Dims, packs and sums of dims make views. Other
// integer expressions are looked up once their extents are known, and checked where the values are used. Owns its sources.
#pragma once

#include <ravel/named/elementwise.hpp>

namespace ravel::detail {

// The arguments of t(…) that name axes: a dim, a pack of dims, or an integer expression, beside the arguments that any tensor takes. Sums
// of dims make views; other expressions look positions up. Values.

// The role of one axis in t(…): unnamed, named, packed or looked up.
struct RAVEL_API axis_name {
  enum class kind : unsigned char { none, one, packed, looked_up };

  axis_name();
  RAVEL_MEMBERS_IN_SRC(axis_name)

  kind is = kind::none;
  loops dims;                            // one, or those of a pack
  std::optional<named<index_t>> wanted;  // the positions…
  std::optional<affine_form> sum;        // …and what they are, if they are a sum of dims, none of them times 0
};

struct named_place {
  place at = all;
  index_t takes = 1, leaves = 1;  // axes; of an ellipsis: those that are left over
  bool rest = false;
  axis_name name;
};

RAVEL_API std::optional<affine_form> affine_positions(const named<index_t>& wanted);

template <class X>
named<index_t> as_positions(const X& x) {
  if constexpr (std::same_as<named_value_t<X>, index_t>) {
    return x;
  } else {
    return cast<index_t>(x);
  }
}

// The places in the order of the axes.
class RAVEL_API named_places {
 public:
  named_places();
  RAVEL_MEMBERS_IN_SRC(named_places)

  void add(const dim& d);
  void add(const sized_dim& d);
  void add(const dim_pack& p);
  void add(std::span<const dim> all);
  void add(const named<index_t>& wanted);
  void add(const place& at, index_t takes, index_t leaves, bool rest);

  const std::vector<named_place>& all() const { return all_; }
  bool empty() const { return all_.empty(); }

 private:
  std::vector<named_place> all_;
};

template <class X>
void add_place(named_places& to, const X& x) {
  if constexpr (is_dim_list<X>) {
    to.add(std::span<const dim>(x));
  } else if constexpr (is_dim<X> || std::same_as<X, dim_pack>) {
    to.add(x);
  } else if constexpr (is_named<X>) {
    static_assert(integer_element<named_value_t<X>>, "a position is an integer: cast<index_t>(e) makes one of each element");
    to.add(as_positions(x));
  } else {
    index_t takes = 1;
    if constexpr (std::same_as<X, newaxis_t>) takes = 0;
    if constexpr (readable<X>) {
      if constexpr (boolean_element<read_t<X>> && shaped<X>) takes = x.rank();
    }
    to.add(place(x), takes, integer<X> || std::same_as<X, last_t> ? 0 : 1, std::same_as<X, ellipsis_t>);
  }
}

template <class... Places>
named_places places_of(const Places&... places) {
  named_places all;
  (add_place(all, places), ...);
  return all;
}

}  // namespace ravel::detail

namespace ravel {

namespace detail {

// The resolved places of an expression, in the order of its axes: indices by position, names for the axes that are left, and the form of
// the result.
struct RAVEL_API binding {
  explicit binding(const form& base);
  RAVEL_MEMBERS_IN_SRC(binding)

  std::vector<place> places;
  std::vector<axis_name> axes;
  form whole;
};

RAVEL_API binding plan_binding(const form& base, const named_places& places);

// The positions taken on one axis, and the axes that it becomes.
struct found_positions {
  bool shown = true;  // taken by a view: names only, or a sum of dims that lies within
  bool none = false;  // an axis of extent 0 from which nothing is taken
  selection positions;
  loops dims;
  shape positional;
};
using all_found = std::vector<found_positions>;  // one for each axis of a binding

// True if every position is a sum of dims and lies within the axis.
RAVEL_API bool shows(const binding& b, const shape& axes);
RAVEL_API all_found shown_positions(const binding& b);
// Looks positions up where needed. A position outside, where its value is taken, is an index_error.
RAVEL_API all_found find_positions(const binding& b, const shape& axes, const lowering& to);

// The shape of the positional axes after indexing.
RAVEL_API shape shape_at(const shape& positional, const binding& b);
// The map with names for its axes. Axes that have names already come first.
RAVEL_API dims named_map(const dims& map, const binding& b, const loops& known, const all_found& found, const std::vector<dim>& before,
                         std::vector<dim>& labels);

// True for dims on the first axes and nothing else, none of them twice: the axes stay as they are.
RAVEL_API bool names_alone(const binding& b);
// True if only names must be set, on axes that have none yet.
RAVEL_API bool label_alone(const binding& b, std::vector<dim>& labels);

template <class Tensor>
Tensor named_values(const Tensor& values, std::vector<dim>& labels, const binding& b, const loops& known, const all_found& found) {
  if (label_alone(b, labels)) return values;
  const std::vector<dim> before = labels;
  return view_maker<Tensor>::of(values, [&](const dims& map) { return named_map(map, b, known, found, before, labels); });
}

// The loops that the expression has.
RAVEL_API loops loops_of(const form& f, const loops& all);

// The values of an inner expression over its own loops, where they are taken.
template <class E>
labelled_in<E> lowered_inside(const E& e, const lowering& to, const loops& hidden = {}) {
  const loops axes = with_more(without(loops_of(e.of(), to.axes), hidden), hidden);
  lowering inside(axes, e.of().positional);
  std::optional<tensor<const bool>> taken;
  if (to.taken) inside.taken = &taken.emplace(taken_inside(*to.taken, to, hidden, inside));
  return {stretched_out(e.lower(inside), shape_of(axes, e.of().positional)), names(axes)};
}

// The elements of an axis from which nothing is taken.
template <class T>
tensor<const T> nothing_of(const named<T>&, const lowering& to) {
  return full<T>(shape(std::vector<index_t>(to.axes.size() + static_cast<std::size_t>(to.positional), 1)), T());
}

// Indexing that waits for extents, or looks positions up.
template <class E>
class indexed_node final : public node_in<E> {
 public:
  indexed_node(const E& base, binding b) : node_in<E>(b.whole), base_(base), binding_(std::move(b)) {}

  values_in<E> lower(const lowering& to) const override {
    const all_found found = find_positions(binding_, shape_at(base_.of().positional, binding_), to);
    for (const found_positions& f : found) {
      if (f.none) return nothing_of(base_, to);
    }
    labelled_in<E> x = lowered_inside(base_, to);
    x.values = named_values(x.values, x.labels, binding_, to.axes, found);
    return aligned(x, to);
  }

 private:
  E base_;
  binding binding_;
};

template <class E>
E bind_places(const E& base, const named_places& places) {
  binding b = plan_binding(base.of(), places);
  const bool there = b.whole.known() && !base.of().may_miss;
  if (!there || !shows(b, shape_at(base.of().positional, b))) return named_access::make<E, indexed_node<E>>(base, std::move(b));
  labelled_in<E> x = values_of(base);
  x.values = named_values(x.values, x.labels, b, b.whole.dims, shown_positions(b));
  return bound(std::move(x));
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) extern template RAVEL_API named<T> bind_places(const named<T>&, const named_places&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

using given_dims = std::initializer_list<const dim*>;
// Only dims, none of them twice, name axes that stay as they are.
RAVEL_API bool relabels(index_t rank, given_dims dims);
RAVEL_API std::vector<dim> labels_of(given_dims dims);
RAVEL_API named_places places_of_dims(given_dims dims);

template <class T>
named<T> bind_dims(const tensor<const T>& t, given_dims dims) {
  return relabels(t.rank(), dims) ? bound<T>({t, labels_of(dims)}) : bind_places(named<T>(t), places_of_dims(dims));
}
#define RAVEL_DECLARE(T) extern template RAVEL_API named<T> bind_dims(const tensor<const T>&, given_dims);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

template <class T, class... Places>
named<T> bind_tensor(const tensor<const T>& t, const Places&... places) {
  if constexpr ((std::same_as<Places, dim> && ...)) {
    return bind_dims<T>(t, {&places...});
  } else {
    return bind_places(named<T>(t), places_of(places...));
  }
}

}  // namespace detail

// The result of indexing a tensor with places that name its axes: t(i, j) finds it by argument-dependent lookup.
template <class T, class... Places>
named<T> name_axes(const named<T>& e, const Places&... places) {
  return detail::bind_places(e, detail::places_of(places...));
}
template <class T, class... Places>
named<T> name_axes(const tensor<const T>& t, const Places&... places) {
  detail::check_none_left(t);
  return detail::bind_tensor(t, places...);
}
template <class E, class... Places>
[[nodiscard]] auto name_axes(const lazy_tensor<E>& t, const Places&... places) {
  return detail::bind_places(named<typename E::value_type>(t), detail::places_of(places...));
}

}  // namespace ravel
