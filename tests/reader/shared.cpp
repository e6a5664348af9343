// SPDX-License-Identifier: BSL-1.0
// What occurs more than once in a tree is computed once a block, wherever in the tree that is, and the values stay those of each
// occurrence.
#include <ravel/lazy/assume.hpp>
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/reader/detail/shared.hpp>

#include <support/faults.hpp>
#include <support/on_one_thread.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <cmath>
#include <stdexcept>
#include <vector>

using ravel::index_t;
using ravel::reader;

namespace {

reader<double> counted(index_t n, index_t& calls) {
  return ravel::generate(n, [&calls](index_t i) {
    ++calls;
    return static_cast<double>(i % 1000) - 300;
  });
}

}  // namespace

TEST_CASE("a node that occurs in several places is computed once", "[reader]") {
  const support::on_one_thread here;
  index_t calls = 0;
  const index_t n = 5000;
  const auto t = counted(n, calls);
  const reader<double> up = t + 1.0, down = t - 1.0, product = up * down, sines = ravel::sin(up);
  std::vector<double> expected;
  for (index_t i = 0; i < n; ++i) expected.push_back(product[i] + sines[i] * down[i]);
  calls = 0;
  CHECK_EQUAL(ravel::clone(product + sines * down), expected);
  CHECK(calls == n);
}

TEST_CASE("a tree with more places than could ever be read takes one pass for each node, also for one element", "[reader]") {
  index_t calls = 0;
  const index_t n = 3000;
  const auto start = counted(n, calls);
  reader<double> a = start + 0.0, b = start * 0.5;
  reader<double> doubled = start, angle = start;
  for (int i = 0; i < 200; ++i) {
    const reader<double> c = (a + b) * 0.5;
    a = b;
    b = c;
    doubled = doubled + doubled;
    angle = atan2(angle, angle);
  }
  CHECK(calls == 0);
  const auto result = ravel::clone(b);
  CHECK(calls == n);
  CHECK(std::abs(result[7] - (2 * (-293 * 0.5) - 293) / 3) < 1e-6);
  CHECK(result[7] == b[7]);
  CHECK(calls == n + 1);
  CHECK(doubled[300] == 0);
  CHECK(doubled[301] == std::ldexp(1.0, 200));
  CHECK(ravel::clone(doubled)[2999] == std::ldexp(699.0, 200));
  CHECK(angle[7] == ravel::clone(angle)[7]);
}

TEST_CASE("a node that is read elsewhere as well is not mistaken", "[reader]") {
  support::random r(7);
  for (const index_t n : {1023, 1024, 1025, 2048, 5000}) {
    const ravel::buffer<double> x = support::in_memory(r.values<double>(n));
    const reader<double> t = x * 2.0, u = t + 1.0;
    const reader<double> turned = ravel::reverse(t), moved = ravel::shift(t, 1), ends = ravel::concat(slice(u, 5, n - 5), slice(u, 0, 5));
    std::vector<double> expected;
    for (index_t i = 0; i < n; ++i) expected.push_back(((((t[i] - u[i]) * turned[i]) - moved[i]) * ends[i]) + t[i]);
    const auto z = ravel::clone(reader<double>(reader<double>(reader<double>(reader<double>(t - u) * turned) - moved) * ends) + t);
    CHECK_EQUAL(z, expected);
    // Also onto what it reads.
    const ravel::buffer<double> target = ravel::clone(x);
    const reader<double> twice = target * 2.0, more = twice + 1.0;
    for (index_t i = 0; i < n; ++i) expected[static_cast<std::size_t>(i)] = twice[i] * more[i] + target[i];
    copy(reader<double>(twice * more) + target, target);
    CHECK_EQUAL(target, expected);
  }
}

TEST_CASE("more of them than are looked for, and types of all sizes", "[reader]") {
  const index_t n = 3000;
  std::vector<reader<std::int64_t>> each;
  for (index_t k = 0; k < 100; ++k) each.push_back(ravel::iota<std::int64_t>(n, k) * std::int64_t{3});
  reader<std::int64_t> total = each[0];
  reader<std::int8_t> signs = ravel::cast<std::int8_t>(each[0] % std::int64_t{5});
  for (const auto& one : each) {
    signs = ravel::cast<std::int8_t>(signs ^ ravel::cast<std::int8_t>(one % std::int64_t{5}));
    total = total + one * ravel::cast<std::int64_t>(signs);
  }
  const auto computed = ravel::clone(total);
  for (const index_t i : {0, 1, 511, 512, 1023, 1024, 2999}) {
    std::int64_t expected = 3 * i;
    auto sign = static_cast<std::int8_t>(3 * i % 5);
    for (index_t k = 0; k < 100; ++k) {
      sign = static_cast<std::int8_t>(sign ^ static_cast<std::int8_t>(3 * (i + k) % 5));
      expected += 3 * (i + k) * sign;
    }
    CHECK(computed[i] == expected);
  }
}

TEST_CASE("a function that throws in a shared node leaves the evaluation as any other does", "[reader]") {
  const support::on_one_thread here;
  const auto t = ravel::generate(3000, [](index_t i) { return i == 2000 ? throw std::runtime_error("2000") : static_cast<double>(i); });
  const reader<double> up = t + 1.0, down = t - 1.0;
  const auto target = ravel::make_buffer<double>(3000, -1.0);
  CHECK_THROWS_WITH(copy(assume_no_alias(reader<double>(up * down) + up), target), "2000");
  CHECK(target[0] == 0.0);
  CHECK(target[2999] == -1.0);
  CHECK(support::for_each_allocation_failure([&] { copy(slice(reader<double>(up * down) + up, 0, 1900), slice(target, 0, 1900)); }) > 2);
}
