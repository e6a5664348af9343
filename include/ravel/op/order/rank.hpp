// SPDX-License-Identifier: BSL-1.0
// rank: the place of each element in ascending order, counted from 1. An option says if equal elements share a rank. The rank of NaN is
// NaN. Eager, with fresh results.
#pragma once

#include <ravel/op/order/argsort.hpp>

namespace ravel {

// The rank of equal elements: the mean, the least or the greatest of their places, the number of different elements up to them, or a place
// of its own for each in their order.
enum class rank_ties : unsigned char { average, min, max, dense, ordinal };

namespace detail {

struct tied_places {
  index_t first;  // in order, from 0
  index_t last;
  index_t group;
};
constexpr double rank_of(rank_ties ties, const tied_places& here, index_t place) {
  switch (ties) {
    case rank_ties::average:
      return static_cast<double>(here.first + here.last) / 2 + 1;
    case rank_ties::min:
      return static_cast<double>(here.first + 1);
    case rank_ties::max:
      return static_cast<double>(here.last + 1);
    case rank_ties::dense:
      return static_cast<double>(here.group + 1);
    default:
      return static_cast<double>(place + 1);
  }
}

// The same NaN, if the element is a number type.
template <class T>
double rank_of_nan(const T& value) {
  if constexpr (std::floating_point<T> || half_element<T>) return static_cast<double>(value);
  return std::numeric_limits<double>::quiet_NaN();
}

// `order` puts the elements in ascending order.
template <class T>
void write_ranks(const node<T>& source, const index_t* order, rank_ties ties, double* ranks) {
  const elements_at_hand<T> values(source);
  const index_t n = source.size();
  const auto value = [&](index_t place) -> const T& { return values[order[place]]; };
  tied_places here{0, 0, -1};
  for (index_t i = 0; i < n; i = here.last + 1) {
    here = {i, i, here.group + 1};
    while (here.last + 1 < n && !comes_before(value(i), value(here.last + 1), false)) ++here.last;
    for (index_t k = i; k <= here.last; ++k) ranks[order[k]] = rank_of(ties, here, k);
  }
  if constexpr (may_differ_from_itself<T>) {
    for (index_t i = 0; i < n; ++i) {
      if (differs_from_itself(values[i])) ranks[i] = rank_of_nan(values[i]);
    }
  }
}
template <class T>
buffer<double> ranks_of(const node<T>& source, const buffer<index_t>& order, rank_ties ties) {
  const auto ranks = unfilled_buffer<double>(order.size());
  write_ranks(source, order.data(), ties, ranks.data());
  return ranks;
}
template <class T>
buffer<double> ranks_in_src(const node<T>& source, rank_ties ties);  // defined in src/
template <class T>
tensor<double> ranked_lines(const tensor<const T>& x, const tensor<double>* given, index_t axis, rank_ties ties);  // defined in src/

}  // namespace detail

template <detail::ordered_reader R, detail::among<rank_ties>... Options>
  requires detail::line_input<R>
buffer<double> rank(const R& r, Options... options) {
  using T = detail::read_t<R>;
  const rank_ties ties = detail::option_or(rank_ties::average, options...);
  if constexpr (detail::in_src<T>) {
    return detail::ranks_in_src<T>(detail::node_for_call(r), ties);
  } else {
    return detail::ranks_of<T>(detail::node_for_call(r), argsort(r), ties);
  }
}

template <detail::shaped_reader X, detail::among<rank_ties>... Options>
  requires detail::ordered_reader<X>
tensor<double> rank(const X& t, const ints& axes, Options... options) {
  using T = detail::read_t<X>;
  const index_t axis = detail::one_axis("rank", axes, t.rank());
  if constexpr (detail::in_src<T>) {
    const rank_ties ties = detail::option_or(rank_ties::average, options...);
    if (detail::lines_without_entries(t)) return detail::ranked_lines<T>(t, detail::target_of_result<double>(t), axis, ties);
  }
  return detail::described_lines(
      t, axis, [&](const auto& line) { return ravel::rank(line, options...); }, detail::as_many);
}

RAVEL_FACES(rank)  // of elements with an order of their own, with rank_ties::dense; of a tensor along one axis: rank(t, axis)

}  // namespace ravel
