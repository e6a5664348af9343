// SPDX-License-Identifier: BSL-1.0
// Larger tensors of distributed ones: concat, stack and pad; and shift. Each part is copied into its place of a new tensor, which lies as
// the first distributed part does. Collective; margins that show elements of the tensor itself are views.
#pragma once

#include <ravel/mpi/make.hpp>
#include <ravel/tensor/concat.hpp>
#include <ravel/tensor/one_axis.hpp>

namespace ravel {
namespace mpi {

namespace detail {

RAVEL_API ravel::shape joined_extents(const std::vector<ravel::shape>& parts, index_t axis);

template <class X, class... More>
const auto& first_leaf_among(const X& x, const More&... more) {
  if constexpr (distributed<X>) {
    return x.first_leaf();
  } else {
    return first_leaf_among(more...);
  }
}
template <class X>
auto with_new_axis(const X& x, index_t axis) {
  if constexpr (distributed<X>) {
    return new_axis(x, axis);
  } else {
    return ravel::new_axis(ravel::detail::as_read_tensor(x), axis);
  }
}

}  // namespace detail

// Parts one behind the other along an axis: distributed tensors, and local ones that all ranks have.
template <class... Xs>
  requires detail::spread_among<Xs...>
[[nodiscard]] auto concat(along axis, const Xs&... xs) {
  using T = ravel::detail::joined_element_t<detail::value_in_t<Xs>...>;
  const auto& leaf = detail::first_leaf_among(xs...);
  const std::vector<ravel::shape> parts{detail::joined_shape(xs)...};
  const index_t k = ravel::detail::check_axis(axis.axis, parts[0].rank());
  const ravel::shape extents = detail::joined_extents(parts, k);
  const auto made = empty<T>(leaf.ranks(), extents, detail::fitting_distribution(leaf.how(), extents));
  index_t at = 0;
  const auto put = [&](const auto& x) {
    const index_t count = detail::joined_shape(x)[k];
    copy(x, slice(made, k, at, count));
    at += count;
  };
  (put(xs), ...);
  return made;
}
// Parts of one shape beside each other along a new axis.
template <class... Xs>
  requires detail::spread_among<Xs...>
[[nodiscard]] auto stack(along axis, const Xs&... xs) {
  return concat(axis, detail::with_new_axis(xs, axis.axis)...);
}

// With margins of one value.
template <detail::distributed X>
[[nodiscard]] auto pad(const X& x, const margins& widths, ravel::detail::value_for<typename X::value_type> value = {}) {
  using T = typename X::value_type;
  const ravel::shape extents = ravel::detail::padded_shape(x.shape(), widths);
  const auto made = full<T>(x.ranks(), extents, value, detail::fitting_distribution(x.first_leaf().how(), extents));
  const std::vector<margin> each = widths.of(x.shape());
  tensor<T> inside = made;
  for (index_t k = 0; k < x.rank(); ++k) inside = slice(inside, k, each[static_cast<std::size_t>(k)].before, x.extent(k));
  copy(x, inside);
  return made;
}
using ravel::pad;  // by a pad_mode: a view

// The elements of a vector, moved by so many places towards the end, or towards the start. The edge element fills the gap. A view.
template <detail::distributed X>
[[nodiscard]] auto shift(const X& x, index_arg by) {
  ravel::detail::check_one_axis("shift", "a view of an axis, or rotate(t, {by, …}), which goes around", x.shape());
  const index_t places = std::clamp<index_t>(by, -x.size(), x.size());
  if (places == 0) return x;
  const margin gap(std::max<index_t>(places, 0), std::max<index_t>(-places, 0));
  return slice(pad(x, {gap}, pad_mode::edge), 0, gap.after, x.size());
}

}  // namespace mpi
}  // namespace ravel
