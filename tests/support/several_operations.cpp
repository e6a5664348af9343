// SPDX-License-Identifier: BSL-1.0
#include <support/several_operations.hpp>

#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <bit>
#include <chrono>
#include <random>
#include <thread>

namespace support {

using namespace ravel;

std::vector<std::uint64_t> several_operations() {
  constexpr index_t rows = 60, columns = 70, size = rows * columns;
  std::vector<std::uint64_t> bits;
  const auto add = [&](const auto& results) {
    for (const double one : results) bits.push_back(std::bit_cast<std::uint64_t>(one));
  };
  const auto x = clone(map([](index_t i) { return static_cast<double>(i * 7919 % size - size / 3) / 7; }, iota<index_t>(size)));
  const auto nested = map([](index_t i) { return sum(iota<double>(i % 5 + 2000) / 3.0); }, iota<index_t>(size / 40));
  add(clone(x / 3.0 + reverse(x)));
  add(cumsum(x));
  add(sort(x));
  add(filter(x, [](double value) { return value > 1; }));
  add(to_vector(clone(transpose(as_tensor(x, {rows, columns})) * 0.1)));
  add(to_vector(median(as_tensor(x, {rows, columns}), 1)));
  add(clone(nested));
  add(std::vector<double>{sum(x), sum(x * x)});
  return bits;
}

void pause_at(std::int64_t position, unsigned seed) {
  std::minstd_rand random(static_cast<unsigned>(position) * 48271u + seed);
  const auto drawn = random() % 400;
  if (drawn < 3) std::this_thread::yield();
  if (drawn == 3) std::this_thread::sleep_for(std::chrono::microseconds(random() % 50));
}

}  // namespace support
