// SPDX-License-Identifier: BSL-1.0
// selection: positions in an order, as one type: a range, a list of positions that may repeat, or an ascending set. Values are read once,
// checked, and kept. Copies share them and nothing changes them, so any thread may read. check_within checks the positions against a size
// where the selection is applied.
#pragma once

#include <ravel/base/index_range.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/index/ascending_set.hpp>
#include <ravel/reader/concept.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace ravel {

class index_set;

namespace detail {

// A type that gives integers by position: ranges, readers, and containers that are not contiguous.
template <class R>
concept position_source = integer_range<const R> || requires(const R& source, index_t i) {
  { source.size() } -> integer;
  requires integer<std::remove_cvref_t<decltype(source[i])>>;
};

class marks;

struct listed_positions {
  std::unique_ptr<index_t[]> list;
  index_t count;
};

}  // namespace detail

class RAVEL_API_RESULT selection {
 public:
  class places;

  selection() = default;  // no positions
  selection(const selection&) = default;
  selection(selection&& from) noexcept { *this = std::move(from); }
  selection(const index_range& range) : range_(range) {}
  selection(std::initializer_list<index_arg> list);

  template <class R>
    requires(!std::same_as<R, selection> && detail::position_source<R>)
  selection(const R& source);

  template <std::derived_from<ascending_set> S>
  selection(std::shared_ptr<S> set) : selection(adopt{}, std::move(set)) {}

  selection& operator=(const selection&) = default;
  selection& operator=(selection&& from) noexcept {  // which is empty afterwards
    kept_ = std::move(from.kept_);
    range_ = std::exchange(from.range_, {});
    list_ = std::exchange(from.list_, nullptr);
    return *this;
  }

  index_t size() const { return range_.size(); }
  bool empty() const { return range_.empty(); }
  index_t operator[](index_arg i) const { return unchecked(detail::check_position(i, size())); }
  index_t unchecked(index_t i) const { return list_ ? list_[i] : kept_ ? at(i) : range_.start() + i * range_.step(); }
  detail::element_iterator<selection, index_t> begin() const& { return {this, 0}; }
  detail::element_iterator<selection, index_t> end() const& { return {this, size()}; }
  detail::element_iterator<selection, index_t> begin() const&& = delete;  // the iterator would outlive the selection: name it first
  detail::element_iterator<selection, index_t> end() const&& = delete;
  void read(index_arg start, std::span<index_t> out) const;  // positions start, start + 1, ... into `out`

  bool is_range() const { return !kept_; }
  std::optional<index_range> as_range() const { return kept_ ? std::nullopt : std::optional(range_); }
  std::span<const index_t> positions() const& { return {list_, list_ ? static_cast<std::size_t>(size()) : 0}; }  // empty unless a list
  std::span<const index_t> positions() const&& = delete;  // they would outlive the selection: name the selection first

  bool ascending() const;  // no position is smaller than the one before it
  bool distinct() const;   // no position occurs twice
  index_t min() const;
  index_t max() const;

  places find(index_arg position) const&;            // where it occurs; valid while a copy of this selection lives
  places find(index_arg position) const&& = delete;  // they may look at the selection: name it first
  bool contains(index_arg position) const;
  selection select(const selection& wanted) const;  // the positions at those places
  void check_within(index_arg size) const;          // all positions in [0, size), or an index_error that names the first one outside

  friend RAVEL_API bool operator==(const selection& a, const selection& b);  // the same positions in the same order

 private:
  struct kept;  // a list or a set, with what is known about it
  struct adopt {};
  struct rising {};  // a list of at least one position, each greater than the one before
  friend class detail::marks;

  explicit selection(detail::listed_positions read);
  selection(rising, std::unique_ptr<index_t[]> list, index_t count);
  selection(std::unique_ptr<index_t[]> list, index_t count);
  selection(adopt, std::shared_ptr<const ascending_set> set);
  index_t at(index_t rank) const;  // of a set

  index_range range_;  // the positions, or the places 0, 1, ... of what is kept
  const index_t* list_ = nullptr;
  std::shared_ptr<const kept> kept_;
};

// The places of one position in a selection, ascending: consecutive ones, or a list that the selection keeps.
class [[nodiscard]] selection::places {
 public:
  places() = default;
  places(index_t first, index_t count) : first_(first), count_(count) {}
  places(const index_t* list, index_t count) : list_(list), count_(count) {}

  index_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  index_t operator[](index_arg i) const {
    detail::check_position(i, count_);
    return list_ ? list_[i] : first_ + i;
  }

 private:
  const index_t* list_ = nullptr;
  index_t first_ = 0;
  index_t count_ = 0;
};

inline bool selection::contains(index_arg position) const { return !find(position).empty(); }

namespace detail {

[[noreturn]] RAVEL_API void throw_place_too_large(index_t entry, unsigned long long place);

template <integer Int>
index_t place_of_entry(Int place, index_t entry) {
  const auto promoted = +place;
  if (!std::in_range<index_t>(promoted)) throw_place_too_large(entry, static_cast<unsigned long long>(promoted));
  return static_cast<index_t>(promoted);
}

// Reads `count` values, each once, in bulk if the source can. Each entry has `places` places, one after the other.
template <class R>
std::unique_ptr<index_t[]> read_positions(const R& source, index_t count, index_t places = 1) {
  auto list = std::make_unique_for_overwrite<index_t[]>(static_cast<std::size_t>(count));
  if constexpr (reads_blocks<R, index_t>) {
    source.read(0, std::span(list.get(), static_cast<std::size_t>(count)));
  } else if constexpr (integer_range<const R>) {
    const auto* values = std::ranges::data(source);
    for (index_t i = 0; i < count; ++i) list[static_cast<std::size_t>(i)] = place_of_entry(values[i], i / places);
  } else if constexpr (reads_blocks<R, value_t<R>>) {
    constexpr index_t longest = 512;
    value_t<R> block[longest];
    for (index_t done = 0; done < count; done += longest) {
      const index_t n = std::min(longest, count - done);
      source.read(done, std::span(block, static_cast<std::size_t>(n)));
      for (index_t i = 0; i < n; ++i) list[static_cast<std::size_t>(done + i)] = place_of_entry(block[i], (done + i) / places);
    }
  } else {
    for (index_t i = 0; i < count; ++i)
      list[static_cast<std::size_t>(i)] = place_of_entry(source[static_cast<decltype(source.size())>(i)], i / places);
  }
  return list;
}

template <class R>
index_t count_positions(const R& source) {
  if constexpr (integer_range<const R>) {
    return static_cast<index_t>(std::ranges::size(source));
  } else {
    return check_size(to_index(source.size()));
  }
}

// Reads all values. The source's size is read once, first.
template <class R>
listed_positions read_all_positions(const R& source) {
  const index_t count = count_positions(source);
  return {read_positions(source, count), count};
}

}  // namespace detail

template <class R>
  requires(!std::same_as<R, selection> && detail::position_source<R>)
selection::selection(const R& source) : selection(detail::read_all_positions(source)) {}

}  // namespace ravel
