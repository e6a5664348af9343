// SPDX-License-Identifier: BSL-1.0
// Least and greatest of every ordered element type, in lanes that a vector unit compares side by side; NaN stays once it was met.
#include <ravel/element/for_each.hpp>
#include <ravel/op/extreme.hpp>

namespace ravel::detail {

namespace {

constexpr index_t lanes = 64;

// Every lane starts from a value of the block, so that no neutral value is needed.
template <class Before, class T>
[[gnu::always_inline]] inline T pick_in_block(const T* data, index_t step, index_t n) {
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

// Which of two zeros was met first is a matter of lanes and layout: the result is the positive one.
template <class Before, element T>
T extreme_of(const node<T>& source) {
  if (source.size() == 0) throw_no_elements(Before::name);
  T found{};
  each_block(source, 0, source.size(), [&](block<const T> b, index_t position, index_t n) {
    const T best = pick_block(Before{}, b.data, b.step, n);
    found = position == 0 ? best : preferred<Before>(found, best);
  });
  return found == T{} ? T{} : found;
}

#define RAVEL_INSTANTIATE(T)                              \
  template RAVEL_API T extreme_of<least>(const node<T>&); \
  template RAVEL_API T extreme_of<greatest>(const node<T>&);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
