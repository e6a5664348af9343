// SPDX-License-Identifier: BSL-1.0
// Sorted keys, for operations that need the distance between two: consecutive elements, checked to be in order, and the distance from a
// lesser to a greater one. Keys are numbers, points of time, or any type with < and -. Borrows the elements, or owns a copy.
#pragma once

#include <ravel/element/detail/compare.hpp>
#include <ravel/element/ticks.hpp>
#include <ravel/op/order/merge_sorted.hpp>

#include <algorithm>

namespace ravel::detail {

template <class T>
concept has_distance = requires(const T& a, const T& b) { (b - a) < (b - a); };

// From the lesser to the greater; exact for integers.
template <class T>
auto distance_of(const T& lesser, const T& greater) {
  if constexpr (has_whole_ticks<T>) {
    return distance_of(ticks_of(lesser), ticks_of(greater));
  } else if constexpr (whole_element<T>) {
    return static_cast<std::uint64_t>(greater) - static_cast<std::uint64_t>(lesser);
  } else {
    return greater - lesser;
  }
}

// True if the distance of two keys is at most a span, or if not closed, less. Exact for integers and for times in whole ticks.
template <class K, class S>
bool lies_within(const K& lesser, const K& greater, const S& span, bool closed = true) {
  if constexpr (has_whole_ticks<K> && has_whole_ticks<S>) {
    using unit = std::common_type_t<duration_of_t<K>, S>;
    const int128 way = int128{distance_of(lesser, greater)} * ticks_in_one<unit, K>(), most = exact_ticks<S, unit>(span);
    return closed ? way <= most : way < most;
  } else if constexpr (whole_element<K>) {
    const auto way = distance_of(lesser, greater);
    return closed ? !less{}(span, way) : less{}(way, span);
  } else {
    const auto way = greater - lesser;
    return closed ? !(span < way) : way < span;
  }
}

// A distance as a number, to divide by another. A duration gives its ticks.
template <class D>
double as_number(const D& distance) {
  if constexpr (requires { distance.count(); }) {
    return static_cast<double>(distance.count());
  } else {
    return static_cast<double>(distance);
  }
}

template <class R>
concept distant_keys = ordered_reader<R> && has_distance<read_t<R>> && requires(const read_t<R>& a) { as_number(distance_of(a, a)); };

// Consecutive elements, where they lie or copied.
template <class T>
class elements_in_row {
 public:
  explicit elements_in_row(const node<T>& source) {
    const auto& memory = source.memory();
    if (!memory.data || memory.step != 1) {
      copy_ = unfilled_buffer<T>(source.size());
      read_into(source, 0, source.size(), copy_.data());
    }
    seen_ = {copy_.size() > 0 ? copy_.data() : memory.data, static_cast<std::size_t>(source.size())};
  }
  std::span<const T> span() const { return seen_; }

 private:
  std::span<const T> seen_;
  buffer<T> copy_;
};

[[noreturn]] RAVEL_API void throw_nan_key(const char* operation, index_t position);

// Throws unless the keys ascend without NaN, which would stand behind all numbers.
template <class T>
void check_keys(const char* operation, std::span<const T> keys) {
  check_sorted(operation, "the reader of keys", keys.data(), std::ssize(keys));
  if (!keys.empty() && differs_from_itself(keys.back())) throw_nan_key(operation, static_cast<index_t>(lower_bound(keys, keys.back())));
}

}  // namespace ravel::detail
