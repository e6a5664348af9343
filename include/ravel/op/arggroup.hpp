// SPDX-License-Identifier: BSL-1.0
// arggroup and arggroup_by: the positions of equal elements, or of elements for which a function gives equal keys. Keys come in the order
// in which they are first seen, the positions of each ascending. NaN is one key, and so are the two zeros.
#pragma once

#include <ravel/index/index_set.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/key_table.hpp>

namespace ravel {

template <class K>
struct group {
  K key;
  reader<index_t> positions;
};

// What arggroup gives: a handle to keys and positions that nobody changes.
template <class K>
class groups {
 public:
  using value_type = group<K>;
  using iterator = detail::element_iterator<groups, group<K>>;

  groups(reader<K> keys, reader<index_t> order, buffer<index_t> starts)
      : keys_(std::move(keys)), order_(std::move(order)), starts_(std::move(starts)) {}

  index_t size() const { return keys_.size(); }
  const reader<K>& keys() const { return keys_; }
  index_t count(index_t i) const { return starts_[detail::check_position(i, size()) + 1] - starts_[i]; }
  reader<index_t> positions(index_t i) const { return slice(order_, starts_[detail::check_position(i, size())], count(i)); }
  index_set set(index_t i) const { return index_set(positions(i)); }

  group<K> operator[](index_t i) const { return {keys_[i], positions(i)}; }
  group<K> unchecked(index_t i) const { return (*this)[i]; }
  iterator begin() const& { return {this, 0}; }
  iterator end() const& { return {this, size()}; }

 private:
  reader<K> keys_;
  reader<index_t> order_;   // the positions of the first group, of the second, ...
  buffer<index_t> starts_;  // where each begins, and the end of the last
};

namespace detail {

// The positions by their numbers, which occur as often as `counts` says, ascending under each.
RAVEL_API buffer<index_t> positions_by_number(std::span<const key_number> numbers, std::span<const index_t> counts);
// 0, counts[0], counts[0] + counts[1], ...
RAVEL_API buffer<index_t> running_starts(std::span<const index_t> counts);

template <class K, class R, class F>
groups<K> group_by(const R& r, F& f) {
  key_table<K> table;
  const auto numbers = unfilled_buffer<key_number>(size_of(r));
  key_number* out = numbers.data();
  std::vector<index_t> counts;
  each_element(r, [&](const read_t<R>& value) {
    const key_number number = table.number(f(value));
    if (number == counts.size()) counts.push_back(0);
    ++counts[number];
    *out++ = number;
  });
  return groups<K>(table.take_keys(), positions_by_number(numbers.span(), counts), running_starts(counts));
}

}  // namespace detail

template <detail::groupable R>
auto arggroup(const R& r) {
  using T = detail::read_t<R>;
  auto itself = [](const T& value) -> const T& { return value; };
  return detail::group_by<T>(r, itself);
}

template <readable R, detail::key_function<R> F>
auto arggroup_by(const R& r, F f) {
  return detail::group_by<detail::key_of_t<F, R>>(r, f);
}

template <detail::ungroupable R>
void arggroup(const R& r) = delete;  // the elements have no ==: arggroup_by(x, f) groups them by a key

}  // namespace ravel
