// SPDX-License-Identifier: BSL-1.0
// run_lengths(x): for each element, the length of its run of equal elements. NaN equals NaN, as among keys. Eager, with fresh results;
// threads share lines, not parts of a line.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/keys/detail/key_table.hpp>

#include <algorithm>
#include <optional>

namespace ravel {

template <detail::groupable R>
  requires detail::line_input<R>
[[nodiscard]] buffer<index_t> run_lengths(const R& r) {
  using T = detail::read_t<R>;
  const buffer<index_t> lengths = make_buffer<index_t>(detail::size_of(r));
  index_t* const out = lengths.data();
  std::optional<T> before;
  index_t begin = 0, place = 0;
  const auto end_run = [&] { std::fill(out + begin, out + place, place - begin); };
  ravel::for_each(r, [&](const T& value) {
    if (!before || !detail::same_key(*before, value)) {
      end_run();
      begin = place;
      before = value;
    }
    ++place;
  });
  end_run();
  return lengths;
}

RAVEL_FACES(run_lengths)  // of elements that can be keys: run_lengths(x, axis)

}  // namespace ravel
