// SPDX-License-Identifier: BSL-1.0
// Convolution by Fourier transforms against the direct sum: every mode, edge and length, within a bound; where it is chosen, and what NaN
// and numbers too large for it do.
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/op/signal/convolve.hpp>

#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::convolve_method;
using ravel::convolve_mode;
using ravel::edge_mode;
using ravel::index_t;
using complex = std::complex<double>;

template <class T>
buffer<T> drawn(support::random& r, index_t n) {
  const auto all = ravel::make_buffer<T>(n);
  for (T& value : all) {
    if constexpr (std::same_as<T, complex>) {
      value = {r.unit() - 0.5, r.unit() - 0.5};
    } else {
      value = static_cast<T>(r.unit() - 0.5);
    }
  }
  return all;
}

// The largest difference, relative to the square root of the sum of squares of the weights.
template <class T>
double distance(const buffer<T>& a, const buffer<T>& b, const buffer<T>& weights) {
  REQUIRE(a.size() == b.size());
  double most = 0, squares = 0;
  for (index_t i = 0; i < a.size(); ++i) most = std::max(most, static_cast<double>(std::abs(a[i] - b[i])));
  for (const T& weight : weights) squares += static_cast<double>(std::norm(weight));
  return most / std::sqrt(squares);
}

template <class T>
void check_lengths(support::random& r, double bound) {
  for (const index_t n : {1, 7, 40, 1000, 3001}) {
    for (const index_t m : {1, 2, 19, 64, 997}) {
      const auto x = drawn<T>(r, n), w = drawn<T>(r, m);
      for (const convolve_mode mode : {convolve_mode::full, convolve_mode::same, convolve_mode::valid}) {
        const edge_mode edge = n % 2 == 0 ? edge_mode::zero : edge_mode::reflect;
        INFO(n << " * " << m);
        CHECK(distance(convolve(x, w, mode, edge, convolve_method::fft), convolve(x, w, convolve_method::direct, mode, edge), w) < bound);
        CHECK(distance(correlate(x, w, mode, edge, convolve_method::fft), correlate(x, w, convolve_method::direct, mode, edge), w) < bound);
      }
    }
  }
}

}  // namespace

TEST_CASE("a convolution by transforms is the direct one within rounding") {
  support::random r(1);
  check_lengths<double>(r, 4e-15);
  check_lengths<complex>(r, 8e-15);
  check_lengths<float>(r, 2e-6);
}

TEST_CASE("the way is chosen by the sizes: short windows directly, long ones by transforms, with the same bits every time") {
  support::random r(2);
  const auto x = drawn<double>(r, 20000), few = drawn<double>(r, 16), many = drawn<double>(r, 3000);
  REQUIRE_EQUAL(convolve(x, few), convolve(x, few, convolve_method::direct));
  REQUIRE_EQUAL(convolve(x, many), convolve(x, many, convolve_method::fft));
  CHECK_FALSE(equal(convolve(x, many), convolve(x, many, convolve_method::direct)));
}

TEST_CASE("integers are never rounded") {
  const buffer<std::int64_t> x{INT64_MAX, 1}, w{1};
  CHECK_THROWS_WITH(convolve(x, w, convolve_method::fft),
                    "convolve_method::fft of integers, whose sums are exact: cast them to double to have them rounded");
  const auto ones = ravel::make_buffer<int>(30000, 3), more = ravel::make_buffer<int>(5000, 7);
  CHECK(convolve(ones, more)[15000] == 3 * 7 * 5000);
}

TEST_CASE("NaN, infinities and very large numbers reach as far as the window, as in the direct sum") {
  support::random r(3);
  const index_t n = 9000, m = 700;
  const auto w = drawn<double>(r, m);
  for (const double value : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e308}) {
    const auto x = drawn<double>(r, n);
    x[4000] = value;
    if (value == 1e308) x[4001] = x[4002] = value;
    const auto found = convolve(x, w, convolve_method::fft), expected = convolve(x, w, convolve_method::direct);
    double scale = 0;
    for (const double e : expected) scale = std::isfinite(e) ? std::max(scale, std::abs(e)) : scale;
    for (index_t i = 0; i < found.size(); ++i) {
      if (std::isfinite(expected[i])) {
        REQUIRE(std::abs(found[i] - expected[i]) <= 1e-13 * scale);
      } else {
        REQUIRE((std::isnan(expected[i]) ? std::isnan(found[i]) : found[i] == expected[i]));
      }
    }
  }
}
