// SPDX-License-Identifier: BSL-1.0
// Copies elements of any type, and makes and ends those that memory holds.
#include <ravel/base/detail/element_memory.hpp>
#include <ravel/reader/block.hpp>
#include <ravel/reader/detail/element_room.hpp>
#include "reader/words.hpp"

#include <algorithm>
#include <cstring>

namespace ravel::detail {

namespace {

void copy_one(const element_room& kind, const void* from, index_t i, void* to, index_t j) {
  spread(kind, {element_at(kind, from, i), 1}, 1, element_at(kind, to, j));
}

}  // namespace

void spread(const element_room& kind, raw_block from, index_t n, void* to) {
  if (n <= 0 || (from.data == to && from.step == 1)) return;
  if (!kind.of_bytes()) return kind.copy(from, n, to);
  const auto size = static_cast<std::size_t>(kind.bytes);
  if (from.step == 1) {
    std::memmove(to, from.data, static_cast<std::size_t>(n) * size);
  } else if (kind.of_words()) {
    spread_bytes(from.data, from.step, n, to, size);
  } else {
    for (index_t i = 0; i < n; ++i) std::memmove(element_at(kind, to, i), element_at(kind, from.data, i * from.step), size);
  }
}

void gather(const element_room& kind, raw_block from, const index_t* places, index_t n, void* to) {
  const bool done = with_words(kind, [&]<class B>(B) {
    const B* const first = static_cast<const B*>(from.data);
    for (index_t i = 0; i < n; ++i) static_cast<B*>(to)[i] = first[places[i] * from.step];
  });
  for (index_t i = 0; !done && i < n; ++i) copy_one(kind, from.data, places[i] * from.step, to, i);
}

void scatter(const element_room& kind, raw_block from, index_t n, void* to, index_t step) {
  if (step == 1) return spread(kind, from, n, to);
  const bool done = with_words(kind, [&]<class B>(B) {
    const B* const first = static_cast<const B*>(from.data);
    for (index_t i = 0; i < n; ++i) static_cast<B*>(to)[i * step] = first[i * from.step];
  });
  for (index_t i = 0; !done && i < n; ++i) copy_one(kind, from.data, i * from.step, to, i * step);
}

void reverse(const element_room& kind, void* elements, index_t n) {
  const bool done = with_words(kind, [&]<class B>(B) { std::reverse(static_cast<B*>(elements), static_cast<B*>(elements) + n); });
  for (index_t i = 0, j = n - 1; !done && i < j; ++i, --j)
    std::swap_ranges(element_at(kind, elements, i), element_at(kind, elements, i + 1), element_at(kind, elements, j));
}

raw_elements::raw_elements(const element_room& kind, index_t n)
    : kind_(&kind), first_(allocate_elements(n, kind.bytes, kind.alignment)), size_(n) {
  if (!kind.begin) return;
  try {
    kind.begin(first_, n);
  } catch (...) {
    free_elements(first_, kind.alignment);
    throw;
  }
}

void raw_elements::end() noexcept {
  if (kind_->end) kind_->end(first_, size_);
  free_elements(first_, kind_->alignment);
}

}  // namespace ravel::detail
