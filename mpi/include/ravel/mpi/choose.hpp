// SPDX-License-Identifier: BSL-1.0
// Chooses elements of distributed tensors by masks and conditions: compress, filter, argfilter and nonzero. Results are vectors in the
// row-major order of the operand, or rows, in blocks or as told. Collective.
#pragma once

#include <ravel/mpi/reduce.hpp>
#include <ravel/op/search/argfilter.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/tensor/compute.hpp>

namespace ravel {
namespace mpi {

namespace detail {

RAVEL_API void check_mask_fits(const char* operation, const ravel::shape& a, const ravel::shape& b);

// What chosen(elements…, first position) gives of each part of the row-major order, in that order.
template <class R, class Chosen, class... Xs>
tensor<R> chosen_over_ranks(const char* operation, const distribution* how, const Chosen& chosen, const world& ranks,
                            const ravel::shape& extents, const Xs&... xs) {
  element_list<R> own;
  const auto choose = [&](index_t first, const auto&... elements) {
    const auto found = chosen(elements..., first);
    own.insert(own.end(), found.begin(), found.end());
  };
  each_line_part(operation, ranks, extents, choose, {}, operand(xs, extents)...);
  return parts_in_order<R>(operation, ranks, ravel::borrow(elements_in<R>(own), {static_cast<index_t>(own.size())}), how);
}

template <class M>
concept any_mask = spread_mask<M> || (local_operand<M> && std::same_as<ravel::detail::read_t<M>, bool>);

// Positions of a part, as positions of the whole.
inline std::vector<index_t> counted_from(index_t first, const selection& positions) {
  std::vector<index_t> all(static_cast<std::size_t>(positions.size()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = first + positions[static_cast<index_t>(i)];
  return all;
}

}  // namespace detail

// The elements where a mask is true.
template <detail::spread_numbers X, detail::any_mask M>
[[nodiscard]] auto compress(const X& x, const M& mask, const distribution& how = blocks{0}) {
  detail::check_mask_fits("compress", x.shape(), detail::joined_shape(mask));
  const auto chosen = [](const auto& elements, const auto& holds, index_t) { return ravel::compress(elements, holds); };
  return detail::chosen_over_ranks<typename X::value_type>("compress", &how, chosen, x.ranks(), x.shape(), x, mask);
}
// The elements for which a condition holds. Each rank asks it of its part.
template <detail::spread_numbers X, class F>
  requires std::predicate<const F&, const typename X::value_type&>
[[nodiscard]] auto filter(const X& x, F holds, const distribution& how = blocks{0}) {
  const auto chosen = [&](const auto& elements, index_t) { return ravel::filter(elements, holds); };
  return detail::chosen_over_ranks<typename X::value_type>("filter", &how, chosen, x.ranks(), x.shape(), x);
}

// The row-major positions where a mask is true or a condition holds.
template <detail::spread_mask M>
[[nodiscard]] tensor<index_t> argfilter(const M& mask, const distribution& how = blocks{0}) {
  const auto chosen = [](const auto& holds, index_t first) { return detail::counted_from(first, ravel::argfilter(holds)); };
  return detail::chosen_over_ranks<index_t>("argfilter", &how, chosen, mask.ranks(), mask.shape(), mask);
}
template <detail::spread_numbers X, class F>
  requires std::predicate<const F&, const typename X::value_type&>
[[nodiscard]] tensor<index_t> argfilter(const X& x, F holds, const distribution& how = blocks{0}) {
  const auto chosen = [&](const auto& elements, index_t first) { return detail::counted_from(first, ravel::argfilter(elements, holds)); };
  return detail::chosen_over_ranks<index_t>("argfilter", &how, chosen, x.ranks(), x.shape(), x);
}

// The places where a mask is true, one row of coordinates for each: [count rank].
template <detail::spread_mask M>
[[nodiscard]] tensor<index_t> nonzero(const M& mask, const distribution& how = blocks{0}) {
  const tensor<index_t> positions = argfilter(mask);
  const ravel::shape extents = mask.shape();
  const ravel::tensor<index_t> own = positions.local();
  const ravel::tensor<index_t> rows = ravel::empty<index_t>({own.size(), extents.rank()});
  for (index_t i = 0; i < own.size(); ++i) ravel::detail::coordinates(extents, own(i), rows.data() + i * extents.rank());
  return detail::parts_in_order<index_t>("nonzero", mask.ranks(), rows, &how);
}

}  // namespace mpi
}  // namespace ravel
