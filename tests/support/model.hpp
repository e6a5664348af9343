// SPDX-License-Identifier: BSL-1.0
// The rearranging readers once more, each in a few plain lines over vectors: what they are tested against.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace support::model {

using position = std::int64_t;

template <class T>
position size(const std::vector<T>& v) {
  return static_cast<position>(v.size());
}

// f(0), f(1), …, f(n - 1)
template <class T, class F>
std::vector<T> made(position n, F f) {
  std::vector<T> all;
  for (position i = 0; i < n; ++i) all.push_back(f(i));
  return all;
}

template <class T>
std::vector<T> select(const std::vector<T>& v, const std::vector<position>& places) {
  return made<T>(size(places), [&](position i) { return v.at(static_cast<std::size_t>(places.at(static_cast<std::size_t>(i)))); });
}

template <class T>
std::vector<T> slice(const std::vector<T>& v, position start, position count, position step) {
  return select(v, made<position>(count, [&](position i) { return start + i * step; }));
}

template <class T>
std::vector<T> reverse(std::vector<T> v) {
  std::reverse(v.begin(), v.end());
  return v;
}

template <class T>
std::vector<T> concat(const std::vector<std::vector<T>>& parts) {
  std::vector<T> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

template <class T>
std::vector<T> repeat(const std::vector<T>& v, position times) {
  return concat(std::vector<std::vector<T>>(static_cast<std::size_t>(times), v));
}

template <class T>
std::vector<T> interleave(const std::vector<std::vector<T>>& parts) {
  std::vector<T> all;
  for (std::size_t i = 0; i < (parts.empty() ? 0 : parts[0].size()); ++i) {
    for (const auto& part : parts) all.push_back(part.at(i));
  }
  return all;
}

template <class T>
std::vector<T> shift(const std::vector<T>& v, position by) {
  return made<T>(size(v), [&](position i) {
    const position from = by > i ? 0 : i - by >= size(v) ? size(v) - 1 : i - by;
    return v[static_cast<std::size_t>(from)];
  });
}

}  // namespace support::model
