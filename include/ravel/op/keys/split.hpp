// SPDX-License-Identifier: BSL-1.0
// split cuts each text at a separator, into one sequence of parts and the start of each text's parts; tensors in row-major order.
// split_columns gives the first parts of all texts, the second ones, and so on. Both are eager, go over the texts once or twice, and own
// fresh results. For lazy work text by text, see parts, part_count and part of <ravel/lazy/words.hpp>.
#pragma once

#include <ravel/lazy/words.hpp>
#include <ravel/op/order/detail/sorted_keys.hpp>

namespace ravel {

// The parts of text i are parts[starts[i]], …, parts[starts[i + 1] - 1]. There is at least one part, which may be empty.
struct [[nodiscard]] split_parts {
  buffer<std::string> parts;
  buffer<index_t> starts;  // one more than there are texts
};

namespace detail {

RAVEL_API void cut_text(std::string_view text, std::string_view separator, std::string* parts);
RAVEL_API std::vector<buffer<std::string>> empty_columns(index_t texts, index_t columns);
RAVEL_API void cut_in_columns(std::string_view text, std::string_view separator, index_t row, std::span<const buffer<std::string>> columns);

}  // namespace detail

template <detail::input R>
  requires std::convertible_to<const detail::read_t<R>&, std::string_view>
[[nodiscard]] split_parts split(const R& r, std::string_view separator) {
  detail::check_word("split", separator);
  auto&& source = detail::node_for_call(r);
  const detail::node<detail::read_t<R>>& of = source;
  const detail::elements_in_row<detail::read_t<R>> row(of);
  const buffer<index_t> starts = detail::unfilled_buffer<index_t>(of.size() + 1);
  index_t total = starts.unchecked(0) = 0, texts = 0;
  for (const auto& text : row.span()) starts.unchecked(++texts) = total += detail::count_parts(text, separator);
  const auto parts = make_buffer<std::string>(total);
  const index_t* start = starts.data();
  for (const auto& text : row.span()) detail::cut_text(text, separator, parts.data() + *start++);
  return {parts, starts};
}

// Column k has part k of each text, or an empty text if there are fewer parts. Parts behind the last column are left out.
template <detail::input R>
  requires std::convertible_to<const detail::read_t<R>&, std::string_view>
[[nodiscard]] std::vector<buffer<std::string>> split_columns(const R& r, std::string_view separator, index_arg count) {
  detail::check_word("split_columns", separator);
  const auto columns = detail::empty_columns(detail::size_of(r), count);
  index_t row = 0;
  detail::each_element(r, [&](const detail::read_t<R>& text) { detail::cut_in_columns(text, separator, row++, columns); });
  return columns;
}

}  // namespace ravel
