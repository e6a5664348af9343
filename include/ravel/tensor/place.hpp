// SPDX-License-Identifier: BSL-1.0
// What stands between the brackets of a view: a position, all, a slice, a list of positions, a mask, newaxis, ellipsis. Positions do not
// count from the end; last and last - k do. A value.
#pragma once

#include <ravel/dims/dims.hpp>
#include <ravel/index/detail/marks.hpp>
#include <ravel/index/open_slice.hpp>
#include <ravel/reader/foreign.hpp>

namespace ravel {

struct all_t {};
struct newaxis_t {};
struct ellipsis_t {};
inline constexpr all_t all{};
inline constexpr newaxis_t newaxis{};
inline constexpr ellipsis_t ellipsis{};

// Does something between the brackets give a name to the axis that it stands for? Then name_axes(t, places…), found where that type stands,
// says what it makes of the tensor.
template <class X>
inline constexpr bool names_axis = false;

class place {
 public:
  enum class kind : unsigned char { position, from_last, whole, range, open, chosen, marked, fresh, rest };

  template <detail::integer Int>
  place(Int position) : kind_(kind::position), position_(detail::to_index(position)) {}
  template <detail::no_integer X>
  place(X position) = delete;  // a position is an integer: round a real number as you mean it, cast an enum class
  place(last_t position) : kind_(kind::from_last), position_(position.before()) {}
  place(all_t) : kind_(kind::whole) {}
  place(newaxis_t) : kind_(kind::fresh) {}
  place(ellipsis_t) : kind_(kind::rest) {}
  place(const index_range& range) : kind_(kind::range), range_(range) {}
  place(const open_slice& slice) : kind_(kind::open), open_(slice) {}
  place(std::initializer_list<index_arg> positions) : kind_(kind::chosen), chosen_(positions) {}
  template <class S>
    requires(std::constructible_from<selection, const S&> && !detail::integer<S> && !std::same_as<S, index_range>)
  place(const S& positions) : kind_(kind::chosen), chosen_(positions) {}

  // Where a mask is true, which is looked up now; it stands for as many axes as it has, and leaves one.
  template <readable M>
    requires boolean_element<detail::read_t<M>>
  place(const M& mask)
      : kind_(kind::marked),
        chosen_(detail::true_positions(detail::node_for_call(mask))),
        mask_(std::make_shared<const shape>(shape_of(mask))) {}

  place(const place&) = default;  // moving copies, so that what is moved from stays a place
  place& operator=(const place&) = default;

  bool is_whole() const { return kind_ == kind::whole; }

 private:
  friend RAVEL_API dims view_at(const dims& of, std::span<const place> places);

  template <class M>
  static shape shape_of(const M& mask) {
    if constexpr (shaped<M>) {
      return mask.shape();
    } else {
      return mask.size();
    }
  }

  kind kind_;
  index_t position_ = 0;
  index_range range_;
  open_slice open_;
  selection chosen_;
  std::shared_ptr<const shape> mask_;
};

namespace detail {

// The part of an axis that an open slice is of it.
RAVEL_API dims sliced_axis(const dims& of, index_t axis, const open_slice& positions);

}  // namespace detail

// The part of a map at these places, one for each axis; axes that are not named are taken whole.
RAVEL_API dims view_at(const dims& of, std::span<const place> places);

}  // namespace ravel
