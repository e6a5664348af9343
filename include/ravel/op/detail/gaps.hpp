// SPDX-License-Identifier: BSL-1.0
// Finds the first or last element of a node that satisfies a condition. Of a sparse node it visits the entries; between them, only the
// first and the last position without an entry can be the answer. Belongs to one call.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/reader/detail/read.hpp>

namespace ravel::detail {

// The first position without an entry, or the last; -1 if all positions have one.
class RAVEL_API gap_search {
 public:
  explicit gap_search(bool last) : last_(last) {}
  void take(const index_t* positions, index_t n);
  index_t found(index_t size) const;
  index_t known() const { return gap_; }  // among the entries taken; -1 if none yet

 private:
  bool last_;
  index_t next_ = 0;  // the position behind the last entry
  index_t gap_ = -1;
};

// Calls f(value, position) for the entries and for the first so many positions without one, in ascending order, until f gives false.
template <class T, class F>
void each_entry_and_gap(const node<T>& source, index_t gaps, F&& f) {
  index_t next = 0;
  const auto pass_gaps = [&](index_t end) {
    for (; next < end && gaps > 0; ++next, --gaps) {
      if (!f(*source.fill(), next)) return false;
    }
    next = end;
    return true;
  };
  for (entry_blocks<T> blocks(source); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    for (index_t i = 0; i < b.count; ++i, ++next) {
      if (!pass_gaps(b.positions[i]) || !f(b.values[i], b.positions[i])) return;
    }
  }
  pass_gaps(source.size());
}

// The position of the first element for which something holds; -1 if there is none. Asks for the elements in ascending order, with several
// threads if they help, and for the fill of a sparse node once.
template <class T, class Holds>
index_t first_place(const node<T>& source, Holds holds) {
  if (by_entries(source)) {
    index_t found = -1;
    each_entry_and_gap(source, 1, [&](const T& value, index_t position) {
      if (holds(value)) found = position;
      return found < 0;
    });
    return found;
  }
  return first_in_pieces(source.size(), [&](index_t begin, index_t end) -> index_t {
    for (source_blocks<T> blocks(source, begin, end - begin); blocks.next();) {
      const auto [b, position, n] = blocks.at_hand();
      for (index_t i = 0; i < n; ++i) {
        if (holds(b.data[i * b.step])) return position + i;
      }
    }
    return -1;
  });
}

// The position of the last such element, found from the back, or among all entries.
template <class T, class Holds>
index_t last_place(const node<T>& source, Holds holds) {
  const index_t size = source.size();
  if (by_entries(source)) {
    index_t found = -1;
    gap_search gap(true);
    for (entry_blocks<T> blocks(source); blocks.next();) {
      const entry_block<T> b = blocks.at_hand();
      gap.take(b.positions, b.count);
      for (index_t i = 0; i < b.count; ++i) found = holds(b.values[i]) ? b.positions[i] : found;
    }
    return holds(*source.fill()) ? std::max(found, gap.found(size)) : found;
  }
  // Counted from the back.
  const index_t behind = first_in_pieces(size, [&](index_t begin, index_t end) -> index_t {
    index_t found = -1;
    for (index_t stop = size - begin; stop > size - end && found < 0;) {
      const index_t start = std::max(size - end, stop - block_length<T>);
      for (source_blocks<T> blocks(source, start, stop - start); blocks.next();) {
        const auto [b, position, n] = blocks.at_hand();
        index_t left = n;
        while (left > 0 && !holds(b.data[(left - 1) * b.step])) --left;
        if (left > 0) found = size - (position + left);
      }
      stop = start;
    }
    return found;
  });
  return behind < 0 ? -1 : size - 1 - behind;
}

}  // namespace ravel::detail
