// SPDX-License-Identifier: BSL-1.0
// Checks given entries, and makes sparse buffers for the closed set of element types.
#include <ravel/base/error.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/sparse/from.hpp>
#include <ravel/sparse/to_sparse.hpp>

namespace ravel::detail {

void check_entry_count(index_t positions, index_t values) {
  if (positions != values)
    throw shape_error(text() << counted(positions, "position") << " and " << counted(values, "value") << ": each entry has one of both");
}

void check_entries(const index_t* positions, index_t count, index_t n) {
  for (index_t i = 0; i < count; ++i) {
    if (positions[i] < 0 || positions[i] >= n)
      throw index_error(text() << "entry " << i << " has the position " << positions[i] << ", outside " << counted(n, "element"));
  }
}

void check_distinct(const index_t* positions, index_t count, const position_order& order) {
  if (order.as_listed) return;
  in_pieces(count - 1, 1, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) {
      const index_t a = order.place(i), b = order.place(i + 1);
      if (positions[a] == positions[b]) {
        throw value_error(text() << "entries " << a << " and " << b << " both have the position " << positions[b]
                                 << ": say on_duplicates::first, last or sum");
      }
    }
  });
}

void throw_no_sum(index_t position, index_t first_entry) {
  throw overflow_error(text() << "the values given for position " << position << ", the first of them entry " << first_entry
                              << ", have no sum: their type has no +");
}
void throw_sum_overflow(index_t position, index_t first_entry, double sum, dtype type) {
  throw overflow_error(text() << "the values given for position " << position << ", the first of them entry " << first_entry
                              << ", have the sum " << sum << ", which does not fit " << name(type));
}

#define RAVEL_INSTANTIATE(T)                                                                  \
  template RAVEL_API entry_array<T> combined(const entry_block<T>&, const T&, on_duplicates); \
  template RAVEL_API sparse_buffer<T> sparse_copy(const node<T>&, const T&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
