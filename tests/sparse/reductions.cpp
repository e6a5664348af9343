// SPDX-License-Identifier: BSL-1.0
// Sums, extremes, decisions and places of sparse tensors, whole and along every choice of axes, against the same of dense memory; and that
// nothing is gone over, or allocated, in proportion to the shape.
#include <ravel/op.hpp>
#include <ravel/sparse/from.hpp>
#include <ravel/sparse/tensor.hpp>
#include <ravel/sparse/to_sparse.hpp>
#include <ravel/tensor.hpp>

#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <tuple>

using ravel::index_t;

namespace {

ravel::tensor<double> random_tensor(const ravel::shape& of, index_t entries, double fill, std::uint64_t seed) {
  support::random r(seed);
  const ravel::tensor<double> t = ravel::sparse_tensor<double>(of, fill);
  for (index_t k = entries; k > 0; --k) {
    std::vector<index_t> at;
    for (const index_t extent : of) at.push_back(r.between(0, extent - 1));
    t.write(at, static_cast<double>(r.between(-50, 50)) / 7);
  }
  return t;
}

void check_reductions(const ravel::tensor<double>& t) {
  const std::vector<std::vector<index_t>> choices{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}};
  const auto d = clone(t);
  CHECK(argmax(t) == argmax(d));
  CHECK(argmin(t) == argmin(d));
  CHECK(argmax(transpose(t) * 2.0) == argmax(transpose(d) * 2.0));
  REQUIRE_EQUAL(nonzero(t > 0.5), nonzero(d > 0.5));
  for (const auto& axes : choices) {
    if (*t.fill() == 0) {
      REQUIRE_EQUAL(sum(t, axes), sum(d, axes));  // bit for bit
      REQUIRE_EQUAL(sum(square(t), axes), sum(square(d), axes));
    }
    CHECK(close(sum(t, axes), sum(d, axes)));
    CHECK(close(mean(t, axes), mean(d, axes)));
    CHECK(close(product(t + 0.5, axes), product(d + 0.5, axes)));
    REQUIRE_EQUAL(max(t, axes), max(d, axes));
    REQUIRE_EQUAL(min(t, axes), min(d, axes));
    REQUIRE_EQUAL(count(t > 0.5, axes), count(d > 0.5, axes));
    REQUIRE_EQUAL(any_of(t > 0.5, axes), any_of(d > 0.5, axes));
    REQUIRE_EQUAL(all_of(t <= 7.0, axes), all_of(d <= 7.0, axes));
    REQUIRE_EQUAL(sum(wrap_cast<std::int8_t>(round(t)), axes, ravel::keep), sum(wrap_cast<std::int8_t>(round(d)), axes, ravel::keep));
  }
}

}  // namespace

TEST_CASE("reductions of sparse tensors are those of the dense ones", "[sparse]") {
  for (const double fill : {0.0, 1.0, 0.1, -0.0}) {
    check_reductions(random_tensor({10, 12, 40}, 320, fill, 7));
    check_reductions(random_tensor({50, 40, 3}, 3000, fill, 8));  // where lines lie side by side and are added up so
    check_reductions(random_tensor({20, 2, 2}, 100, fill, 9));
  }
}

namespace {

// Lines of up to so many entries, or of all; sums of them depend on the order.
ravel::tensor<double> uneven_lines(index_t lines, index_t length, index_t most, std::uint64_t seed) {
  support::random r(seed);
  std::vector<index_t> positions;
  std::vector<double> values;
  for (index_t line = 0; line < lines; ++line) {
    const index_t entries = r.below(40) == 0 ? length : r.between(0, std::min(most, length));
    for (index_t at = 0, left = entries; at < length && left > 0; ++at) {
      if (r.below(length - at) >= left) continue;
      --left;
      positions.push_back(line * length + at);
      values.push_back(static_cast<double>(r.between(1, 9)) * std::pow(10.0, static_cast<double>(r.between(-8, 18))) *
                       (r.below(2) ? 1 : -1));
    }
  }
  return {ravel::dims::row_major({lines, length}), ravel::sparse_from(positions, values, lines * length)};
}

}  // namespace

TEST_CASE("sums of lines of few entries have the bits of the dense sums", "[sparse]") {
  for (const index_t length : {1, 3, 31, 32, 33, 70, 200}) {
    for (const index_t most : {1, 2, 3, 5, 40}) {
      const auto t = uneven_lines(1200, length, most, static_cast<std::uint64_t>(length * 64 + most));
      const auto d = clone(t);
      REQUIRE_EQUAL(sum(t, 1), sum(d, 1));
      REQUIRE_EQUAL(mean(t, 1), mean(d, 1));
      REQUIRE_EQUAL(mean(ravel::cast<float>(t), 1), mean(ravel::cast<float>(d), 1));
      REQUIRE_EQUAL(sum(ravel::cast<int>(sign(t)), 1), sum(ravel::cast<int>(sign(d)), 1));
      REQUIRE_EQUAL(sum(ravel::cast<std::complex<double>>(t), 1), sum(ravel::cast<std::complex<double>>(d), 1));
      REQUIRE_EQUAL(max(t, 1), max(d, 1));
      REQUIRE_EQUAL(count(t > 0.0, 1), count(d > 0.0, 1));
      REQUIRE_EQUAL(sum(t * 1.0, 1), sum(d, 1));  // in blocks, at whose ends lines go on
      CHECK(sum(t) == sum(d));
    }
  }
}

TEST_CASE("an infinite and a NaN entry are those of their lines alone", "[sparse]") {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const ravel::tensor<double> t = ravel::sparse_tensor<double>({6, 100});
  for (const auto& [line, at, value] : std::vector<std::tuple<index_t, index_t, double>>{
           {0, 3, 1.0}, {1, 0, nan}, {2, 5, 2.0}, {2, 6, -2.0}, {4, 1, inf}, {4, 2, -inf}, {5, 99, -inf}}) {
    t.write({line, at}, value);
  }
  const auto found = sum(t, 1);
  REQUIRE_EQUAL(isnan(found), (ravel::tensor<bool>{false, true, false, false, true, false}));
  REQUIRE_EQUAL(where(isnan(found), 0.0, found), (ravel::tensor<double>{1, 0, 0, 0, 0, -inf}));
}

TEST_CASE("norms are those of the dense tensors, whole and along axes", "[sparse]") {
  for (const double fill : {0.0, 0.5}) {
    const auto t = random_tensor({10, 12, 40}, 320, fill, 9);
    const auto d = clone(t);
    CHECK(close(ravel::scalar_tensor(norm(t)), ravel::scalar_tensor(norm(d))));
    for (const auto& axes : std::vector<std::vector<index_t>>{{0}, {2}, {0, 1}, {1, 2}, {0, 1, 2}}) {
      CHECK(close(norm(t, axes), norm(d, axes)));
      CHECK(close(norm(transpose(t), axes, ravel::keep), norm(transpose(d), axes, ravel::keep)));
    }
    if (fill == 0) CHECK(norm(t) == norm(d));  // bit for bit
  }
}

TEST_CASE("lines without elements, and shapes without positions", "[sparse]") {
  const ravel::tensor<double> none = ravel::sparse_tensor<double>({3, 0});
  REQUIRE_EQUAL(sum(none, 1), ravel::zeros<double>({3}));
  CHECK(sum(none, 0).size() == 0);
  REQUIRE_THROWS_AS(max(none, 1), ravel::value_error);
  const ravel::tensor<double> one = ravel::sparse_tensor<double>({1}, 4.0);
  CHECK(sum(one) == 4);
  CHECK(max(one, 0)() == 4);
}

TEST_CASE("the sum of fills is computed only for lines without entries", "[sparse]") {
  const index_t much = index_t{1} << 62;
  const ravel::tensor<index_t> t = ravel::sparse_tensor<index_t>({2, 3}, much);
  for (const index_t i : {0, 1}) {
    t.write({i, 0}, -much);
    t.write({i, 2}, -much);
  }
  REQUIRE_EQUAL(sum(t, 1), ravel::full<index_t>({2}, -much));
  t.write({1, 2}, much);
  t.write({1, 0}, much);
  REQUIRE_THROWS_AS(sum(t, 1), ravel::overflow_error);
}

TEST_CASE("many values are found first where they stand in the dense data", "[sparse]") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const ravel::buffer<double> values{0.0, -0.0, 1.0, nan, 2.0 / 7, 3.0 / 7, -1.0 / 7, 50.0 / 7, 100.0, 0.1};
  for (const double fill : {0.0, 1.0, 0.1, nan}) {
    for (const index_t entries : {0, 1, 40, 4000}) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto t = flat(random_tensor({60}, entries, fill, seed));
        REQUIRE_EQUAL(index_of(t, values), index_of(clone(t), values));
        const auto turned = reverse(t);
        REQUIRE_EQUAL(index_of(turned, values), index_of(clone(turned), values));
      }
    }
  }
  REQUIRE_EQUAL(index_of(ravel::make_sparse<double>(0), values), ravel::full<index_t>({10}, -1));
}

TEST_CASE("a tensor of 1e12 positions costs what it stores", "[sparse]") {
  const index_t side = 1000000;
  const ravel::tensor<double> t = ravel::sparse_tensor<double>({side, side});
  t.write({0, 5}, 2.0);
  t.write({side - 1, side - 1}, 3.0);
  CHECK(sum(t) == 5);
  CHECK(mean(t) == 5e-12);
  CHECK(norm(t * 2.0) == std::sqrt(52.0));
  CHECK(norm(norm(t, 0)) == std::sqrt(13.0));
  CHECK(norm(t, 1)(0) == 2);
  CHECK(max(t) == 3);
  CHECK(argmax(t) == side * side - 1);
  CHECK(argmin(t) == 0);
  CHECK(count(t == 0.0) == side * side - 2);
  CHECK(equal(t, transpose(transpose(t))));
  CHECK(!equal(t, transpose(t)));
  CHECK(sum(sum(t, 0)) == 5);
  CHECK(sum(rotate(transpose(t), {1, -1}) * 3.0 + flip(t, 0)) == 20);
  CHECK(stored_count(broadcast(t(0, ravel::all), {1000, side})) == 1000);
  CHECK(nonzero(t != 0.0).extent(0) == 2);
  CHECK(stored_count(ravel::to_sparse(exp(t) - 1.0)) == 2);
  t(0, ravel::all) = 0;
  CHECK(stored_count(t) == 1);
  CHECK(to_string(describe(t)).ends_with("offset 0, 1 stored, density 1e-12, fill 0"));
}
