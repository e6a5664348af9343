// SPDX-License-Identifier: BSL-1.0
// Sparse data as a user would write it: a map of what is stored, and one value for all the rest, of any size and element type. To be read
// only, or to be written too.
#pragma once

#include <ravel/reader/foreign.hpp>

#include <support/samples.hpp>

#include <map>
#include <span>
#include <utility>

namespace support {

template <class T>
struct map_of_stored {
  std::int64_t n;
  T rest;
  mutable std::map<std::int64_t, T> stored;

  std::int64_t size() const { return n; }
  T operator[](std::int64_t i) const {
    const auto found = stored.find(i);
    return found == stored.end() ? rest : found->second;
  }
  T fill() const { return rest; }
  std::int64_t read_stored(std::int64_t from, std::span<std::int64_t> positions, std::span<T> values) const {
    std::size_t written = 0;
    for (auto at = stored.lower_bound(from); at != stored.end() && written < positions.size(); ++at, ++written) {
      positions[written] = at->first;
      values[written] = at->second;
    }
    return static_cast<std::int64_t>(written);
  }
};

template <class T>
struct written_map : map_of_stored<T> {
  void write(std::int64_t i, const T& value) const {
    if (ravel::detail::is_fill(value, this->rest)) {
      this->stored.erase(i);
    } else {
      this->stored.insert_or_assign(i, value);
    }
  }
};

template <class T>
using stored_elements = std::map<std::int64_t, T>;

template <class T>
ravel::reader<T> listed(std::int64_t n, std::type_identity_t<T> fill, stored_elements<T> stored = {}) {
  return ravel::from(map_of_stored<T>{n, std::move(fill), std::move(stored)});
}

template <class T>
ravel::writer<T> written(std::int64_t n, std::type_identity_t<T> fill, stored_elements<T> stored = {}) {
  return ravel::from(std::make_shared<written_map<T>>(written_map<T>{{n, std::move(fill), std::move(stored)}}));
}

// Few values, so that sums of them come back to the fill; exact under +, - and *.
template <class T>
T sparse_sample(random& r) {
  if constexpr (ravel::element<T>) {
    return r.small<T>();
  } else {
    return sample<T>(r);
  }
}

// About one in so many positions is stored.
template <class T>
stored_elements<T> scattered(std::int64_t n, const T& fill, std::int64_t one_in, std::uint64_t seed) {
  random r(seed);
  stored_elements<T> stored;
  for (std::int64_t i = 0; i < n; ++i) {
    if (!r.chance(one_in)) continue;
    const T value = sparse_sample<T>(r);
    if (!ravel::detail::is_fill(value, fill)) stored.emplace(i, value);
  }
  return stored;
}

template <class T>
ravel::reader<T> listed_at_random(std::int64_t n, std::type_identity_t<T> fill, std::int64_t one_in, std::uint64_t seed) {
  auto stored = scattered<T>(n, fill, one_in, seed);
  return listed<T>(n, std::move(fill), std::move(stored));
}

}  // namespace support
