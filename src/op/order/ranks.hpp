// SPDX-License-Identifier: BSL-1.0
// The elements at given places in ascending order, for every ordered element type: in memory that may be reordered, or in memory that is
// only read and that threads share. Plain functions; ranks ascend without duplicates.
#pragma once

#include <ravel/op/detail/own_elements.hpp>

#include <span>

namespace ravel::detail {

// Moves the elements to keep to the front and gives their end. No branch depends on an element.
template <class T, class Keep>
index_t partition(T* data, index_t first, index_t end, Keep keep) {
  index_t next = first;
  for (index_t i = first; i < end; ++i) {
    const T value = data[i];
    data[i] = data[next];
    data[next] = value;
    next += keep(value);
  }
  return next;
}

// Moves the numbers to the front.
template <class T>
std::span<T> numbers_of(std::span<T> elements);

// Moves the elements of the ranks to where sorting data[first, end) would; all others lie between them.
template <class T>
void select_ranks(T* data, index_t first, index_t end, std::span<const index_t> ranks);

// True if reading that many elements takes less time than a copy of them that is reordered.
inline bool ranks_by_reading(index_t elements, std::size_t ranks) {
  constexpr index_t many = index_t{1} << 16;
  constexpr std::size_t few_ranks = 8;
  return elements >= many && ranks <= few_ranks;
}

// Calls f(node) with a node that is memory: the source, or one over its elements.
template <class T, class F>
auto in_memory(const node<T>& source, const F& f) {
  if (source.lends()) return f(source);
  const own_elements<T> computed = own_elements_of(source);
  return f(lent_node<T>(computed.stored.span()));
}

// Writes the numbers at the ranks among n numbers, and gives how many numbers the memory has. If these are not n, the ranks are wrong and
// nothing is written. Either zero may stand for another.
template <class T>
index_t read_ranks(const node<T>& memory, index_t n, std::span<const index_t> ranks, T* out);

}  // namespace ravel::detail
