// SPDX-License-Identifier: BSL-1.0
// The arguments of t(…) that name axes: a dim, a pack of dims, or an integer expression, beside the arguments that any tensor takes. Sums
// of dims make views; other expressions look positions up. Values.
#pragma once

#include <ravel/named/elementwise.hpp>

namespace ravel::detail {

// The role of one axis in t(…): unnamed, named, packed or looked up.
struct RAVEL_API axis_name {
  enum class kind : unsigned char { none, one, packed, looked_up };

  axis_name();
  axis_name(const axis_name&);
  axis_name(axis_name&&) noexcept;
  axis_name& operator=(const axis_name&);
  axis_name& operator=(axis_name&&) noexcept;
  ~axis_name();

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
  named_places(const named_places&);
  named_places(named_places&&) noexcept;
  named_places& operator=(const named_places&);
  named_places& operator=(named_places&&) noexcept;
  ~named_places();

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
