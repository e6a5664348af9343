// SPDX-License-Identifier: BSL-1.0
// categorize: elements as codes. A code is the place of a value among the different values, the levels. select(levels, codes) gives the
// elements back. For known levels, use index_of(levels, x). NaN is one level, and so are the zeros. Eager, with fresh results.
#pragma once

#include <ravel/loop/options.hpp>
#include <ravel/op/keys/group_reduce.hpp>

namespace ravel {

// The result of categorize: levels[codes[i]] is element i.
template <class T>
struct categories {
  buffer<index_t> codes;
  buffer<T> levels;
};

// The levels come as they are first seen, or with group_order::sorted in ascending order, NaN last.
template <detail::groupable R, std::same_as<group_order>... Options>
  requires(sizeof...(Options) == 0 || (sizeof...(Options) == 1 && detail::ordered_reader<R>))
[[nodiscard]] auto categorize(const R& r, Options... options) {
  using T = detail::read_t<R>;
  detail::row_numbers_t<R> known(detail::size_of(r));
  const auto numbers = detail::number_rows(known, r);
  const buffer<index_t> codes = detail::elements_of(map(detail::widened<index_t>{}, numbers));
  const buffer<T> levels = known.take_keys();
  if constexpr (sizeof...(Options) > 0) {
    if (detail::option_or(group_order::first_seen, options...) == group_order::sorted) {
      const auto order = argsort(levels);
      const auto places = detail::unfilled_buffer<index_t>(order.size());
      for (index_t i = 0; i < order.size(); ++i) places.unchecked(order.unchecked(i)) = i;
      for (index_t& code : codes) code = places.unchecked(code);
      return categories<T>{codes, detail::in_this_order(levels, order)};
    }
  }
  return categories<T>{codes, levels};
}

template <class... Others>
void categorize(detail::any_line r, Others... others) = delete;  // of elements that have ==, with group_order::sorted where they have <

}  // namespace ravel
