// SPDX-License-Identifier: BSL-1.0
// argpartition and argpartition_by: runs of equal neighbours, or of neighbours with equal keys by a function, as ranges of positions. NaN
// equals NaN here. Eager; the calling thread calls the function once for each element.
#pragma once

#include <ravel/base/index_range.hpp>
#include <ravel/op/keys/detail/key_table.hpp>

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

template <detail::input R, detail::key_function<R> F>
[[nodiscard]] auto argpartition_by(const R& r, F f) {
  return detail::partition_by<detail::key_of_t<F, R>>(r, f);
}

template <detail::input R>
  requires(!detail::groupable<R>)
void argpartition(const R& r) = delete;  // the elements have no ==: argpartition_by(x, f) compares keys

}  // namespace ravel
