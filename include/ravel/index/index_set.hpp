// SPDX-License-Identifier: BSL-1.0
// index_set: an ordered set of positions from 0 to 2^62, small whether they lie scattered, dense or in runs of any length. A value that
// never changes: copies share what is kept, what was moved from is empty, and any number of threads may ask. Memory that runs out while a
// set is made ends the program: CRoaring, which does the set algebra, does not survive it.
#pragma once

#include <ravel/index/selection.hpp>
#include <ravel/reader/foreign.hpp>

#include <initializer_list>
#include <vector>

namespace ravel {

namespace detail {

struct set_bitmaps;

}  // namespace detail

class RAVEL_API_RESULT index_set {
 public:
  index_set() = default;  // no positions
  index_set(std::initializer_list<index_arg> positions);
  index_set(const index_range& range);

  // What these hold, in any order and as often as it likes.
  explicit index_set(const selection& positions);
  template <class R>
    requires(!std::same_as<R, index_set> && !std::same_as<R, selection> && detail::position_source<R>)
  explicit index_set(const R& source) : index_set(detail::read_all_positions(source)) {}

  // Where a mask is true.
  template <readable M>
    requires boolean_element<detail::read_t<M>>
  explicit index_set(const M& mask) {
    add_true(detail::peek(mask));
  }

  index_t size() const;
  bool empty() const { return !kept_; }
  index_t min() const;
  index_t max() const;

  bool contains(index_arg position) const;
  index_t rank(index_arg position) const;                     // how many members are smaller; any position may be asked for
  index_t select(index_arg rank) const;                       // the member with that many smaller ones
  index_t count(index_arg start, index_arg positions) const;  // the members among that many positions
  void read(index_arg rank, std::span<index_t> out) const;    // members rank, rank + 1, ... into `out`
  void check_within(index_arg n) const;                       // all members below n, or an index_error

  index_set offset(index_arg by) const;  // every member moved by that much
  index_t bytes() const;                 // what is kept, about; a set that was asked by rank keeps its members a second time
  std::uint64_t hash() const;            // the same for equal sets, in this version of the library

  // A range where the members are equally far apart.
  operator selection() const;
  std::optional<index_range> as_range() const { return selection(*this).as_range(); }

  friend RAVEL_API index_set operator&(const index_set& a, const index_set& b);
  friend RAVEL_API index_set operator|(const index_set& a, const index_set& b);
  friend RAVEL_API index_set operator-(const index_set& a, const index_set& b);
  friend RAVEL_API index_set operator^(const index_set& a, const index_set& b);
  friend RAVEL_API bool operator==(const index_set& a, const index_set& b);

 private:
  friend struct detail::set_bitmaps;
  class kept;
  class collector;
  struct operation;

  explicit index_set(std::shared_ptr<const kept> members) : kept_(std::move(members)) {}
  index_set(const index_t* list, index_t count);
  explicit index_set(const detail::listed_positions& read) : index_set(read.list.get(), read.count) {}
  void add_true(const detail::node<bool>& mask);
  static index_set combine(const index_set& a, const index_set& b, const operation& what);

  std::shared_ptr<const kept> kept_;  // null: no positions
};

// The positions in [0, n) that are no members; all members lie there.
RAVEL_API index_set complement(const index_set& s, index_arg n);

// The members, ascending.
RAVEL_API reader<index_t> positions(const index_set& s);

// n bools: is the position a member? All members lie in [0, n).
RAVEL_API reader<bool> mask(const index_set& s, index_arg n);

}  // namespace ravel

template <>
struct std::hash<ravel::index_set> {
  std::size_t operator()(const ravel::index_set& s) const { return s.hash(); }
};
