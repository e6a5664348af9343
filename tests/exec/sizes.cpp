// SPDX-License-Identifier: BSL-1.0
// Shared work at sizes around the bounds of lanes, chunks, blocks and tasks, for elements of every size and kind: the bits of one thread.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/same_for_all.hpp>

#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace ravel;
using support::same_for_all;

namespace {

constexpr index_t sizes[] = {0, 1, 2, 7, 8, 9, 255, 256, 257, 1023, 1024, 1025, 2047, 2049, 4097};
constexpr index_t longest = 65537;

// Numbers of all magnitudes, some of which are zeros of either sign, infinite, or none.
buffer<double> numbers(bool is_finite) {
  std::vector<double> x = to_vector(exp(flat(random_normal<double>({longest}, 0, 10, 5))));
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i % 5 == 0) x[i] = 0;
    if (i % 7 < 3) x[i] = -x[i];
    if (!is_finite && i % 401 == 400) x[i] = std::numeric_limits<double>::infinity();
    if (!is_finite && i % 409 == 408 && i > 2047) x[i] = std::numeric_limits<double>::quiet_NaN();
  }
  return adopt(std::move(x));
}

template <class T, class Make>
void elements_are_moved(const Make& make) {
  const buffer<T> x = clone(map(make, iota<index_t>(5000)));
  for (const index_t n : sizes) {
    const reader<T> part = slice(x, 0, n);
    same_for_all([&] { return clone(concat(part, reverse(part))); });
    same_for_all([&] { return clone(slice(x, 4999, n, -1)); });
  }
}

}  // namespace

TEST_CASE("elements of every kind are moved at any size", "[exec]") {
  elements_are_moved<bool>([](index_t i) { return i % 3 == 0; });
  elements_are_moved<std::int8_t>([](index_t i) { return static_cast<std::int8_t>(i % 200 - 100); });
  elements_are_moved<std::uint16_t>([](index_t i) { return static_cast<std::uint16_t>(i * 13); });
  elements_are_moved<float>([](index_t i) { return 1 / static_cast<float>(i); });
  elements_are_moved<std::int64_t>([](index_t i) { return i * i * i; });
  elements_are_moved<std::complex<double>>([](index_t i) { return std::complex<double>(static_cast<double>(i), -0.0); });
  elements_are_moved<std::string>([](index_t i) { return std::string(static_cast<std::size_t>(i % 40), 'x') + std::to_string(i); });
}

TEST_CASE("numbers of any size and magnitude have the bits of one thread", "[exec]") {
  for (const bool is_finite : {true, false}) {
    const auto values = numbers(is_finite);
    std::vector<index_t> lengths(std::begin(sizes), std::end(sizes));
    if (is_finite) lengths.insert(lengths.end(), {65535, 65536, 65537});
    for (const index_t n : lengths) {
      const auto x = slice(values, 0, n);
      const auto narrow = clone(cast<float>(x * 1e-10));
      same_for_all([&] { return clone(x * 2.0 - sqrt(abs(x))); });
      same_for_all([&] { return cumsum(x); });
      same_for_all([&] { return buffer<double>{sum(x), sum(reverse(x) * 1.0), norm(narrow), static_cast<double>(sum(narrow))}; });
      if (n > 0) same_for_all([&] { return buffer<double>{max(x), min(x), product(x), mean(x), mean(narrow)}; });
      if (n < 5000) same_for_all([&] { return sort(x); });
    }
  }
}
