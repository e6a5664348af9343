// SPDX-License-Identifier: BSL-1.0
// place: an argument of a view t(…): a position, all, a slice, a list of positions, a mask, newaxis, ellipsis. Negative positions do not
// count from the end; use last and last - k. A value.
#pragma once

#include <ravel/dims/dims.hpp>
#include <ravel/index/detail/marks.hpp>
#include <ravel/index/open_slice.hpp>
#include <ravel/reader/foreign.hpp>

namespace ravel {

// The types of all, newaxis and ellipsis.
struct all_t {};
struct newaxis_t {};
struct ellipsis_t {};
// A place: t(all, 0) takes the whole axis.
inline constexpr all_t all{};
// A place: t(newaxis, all) puts an axis of extent 1 there.
inline constexpr newaxis_t newaxis{};
// A place: t(ellipsis, 0) takes all axes that have no place of their own whole.
inline constexpr ellipsis_t ellipsis{};

// True for places that name their axis. The function name_axes(t, places…), found by argument-dependent lookup, then makes the view.
template <class X>
inline constexpr bool names_axis = false;

namespace detail {
template <class... Places>
concept naming = (names_axis<Places> || ...);
// The same, preferred where a derived class and its base have a call of the same form.
template <class... Places>
concept naming_first = naming<Places...> && true;
}  // namespace detail

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

  // Takes the positions where a mask is true. The mask is read now, stands for as many axes as it has, and leaves one.
  template <readable M>
    requires boolean_element<detail::read_t<M>>
  place(const M& mask)
      : kind_(kind::marked),
        chosen_(detail::true_positions(detail::node_for_call(mask))),
        mask_(std::make_shared<const shape>(shape_of(mask))) {}
  template <readable R>
    requires(!std::constructible_from<selection, const R&> && !boolean_element<detail::read_t<R>>)
  place(const R& positions) = delete;  // positions are integers: cast<index_t>(x), or round x as you mean it; a mask has bools

  place(const place&) = default;  // moving copies, so that a moved-from place stays valid
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

// The part of an axis that an open slice takes.
RAVEL_API dims sliced_axis(const dims& of, index_t axis, const open_slice& positions);

}  // namespace detail

// The part of a map at these places, one per axis. Axes without a place are taken whole.
RAVEL_API dims view_at(const dims& of, std::span<const place> places);

}  // namespace ravel
