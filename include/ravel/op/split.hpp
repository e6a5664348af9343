// SPDX-License-Identifier: BSL-1.0
// split: each text cut at a separator, as one row of parts and where those of each text start; of a tensor in row-major order. It is eager,
// because only all texts together say how long the row is. Lazily, text by text: parts, part_count and part of <ravel/lazy/words.hpp>.
#pragma once

#include <ravel/lazy/words.hpp>
#include <ravel/op/for_each.hpp>
#include <ravel/storage/list.hpp>

namespace ravel {

// The parts of text i are parts[starts[i]], …, parts[starts[i + 1] - 1]: at least one, which may be empty.
struct [[nodiscard]] split_parts {
  buffer<std::string> parts;
  buffer<index_t> starts;  // one more than texts
};

namespace detail {

RAVEL_API void append_parts(list<std::string>& parts, std::string_view text, std::string_view separator);

}  // namespace detail

template <detail::input R>
  requires std::convertible_to<const detail::read_t<R>&, std::string_view>
split_parts split(const R& r, std::string_view separator) {
  detail::check_word("split", separator);
  list<std::string> parts;
  list<index_t> starts;
  starts.push_back(0);
  detail::each_element(r, [&](const detail::read_t<R>& text) {
    detail::append_parts(parts, text, separator);
    starts.push_back(parts.size());
  });
  return {parts.take(), starts.take()};
}

}  // namespace ravel
