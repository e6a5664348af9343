// SPDX-License-Identifier: BSL-1.0
// Data for the contracts of readers and writers: the types and sizes they are checked with, values of each type, and the same values behind
// readers of every kind.
#pragma once

#include <ravel/lazy/map.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/elements.hpp>
#include <support/random.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace support {

// A user's struct; its size is no multiple of that of its name, so that memory cannot step from name to name.
struct record {
  double price = 0;
  std::int32_t count = 0;
  std::array<char, 3> code{};
  bool open = false;
  std::string name;

  friend bool operator==(const record&, const record&) = default;
};

using contract_types = type_list<bool, std::int8_t, std::int64_t, float, double, std::complex<double>, std::string, record>;

// Around a vector of 16 and around blocks of doubles, and more than two blocks of any type.
template <class T>
std::vector<std::int64_t> contract_sizes() {
  return {0, 1, 2, 15, 16, 17, 1023, 1024, 1025, std::max<std::int64_t>(3000, 2 * ravel::detail::block_length<T> + 3)};
}

template <class T>
T sample(random& r) {
  if constexpr (std::same_as<T, std::string>) {
    return std::string(static_cast<std::size_t>(r.below(40)), static_cast<char>('a' + r.below(26)));  // in place and on the heap
  } else if constexpr (std::same_as<T, record>) {
    return {r.unit(), r.value<std::int32_t>(), {'x', 'y', static_cast<char>('a' + r.below(26))}, r.chance(2), sample<std::string>(r)};
  } else {
    return r.value<T>();
  }
}

template <class T>
std::vector<T> samples(std::int64_t n, std::uint64_t seed = 1) {
  random r(seed);
  std::vector<T> all;
  for (std::int64_t i = 0; i < n; ++i) all.push_back(sample<T>(r));
  return all;
}

// Memory with these values, for bool too.
template <class T>
ravel::buffer<T> in_memory(const std::vector<T>& values) {
  auto made = ravel::make_buffer<T>(static_cast<std::int64_t>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) made[static_cast<std::int64_t>(i)] = values[i];
  return made;
}

// Has a size and elements, and nothing else.
template <class T>
struct by_element {
  std::vector<T> values;
  std::size_t size() const { return values.size(); }
  T operator[](std::size_t i) const { return values.at(i); }
};

// The same that can be written, an element at a time.
template <class T>
struct by_element_writer {
  mutable std::vector<T> values;
  explicit by_element_writer(std::vector<T> held) : values(std::move(held)) {}
  std::size_t size() const { return values.size(); }
  T operator[](std::size_t i) const { return values.at(i); }
  void write(std::int64_t i, const T& value) const { values.at(static_cast<std::size_t>(i)) = value; }
};

// The values in memory, in memory with a step of -2, behind a foreign reader, and computed with scratch memory.
template <class T>
std::vector<ravel::reader<T>> in_every_way(const std::vector<T>& values) {
  std::vector<T> spread;
  for (auto it = values.rbegin(); it != values.rend(); ++it) spread.insert(spread.end(), {T{}, *it});
  const auto memory = in_memory(values), wide = in_memory(spread);
  const auto n = memory.size();
  const auto& node = ravel::detail_access::shared(wide);
  const ravel::detail::shared_untyped stepping = n > 0 ? node->sliced(2 * n - 1, n, -2, node) : node;
  const auto foreign = [&]() -> ravel::reader<T> { return ravel::from(by_element<T>{values}); };
  return {memory, ravel::detail_access::wrap<ravel::reader<T>>(stepping), foreign(),
          ravel::map([](const T&, const T& x) { return x; }, foreign(), foreign())};
}

// Compiled once, in samples.cpp, for what most tests ask for.
#define SUPPORT_SAMPLE_TYPES(X) \
  X(bool)                       \
  X(std::int8_t)                \
  X(std::int16_t)               \
  X(std::int32_t)               \
  X(std::int64_t)               \
  X(std::uint8_t)               \
  X(std::uint16_t)              \
  X(std::uint32_t) X(std::uint64_t) X(float) X(double) X(std::complex<float>) X(std::complex<double>) X(std::string) X(record)
#define SUPPORT_DECLARE(T)                                             \
  extern template std::vector<T> samples(std::int64_t, std::uint64_t); \
  extern template ravel::buffer<T> in_memory(const std::vector<T>&);   \
  extern template std::vector<ravel::reader<T>> in_every_way(const std::vector<T>&);
SUPPORT_SAMPLE_TYPES(SUPPORT_DECLARE)
#undef SUPPORT_DECLARE

}  // namespace support
