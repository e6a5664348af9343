// SPDX-License-Identifier: BSL-1.0
// Random tensors: known bits, bounds, moments, and that an element depends on the seed and its position alone.
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <limits>

using namespace ravel;

template <class Seed>
concept seeds_a_tensor = requires(Seed s) { random_uniform({5}, 0, 1, s); } || requires(Seed s) { random_normal({5}, 0, 1, s); } ||
                         requires(Seed s) { random_integers({5}, 0, 9, s); };

TEST_CASE("the bits are the same on every machine", "[tensor][random]") {
  const auto uniform = random_uniform<double>({2, 2}, -1, 1, 7);
  REQUIRE_EQUAL(uniform, (buffer<double>{0x1.0027e773d181ep-1, -0x1.a8494df78b152p-1, 0x1.2e5ef04da0ba2p-1, 0x1.d4d7ba98afebep-1}));
  const auto normal = random_normal<double>({2, 2}, 2, 3, 7);
  REQUIRE_EQUAL(normal, (buffer<double>{0x1.95c357e430a69p+0, -0x1.c5fea12f68388p-1, 0x1.9539fafdb9c4p+1, 0x1.c6b955d537db7p+1}));
  REQUIRE_EQUAL(random_integers<int>({4}, -5, 6, 7), (buffer<int>{3, -1, 2, 1}));
}

TEST_CASE("a larger tensor begins with the smaller one", "[tensor][random]") {
  const auto small = random_normal<float>({3, 5}, 0, 1, 99);
  const auto large = random_normal<float>({7, 5}, 0, 1, 99);
  REQUIRE_EQUAL(small, large(slice(0, 3), all));
  CHECK(random_uniform<float>({0, 3}, 0, 1, 1).size() == 0);
  CHECK(random_uniform<double>({}, 0, 1, 1).rank() == 0);
  const auto few = random_integers<std::uint8_t>({9}, 3, 200, 5);
  REQUIRE_EQUAL(few, flat(random_integers<std::uint8_t>({4, 4}, 3, 200, 5))(slice(0, 9)));
}

TEST_CASE("moments and bounds of random elements", "[tensor][random]") {
  const shape of{300, 400};
  const auto uniform = random_uniform<double>(of, 3, 5, 1);
  CHECK(min(uniform) >= 3);
  CHECK(max(uniform) < 5);
  CHECK(std::abs(mean(uniform) - 4) < 0.01);
  CHECK(std::abs(var(uniform) - 4.0 / 12) < 0.005);
  const auto normal = random_normal<double>(of, -1, 2, 1);
  CHECK(std::abs(mean(normal) + 1) < 0.03);
  CHECK(std::abs(ravel::std(normal) - 2) < 0.02);
  const auto z = (normal + 1.0) / 2.0;
  CHECK(std::abs(mean(z * z * z)) < 0.05);
  CHECK(std::abs(mean(square(square(z))) - 3) < 0.15);
  CHECK(std::abs(mean((normal - mean(normal)) * (uniform - mean(uniform)))) < 0.02);  // no copy of each other
  const auto numbers = random_integers<std::int16_t>(of, -3, 4, 1);
  CHECK(min(numbers) == -3);
  CHECK(max(numbers) == 3);
  for (std::int16_t value = -3; value <= 3; ++value) {
    const double expected = 120000.0 / 7;
    CHECK(std::abs(static_cast<double>(count(numbers == value)) - expected) < 5 * std::sqrt(expected));
  }
}

TEST_CASE("a random float never reaches the end of its interval", "[tensor][random]") {
  const float low = 1, high = std::nextafter(std::nextafter(low, 2.0f), 2.0f);
  const auto r = random_uniform<float>({1000}, low, high, 3);
  CHECK(min(r) >= low);
  CHECK(max(r) < high);
}

TEST_CASE("integers over a whole type", "[tensor][random]") {
  using limits = std::numeric_limits<std::int64_t>;
  const auto r = random_integers<std::int64_t>({2000}, limits::min(), limits::max(), 4);
  CHECK(std::abs(static_cast<double>(count(r < std::int64_t{0})) - 1000) < 120);
  REQUIRE_EQUAL(random_integers<unsigned char>({50}, 7, 8, 4), make_buffer<unsigned char>(50, 7));
  REQUIRE_EQUAL(random_integers<long long>({5}, 0, 9, 4), random_integers<std::int64_t>({5}, 0, 9, 4));
}

TEST_CASE("random tensors without a type are of doubles and positions, and seeds of any integer", "[tensor][random]") {
  const index_t seed = 4;
  REQUIRE_EQUAL(random_uniform({5}, 0, 1, seed), random_uniform<double>({5}, 0, 1, 4u));
  REQUIRE_EQUAL(random_normal({5}, 0, 1, seed), random_normal<double>({5}, 0, 1, 4u));
  REQUIRE_EQUAL(random_integers({5}, 0, 9, seed), random_integers<index_t>({5}, 0, 9, 4u));
  STATIC_REQUIRE(seeds_a_tensor<unsigned char>);
  STATIC_REQUIRE_FALSE(seeds_a_tensor<double>);
}

TEST_CASE("normal quantiles are those of the published tables", "[tensor][random]") {
  CHECK(detail::normal_quantile(0) == 0);
  CHECK(std::abs(detail::normal_quantile(0.25) - 0.6744897501960817432) < 1e-15);
  CHECK(std::abs(detail::normal_quantile(-0.499) + 3.0902323061678135354) < 1e-14);
  CHECK(std::abs(detail::normal_quantile(0.5 - 1e-20 - 0x1p-54) - detail::normal_quantile(0.5 - 0x1p-54)) < 1e-9);
  CHECK(detail::normal_quantile(0.5 - 0x1p-54) > 8.2);
  for (const double q : {0.1, 0.4249, 0.4251, 0.4999}) CHECK(detail::normal_quantile(q) == -detail::normal_quantile(-q));
}

TEST_CASE("refusals of random tensors", "[tensor][random]") {
  CHECK_THROWS_AS(random_uniform<double>({2}, 1, 1, 0), value_error);
  CHECK_THROWS_AS(random_uniform<double>({2}, 0, std::nan(""), 0), value_error);
  CHECK_THROWS_AS(random_uniform<double>({2}, 0, HUGE_VAL, 0), value_error);
  CHECK_THROWS_AS(random_normal<double>({2}, 0, -1, 0), value_error);
  CHECK_THROWS_AS(random_normal<float>({2}, 0, std::nanf(""), 0), value_error);
  CHECK_THROWS_AS(random_integers<int>({2}, 5, 5, 0), value_error);
}
