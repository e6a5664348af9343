// SPDX-License-Identifier: BSL-1.0
// What stands between the brackets where an axis gets a name: a dim, a pack of dims, any expression of integers, and beside them what
// stands between the brackets of any tensor. Sums of dims make views, all other expressions look positions up.
#pragma once

#include <ravel/named/elementwise.hpp>

namespace ravel::detail {

// What becomes of one axis that has a name.
struct axis_name {
  enum class kind : unsigned char { none, one, packed, looked_up };

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

template <class X>
named_place named_place_of(const X& x) {
  named_place p;
  if constexpr (std::same_as<X, dim> || std::same_as<X, sized_dim>) {
    p.name = {axis_name::kind::one, {sized_dim(x)}, {}, {}};
  } else if constexpr (std::same_as<X, dim_pack>) {
    p.name = {axis_name::kind::packed, x.parts(), {}, {}};
  } else if constexpr (is_named<X>) {
    static_assert(integer_element<named_value_t<X>>, "a position is an integer: cast<index_t>(e) makes one of each element");
    p.name = {axis_name::kind::looked_up, {}, as_positions(x), {}};
    p.name.sum = affine_positions(*p.name.wanted);
  } else {
    p.at = place(x);
    p.rest = std::same_as<X, ellipsis_t>;
    if constexpr (integer<X> || std::same_as<X, last_t>) p.leaves = 0;
    if constexpr (std::same_as<X, newaxis_t>) p.takes = 0;
    if constexpr (readable<X>) {
      if constexpr (boolean_element<read_t<X>> && shaped<X>) p.takes = x.rank();
    }
  }
  return p;
}

using named_places = std::vector<named_place>;

template <class X>
void add_place(named_places& to, const X& x) {
  if constexpr (is_dim_list<X>) {
    for (const dim& d : x) to.push_back(named_place_of(d));
  } else {
    to.push_back(named_place_of(x));
  }
}

template <class... Places>
named_places places_of(const Places&... places) {
  named_places all;
  all.reserve(sizeof...(Places));
  (add_place(all, places), ...);
  return all;
}

}  // namespace ravel::detail
