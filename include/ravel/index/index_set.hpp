// SPDX-License-Identifier: BSL-1.0
// index_set: an ordered set of positions from 0 to 2^62, compact for scattered and dense members and for runs of any length. An immutable
// value: copies share the data, a moved-from set is empty, and any thread may read. If memory runs out while a set is made the program
// ends, because CRoaring, which does the set algebra, does not survive it. to_roaring and from_roaring convert to and from bytes.
#pragma once

#include <ravel/index/selection.hpp>
#include <ravel/reader/foreign.hpp>

#include <array>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <ranges>
#include <span>
#include <vector>

namespace ravel {

namespace detail {

struct set_bitmaps;
RAVEL_API selection true_positions(const node<bool>& mask);

}  // namespace detail

class index_set;

// Iterates over the members of a set, and reads some ahead. Keeps the members alive.
class RAVEL_API member_iterator {
 public:
  using value_type = index_t;
  using difference_type = index_t;
  using reference = index_t;
  using pointer = void;
  using iterator_category = std::input_iterator_tag;
  using iterator_concept = std::forward_iterator_tag;

  member_iterator() = default;

  index_t operator*() const {
    detail::check_position(rank_, first_ + at_hand_);
    return members_[static_cast<std::size_t>(rank_ - first_)];
  }
  member_iterator& operator++() {
    if (++rank_ == first_ + at_hand_) read_on();
    return *this;
  }
  member_iterator operator++(int) {
    member_iterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const member_iterator& a, const member_iterator& b) { return a.rank_ == b.rank_; }

 private:
  friend class index_set;
  member_iterator(std::shared_ptr<const ascending_set> of, index_t rank);
  void read_on();

  std::shared_ptr<const ascending_set> of_;
  index_t rank_ = 0;
  index_t first_ = 0;  // the rank of the first one at hand
  index_t at_hand_ = 0;
  std::array<index_t, 32> members_{};
};

class RAVEL_API_RESULT index_set {
 public:
  using iterator = member_iterator;

  index_set() = default;  // no positions
  index_set(std::initializer_list<index_arg> positions);
  index_set(const index_range& range);

  // The set of the selected positions, which may repeat and come in any order.
  explicit index_set(const selection& positions);
  template <class R>
    requires(!std::same_as<R, index_set> && !std::same_as<R, selection> && detail::position_source<R>)
  explicit index_set(const R& source) : index_set(detail::read_all_positions(source)) {}

  // The positions where a mask is true.
  template <readable M>
    requires boolean_element<detail::read_t<M>>
  explicit index_set(const M& mask) : index_set(where_true(detail::node_for_call(mask))) {}

  index_t size() const;
  bool empty() const { return !kept_; }
  index_t min() const;
  index_t max() const;

  // The members, ascending.
  iterator begin() const;
  iterator end() const;

  bool contains(index_arg position) const;
  index_t rank(index_arg position) const;                     // how many members are smaller; any position may be asked for
  index_t select(index_arg rank) const;                       // the member with that many smaller ones
  index_t count(index_arg start, index_arg positions) const;  // the members among that many positions
  void read(index_arg rank, std::span<index_t> out) const;    // members rank, rank + 1, ... into `out`
  void check_within(index_arg n) const;                       // all members below n, or an index_error

  index_set offset(index_arg by) const;  // every member moved by that much
  index_t bytes() const;                 // approximate memory; a lookup by rank stores the members a second time
  std::uint64_t hash() const;            // the same for equal sets, in this version of the library

  // Gives a range if the members are equally spaced.
  operator selection() const;
  std::optional<index_range> as_range() const { return selection(*this).as_range(); }

  friend RAVEL_API index_set operator&(const index_set& a, const index_set& b);
  friend RAVEL_API index_set operator|(const index_set& a, const index_set& b);
  friend RAVEL_API index_set operator-(const index_set& a, const index_set& b);
  friend RAVEL_API index_set operator^(const index_set& a, const index_set& b);
  friend RAVEL_API bool operator==(const index_set& a, const index_set& b);

 private:
  friend struct detail::set_bitmaps;
  friend RAVEL_API selection detail::true_positions(const detail::node<bool>& mask);
  class kept;
  class collector;
  struct operation;

  explicit index_set(std::shared_ptr<const kept> members) : kept_(std::move(members)) {}
  index_set(const index_t* list, index_t count);
  explicit index_set(const detail::listed_positions& read) : index_set(read.list.get(), read.count) {}
  static index_set where_true(const detail::node<bool>& mask);
  static index_set combine(const index_set& a, const index_set& b, const operation& what);

  std::shared_ptr<const kept> kept_;  // null: no positions
};

// The positions in [0, n) that are not members. All members must lie there.
RAVEL_API index_set complement(const index_set& s, index_arg n);

// The members, ascending.
RAVEL_API reader<index_t> positions(const index_set& s);
// The members in a std::vector, ascending.
[[nodiscard]] RAVEL_API std::vector<index_t> to_vector(const index_set& s);

// n bools: true for each member. All members must lie in [0, n).
RAVEL_API reader<bool> mask(const index_set& s, index_arg n);

// bits_32 is one bitmap of 32-bit positions. bits_64 (Roaring64Map) is the number of bitmaps in 64 bits, then the bitmaps, ascending, each
// after the upper 32 bits of its positions. The bytes do not say which form they have.
enum class roaring_form : unsigned char { bits_32, bits_64 };

// The bytes of a set in the portable Roaring format. A member that the form cannot hold is an index_error.
[[nodiscard]] RAVEL_API std::vector<std::byte> to_roaring(const index_set& s, roaring_form form = roaring_form::bits_64);
// The set whose bytes these are. It keeps a copy; wrong bytes are a value_error.
RAVEL_API index_set from_roaring(std::span<const std::byte> bytes, roaring_form form = roaring_form::bits_64);

namespace detail {

// Makes a set without a copy. It keeps the owner of these bytes, which lie consecutively in memory and must not change.
index_set lying_roaring(const reader<std::byte>& bytes, roaring_form form);

}  // namespace detail

}  // namespace ravel

template <>
inline constexpr bool std::ranges::enable_borrowed_range<ravel::index_set> = true;

template <>
struct std::hash<ravel::index_set> {
  std::size_t operator()(const ravel::index_set& s) const { return s.hash(); }
};
