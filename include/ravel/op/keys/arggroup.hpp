// SPDX-License-Identifier: BSL-1.0
// arggroup and arggroup_by: the positions of equal elements, or of elements with equal keys by a function. Keys come in the order in which
// they are first seen, the positions of each ascending. argpartition and argpartition_by: runs of equal neighbours, or of neighbours with
// equal keys, as ranges of positions. run_lengths(x): for each element, the length of its run. NaN is one key, and so are the two zeros.
// Eager, with fresh results; the calling thread calls the function once for each element.
#pragma once

#include <ravel/base/index_range.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/keys/detail/key_table.hpp>

#include <algorithm>
#include <optional>
#include <span>

namespace ravel {

// One group: its key, and the ascending positions of its elements.
template <class K>
struct group {
  K key;
  reader<index_t> positions;
};

// The result of arggroup: a handle to keys and positions, which are immutable.
template <class K>
class groups {
 public:
  using value_type = group<K>;
  using iterator = detail::element_iterator<groups, group<K>>;

  groups(reader<K> keys, reader<index_t> order, buffer<index_t> starts)
      : keys_(std::move(keys)), order_(std::move(order)), starts_(std::move(starts)) {}

  index_t size() const { return keys_.size(); }
  const reader<K>& keys() const& { return keys_; }
  reader<K> keys() && { return std::move(keys_); }
  index_t count(index_arg i) const { return starts_[detail::check_position(i, size()) + 1] - starts_[i]; }
  reader<index_t> positions(index_arg i) const { return slice(order_, starts_[detail::check_position(i, size())], count(i)); }
  index_set set(index_arg i) const { return index_set(positions(i)); }

  detail::given_t<group<K>> operator[](index_arg i) const { return {keys_[i], positions(i)}; }
  detail::given_t<group<K>> unchecked(index_t i) const { return (*this)[i]; }
  iterator begin() const& { return {this, 0}; }
  iterator end() const& { return {this, size()}; }
  iterator begin() const&& = delete;  // the iterator would outlive the groups: name them first
  iterator end() const&& = delete;

 private:
  reader<K> keys_;
  reader<index_t> order_;   // the positions of the first group, of the second, ...
  buffer<index_t> starts_;  // the begin of each group, and the end of the last
};

namespace detail {

// The key numbers at all n positions, and the count of each number. Numbers take two bytes as long as that is enough: touching fresh memory
// costs as much as finding the numbers.
class key_numbers {
 public:
  RAVEL_API explicit key_numbers(index_t n);

  // Adds the numbers at the next positions. They are below `keys`.
  RAVEL_API void add(std::span<const key_number> numbers, index_t keys);
  // The positions sorted by their numbers, ascending for each, and the begin of each number: 0, its count, ...
  RAVEL_API buffer<index_t> positions() const;
  RAVEL_API buffer<index_t> starts() const;

 private:
  bool are_narrow() const { return counts_.size() <= std::size_t{1} << 16; }
  void widen();

  std::vector<index_t> counts_;
  buffer<std::uint16_t> narrow_;
  buffer<key_number> wide_;  // used instead of narrow_ if there are more keys
  index_t size_ = 0;
};

template <class K, class T, class F>
groups<K> group_by(const node<T>& elements, F& f) {
  constexpr index_t piece = 1024;
  key_number room[piece];
  key_table<K> table;
  key_numbers numbers(elements.size());
  for (source_blocks<T> blocks(elements); blocks.next();) {
    const auto [b, at, n] = blocks.at_hand();
    for (index_t done = 0; done < n; done += piece) {
      const index_t count = std::min(piece, n - done);
      for (index_t i = 0; i < count; ++i) room[i] = table.number(f(b.data[(done + i) * b.step]));
      numbers.add({room, static_cast<std::size_t>(count)}, table.size());
    }
  }
  return groups<K>(table.take_keys(), numbers.positions(), numbers.starts());
}
template <class T>
groups<T> arggroup_of(const node<T>& elements) {
  auto itself = [](const T& value) -> const T& { return value; };
  return group_by<T>(elements, itself);
}
template <class T>
groups<T> arggroup_in_src(const node<T>& elements);  // defined in src/

}  // namespace detail

template <detail::groupable R>
[[nodiscard]] auto arggroup(const R& r) {
  using T = detail::read_t<R>;
  if constexpr (detail::in_src<T>) {
    return detail::arggroup_in_src<T>(detail::node_for_call(r));
  } else {
    return detail::arggroup_of<T>(detail::node_for_call(r));
  }
}

template <detail::input R, detail::called_with<detail::element_ref<R>> F>
  requires detail::key<detail::key_of_t<F, R>>
[[nodiscard]] auto arggroup_by(const R& r, F f) {
  return detail::group_by<detail::key_of_t<F, R>, detail::read_t<R>>(detail::node_for_call(r), f);
}

void arggroup(...) = delete;  // the elements have no ==: arggroup_by(x, f) groups them by a key

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

void argpartition(...) = delete;  // the elements have no ==: argpartition_by(x, f) compares keys

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
