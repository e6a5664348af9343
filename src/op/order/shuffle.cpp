// SPDX-License-Identifier: BSL-1.0
// Fisher and Yates' shuffle from the front: place i is swapped with a random one from i on, so that the first k places are done after k
// steps. A small sample stores only the places that changed.
#include <ravel/base/error.hpp>
#include <ravel/base/random.hpp>
#include <ravel/op/order/shuffle.hpp>

#include <numeric>
#include <unordered_map>
#include <utility>

namespace ravel {

namespace {

// Swaps the first k of n places. swap(i, j) swaps two and gives the new value at i.
template <class Swap>
buffer<index_t> drawn(index_t n, index_t k, std::uint64_t seed, Swap swap) {
  random_engine random(seed);
  auto result = detail::unfilled_buffer<index_t>(k);
  for (index_t i = 0; i < k; ++i) result.unchecked(i) = swap(i, i + random.below(n - i));
  return result;
}

}  // namespace

buffer<index_t> shuffle(index_arg n, seed_arg seed) { return sample(n, n, seed); }

buffer<index_t> sample(index_arg n, index_arg k, seed_arg seed) {
  detail::check_size(n);
  if (k < 0 || k > n)
    throw value_error(detail::text() << "a sample of " << k << " out of " << detail::counted(index_t{n}, "position")
                                     << ": it must be from 0 to " << n);
  if (k > n / 8) {
    const auto positions = detail::unfilled_buffer<index_t>(n);
    std::iota(positions.begin(), positions.end(), index_t{0});
    index_t* const places = positions.data();
    return drawn(n, k, seed, [=](index_t i, index_t j) {
      std::swap(places[i], places[j]);
      return places[i];
    });
  }
  std::unordered_map<index_t, index_t> moved;  // places from i on that changed
  return drawn(n, k, seed, [&](index_t i, index_t j) {
    const auto own = moved.find(i);
    const index_t value = own == moved.end() ? i : own->second;
    const auto [other, untouched] = moved.try_emplace(j, j);
    return std::exchange(other->second, value);
  });
}

}  // namespace ravel
