// SPDX-License-Identifier: BSL-1.0
// Least and greatest of every ordered element type, in lanes that a vector unit compares side by side, and where they are; NaN stays once
// it was met.
#include <ravel/element/for_each.hpp>
#include <ravel/op/arg_extreme.hpp>
#include <ravel/op/reducers.hpp>

namespace ravel::detail {

namespace {

// As many as fit half of the vector registers: more would be spilled.
template <class T>
constexpr index_t lanes_of = sizeof(T) == 8 ? 32 : 64;

// Every lane starts from a value of the block, so that no neutral value is needed.
template <class Before, class T>
[[gnu::always_inline]] inline T pick_in_block(const T* data, index_t step, index_t n) {
  constexpr index_t lanes = lanes_of<T>;
  T lane[static_cast<std::size_t>(lanes)];
  for (index_t j = 0; j < lanes; ++j) lane[j] = data[0];
  index_t i = 0;
  if (step == 1) {
    for (; i + lanes <= n; i += lanes) {
      for (index_t j = 0; j < lanes; ++j) lane[j] = preferred<Before>(lane[j], data[i + j]);
    }
  }
  for (; i < n; ++i) lane[0] = preferred<Before>(lane[0], data[i * step]);
  for (index_t j = 1; j < lanes; ++j) lane[0] = preferred<Before>(lane[0], lane[j]);
  return lane[0];
}

#define RAVEL_PICK_KERNELS(T)                                                                                              \
  RAVEL_KERNEL T pick_block(least, const T* data, index_t step, index_t n) { return pick_in_block<least>(data, step, n); } \
  RAVEL_KERNEL T pick_block(greatest, const T* data, index_t step, index_t n) { return pick_in_block<greatest>(data, step, n); }
RAVEL_FOR_EACH_ORDERED(RAVEL_PICK_KERNELS)
#undef RAVEL_PICK_KERNELS

}  // namespace

template <class Before, class T>
T extreme_of(const node<T>& source) {
  if (source.size() == 0) throw_no_elements(Before::name);
  T found{};
  each_block(source, 0, source.size(), [&](block<const T> b, index_t position, index_t n) {
    const T best = pick_block(Before{}, b.data, b.step, n);
    found = position == 0 ? best : preferred<Before>(found, best);
  });
  return without_sign_of_zero(found);
}

// The best of a piece is looked for only where it is better than all before, or as good and the last is wanted; the piece is then in a near
// cache.
template <class Before, bool Last, class T>
index_t place_of_extreme(const node<T>& source) {
  constexpr index_t piece = 8192;
  const auto beats = [](T a, T b) { return Before{}(a, b) || (a != a && b == b); };
  T found{};
  index_t place = -1;
  each_block(source, 0, source.size(), [&](block<const T> b, index_t position, index_t n) {
    for (index_t start = 0; start < n; start += piece) {
      const T* data = b.data + start * b.step;
      const index_t count = std::min(piece, n - start);
      const T best = pick_block(Before{}, data, b.step, count);
      if (place >= 0 && !beats(best, found) && (!Last || beats(found, best))) continue;
      found = best;
      index_t i = Last ? count - 1 : 0;
      while (beats(best, data[i * b.step])) i += Last ? -1 : 1;
      place = position + start + i;
    }
  });
  return place;
}

template <class Before, class T>
T extreme_in(std::span<const T> block) {
  return pick_block(Before{}, block.data(), 1, static_cast<index_t>(block.size()));
}

#define RAVEL_INSTANTIATE(T)                                                    \
  template RAVEL_API T extreme_of<least>(const node<T>&);                       \
  template RAVEL_API T extreme_of<greatest>(const node<T>&);                    \
  template RAVEL_API T extreme_in<least, T>(std::span<const T>);                \
  template RAVEL_API T extreme_in<greatest, T>(std::span<const T>);             \
  template RAVEL_API index_t place_of_extreme<least, false>(const node<T>&);    \
  template RAVEL_API index_t place_of_extreme<least, true>(const node<T>&);     \
  template RAVEL_API index_t place_of_extreme<greatest, false>(const node<T>&); \
  template RAVEL_API index_t place_of_extreme<greatest, true>(const node<T>&);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
