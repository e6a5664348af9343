// SPDX-License-Identifier: BSL-1.0
// The least and greatest element of every ordered type, and their positions. NaN stays once it was found.
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/reducers.hpp>
#include "exec/from_pieces.hpp"
#include "op/fold/best_element.hpp"
#include "op/fold/gathering.hpp"

namespace ravel::detail {

namespace {

template <class Before, class T>
T pick_block(const T* data, index_t step, index_t n) {
  T found = *data;
  gather(picked<Before, T>{}, data, step, n, &found, 0, 1);
  return found;
}

}  // namespace

template <class Before, class T>
T extreme_of(const node<T>& source) {
  if (source.size() == 0) throw_no_elements(Before::name);
  if (by_entries(source)) {
    index_t stored = 0;
    T found{};
    for (entry_blocks<T> blocks(source); blocks.next();) {
      const entry_block<T> b = blocks.at_hand();
      const T best = pick_block<Before>(b.values, 1, b.count);
      found = stored == 0 ? best : preferred<Before>(found, best);
      stored += b.count;
    }
    if (stored < source.size()) found = stored == 0 ? *source.fill() : preferred<Before>(found, *source.fill());
    return without_sign_of_zero(found);
  }
  const auto best_of = [&](index_t begin, index_t end) {
    T found{};
    for (source_blocks<T> blocks(source, begin, end - begin); blocks.next();) {
      const auto [b, position, n] = blocks.at_hand();
      const T best = pick_block<Before>(b.data, b.step, n);
      found = position == begin ? best : preferred<Before>(found, best);
    }
    return found;
  };
  return without_sign_of_zero(from_pieces(source.size(), 1, best_of, preferred<Before, T>));
}

// Searches a piece for its best element only if that is better than all before, or equal and the last is wanted. The piece is then in a
// near cache. A few elements are searched one by one, without a branch that depends on them.
template <class Before, bool Last, class T>
void look_for_extreme(best_element<T>& best, block<const T> b, index_t position, index_t n) {
  constexpr index_t piece = 8192, few = 16;
  const auto beats = [](T value, T other) { return Before{}(value, other) | ((value != value) & (other == other)); };
  if (n > 0 && n <= few) {
    best_element<T> found = best.place < 0 ? best_element<T>{*b.data, position} : best;
    for (index_t i = 0; i < n; ++i) {
      const T value = b.data[i * b.step];
      const bool better = Last ? !beats(found.value, value) : beats(value, found.value);
      found = {better ? value : found.value, better ? position + i : found.place};
    }
    best = found;
    return;
  }
  for (index_t start = 0; start < n; start += piece) {
    const T* data = b.data + start * b.step;
    const index_t count = std::min(piece, n - start);
    const T found = pick_block<Before>(data, b.step, count);
    if (best.place >= 0 && !beats(found, best.value) && (!Last || beats(best.value, found))) continue;
    index_t i = Last ? count - 1 : 0;
    while (beats(found, data[i * b.step])) i += Last ? -1 : 1;
    best = {found, position + start + i};
  }
}

template <class Before, class T>
T extreme_in(std::span<const T> block) {
  return pick_block<Before>(block.data(), 1, static_cast<index_t>(block.size()));
}

#define RAVEL_INSTANTIATE(T)                                                                           \
  template RAVEL_API T extreme_of<least>(const node<T>&);                                              \
  template RAVEL_API T extreme_of<greatest>(const node<T>&);                                           \
  template RAVEL_API T extreme_in<least, T>(std::span<const T>);                                       \
  template RAVEL_API T extreme_in<greatest, T>(std::span<const T>);                                    \
  template void look_for_extreme<least, false>(best_element<T>&, block<const T>, index_t, index_t);    \
  template void look_for_extreme<least, true>(best_element<T>&, block<const T>, index_t, index_t);     \
  template void look_for_extreme<greatest, false>(best_element<T>&, block<const T>, index_t, index_t); \
  template void look_for_extreme<greatest, true>(best_element<T>&, block<const T>, index_t, index_t);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
