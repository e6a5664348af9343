// SPDX-License-Identifier: BSL-1.0
// argpartition and argpartition_by: runs of equal neighbours, or of neighbours with equal keys by a function, as ranges of positions.
// run_lengths(x): for each element, the length of its run. NaN equals NaN here. Eager; the calling thread calls the function once for each
// element.
#pragma once

#include <ravel/base/index_range.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/keys/detail/key_table.hpp>

#include <algorithm>
#include <optional>

namespace ravel {

// A run of equal neighbours: its key and its positions.
template <class K>
struct partition {
  K key;  // of the first element
  index_range positions;
};

namespace detail {

template <class K, class R, class F>
std::vector<partition<K>> partition_by(const R& r, F& f) {
  std::vector<partition<K>> runs;
  index_t position = 0, start = 0;
  each_element(r, [&](const read_t<R>& value) {
    decltype(auto) k = f(value);
    if (runs.empty() || !same_key<K>(runs.back().key, k)) {
      if (!runs.empty()) runs.back().positions = slice(start, position - start);
      runs.push_back({K(k), {}});
      start = position;
    }
    ++position;
  });
  if (!runs.empty()) runs.back().positions = slice(start, position - start);
  return runs;
}

}  // namespace detail

template <detail::groupable R>
[[nodiscard]] auto argpartition(const R& r) {
  using T = detail::read_t<R>;
  auto itself = [](const T& value) -> const T& { return value; };
  return detail::partition_by<T>(r, itself);
}

template <detail::input R, detail::called_with<detail::element_ref<R>> F>
  requires detail::key<detail::key_of_t<F, R>>
[[nodiscard]] auto argpartition_by(const R& r, F f) {
  return detail::partition_by<detail::key_of_t<F, R>>(r, f);
}

template <detail::input R>
  requires(!detail::groupable<R>)
void argpartition(const R& r) = delete;  // the elements have no ==: argpartition_by(x, f) compares keys

// For each element, the length of its run of equal elements. Threads share lines, not parts of a line.
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
