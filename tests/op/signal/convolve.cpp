// SPDX-License-Identifier: BSL-1.0
// Convolution and correlation against the sum written down, for every pair of types, mode and edge; integers exact or an error. (NumPy is
// asked in a test of its own.)
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/storage/list.hpp>

#include <support/elements.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::convolve_mode;
using ravel::edge_mode;
using ravel::index_t;

using numbers = std::vector<double>;

// Element i of the full result is the sum of r[i - j] * w[j], with the edge's elements outside.
numbers plain_convolution(const numbers& r, const numbers& w, convolve_mode mode, edge_mode edge) {
  const auto n = static_cast<index_t>(r.size()), m = static_cast<index_t>(w.size());
  const index_t first = mode == convolve_mode::full ? 0 : mode == convolve_mode::same ? (m - 1) / 2 : m - 1;
  const index_t count = mode == convolve_mode::full ? n + m - 1 : mode == convolve_mode::same ? n : n - m + 1;
  numbers all;
  for (index_t i = first; i < first + count; ++i) {
    double sum = 0;
    for (index_t j = m - 1; j >= 0; --j) {
      index_t at = i - j;
      if (edge == edge_mode::clamp) at = std::clamp<index_t>(at, 0, n - 1);
      if (edge == edge_mode::wrap) at = (at % n + n) % n;
      while (edge == edge_mode::reflect && (at < 0 || at >= n)) at = at < 0 ? -1 - at : 2 * n - 1 - at;
      if (at >= 0 && at < n) sum += r[static_cast<std::size_t>(at)] * w[static_cast<std::size_t>(j)];
    }
    all.push_back(sum);
  }
  return all;
}

constexpr convolve_mode modes[] = {convolve_mode::full, convolve_mode::same, convolve_mode::valid};
constexpr edge_mode edges[] = {edge_mode::zero, edge_mode::clamp, edge_mode::reflect, edge_mode::wrap};

numbers as_numbers(const auto& values) {
  numbers all;
  for (const auto& value : values) all.push_back(static_cast<double>(value));
  return all;
}

// Small whole numbers: exact in every type.
template <class A, class B>
void check_pair(support::random& r) {
  using Out = ravel::sum_t<ravel::promote_t<A, B>>;
  for (const index_t n : {1, 2, 40, 200}) {
    for (const index_t m : {1, 2, 5, 40}) {
      std::vector<A> values;
      std::vector<B> weights;
      for (index_t i = 0; i < n; ++i) values.push_back(r.small<A>());
      for (index_t i = 0; i < m; ++i) weights.push_back(r.small<B>());
      const auto x = support::in_every_way(values)[static_cast<std::size_t>(r.below(4))];
      const auto w = support::in_every_way(weights)[static_cast<std::size_t>(r.below(4))];
      auto turned = weights;
      std::reverse(turned.begin(), turned.end());
      for (const convolve_mode mode : modes) {
        for (const edge_mode edge : edges) {
          const auto expected = plain_convolution(as_numbers(values), as_numbers(weights), mode, edge);
          static_assert(std::same_as<decltype(convolve(x, w)), buffer<Out>>);
          REQUIRE_EQUAL(as_numbers(convolve(x, w, mode, edge)), expected);
          REQUIRE_EQUAL(as_numbers(correlate(x, support::in_memory(turned), mode, edge)), expected);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("convolution is the sum of products, in every mode, edge and type") {
  support::random r(91);
  support::ordered_types::each([&]<class T>() {
    check_pair<T, T>(r);
    if constexpr (!std::same_as<T, std::uint64_t>) check_pair<T, std::int8_t>(r);
    check_pair<double, T>(r);
  });
}

TEST_CASE("a sum of products goes weight after weight, whatever lies around") {
  support::random r(92);
  std::vector<double> values, weights;
  for (int i = 0; i < 1000; ++i) values.push_back(std::exp(30 * r.unit()));
  for (int i = 0; i < 37; ++i) weights.push_back(std::exp(30 * r.unit()));
  const auto whole = correlate(support::in_memory(values), support::in_memory(weights), convolve_mode::valid);
  for (std::size_t i = 0; i + 37 <= values.size(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < 37; ++j) sum += weights[j] * values[i + j];
    REQUIRE(whole[static_cast<index_t>(i)] == sum);
  }
}

TEST_CASE("convolutions of integers are exact or an error") {
  const buffer<std::int64_t> x{INT64_MAX, INT64_MAX, 1};
  CHECK_EQUAL(convolve(x, buffer<int>{1, -1}), {INT64_MAX, INT64_C(0), 1 - INT64_MAX, INT64_C(-1)});
  CHECK_THROWS_WITH(convolve(x, buffer<int>{1, 1}), "the sum of products at 1 does not fit 64 bits");
  CHECK_EQUAL(convolve(buffer<std::uint64_t>{UINT64_MAX, 1}, buffer<std::uint8_t>{1}), {UINT64_MAX, UINT64_C(1)});
  CHECK_THROWS_AS(convolve(buffer<std::uint64_t>{UINT64_MAX, UINT64_MAX}, buffer<std::uint64_t>{UINT64_MAX}), ravel::overflow_error);
  CHECK_EQUAL(convolve(buffer<std::int64_t>{INT64_MIN}, buffer<int>{1}), {INT64_MIN});
}

TEST_CASE("windows longer than the data, no data, and bad input") {
  const buffer<int> x{1, 2}, w{1, 1, 1};
  CHECK_EQUAL(convolve(x, w), {1, 3, 3, 2});
  CHECK_EQUAL(convolve(x, w, convolve_mode::same), {3, 3});
  CHECK(convolve(x, w, convolve_mode::valid).size() == 0);
  CHECK(convolve(x, buffer<int>{1, 2, 3, 4, 5}, convolve_mode::valid).size() == 0);
  const auto none = ravel::make_buffer<int>(0);
  for (const convolve_mode mode : modes) CHECK(convolve(none, w, mode, edge_mode::wrap).size() == 0);
  CHECK_THROWS_WITH(convolve(x, none), "a window of no weights has nothing to convolve or correlate with");
  CHECK_THROWS_WITH(convolve(x, w, convolve_mode::full, edge_mode::valid),
                    "convolve beyond the ends needs an edge: ask for convolve_mode::valid, or for another edge");
  CHECK_EQUAL(convolve(x, w, convolve_mode::valid, edge_mode::valid), std::vector<int>{});
  CHECK_EQUAL(convolve(ravel::list<double>{1, 2}, ravel::iota<int>(2) + 1), {1.0, 4.0, 4.0});
}

TEST_CASE("NaN reaches as far as the window") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  CHECK_EQUAL(convolve(buffer<double>{1, none, 1, 1, 1}, buffer<double>{1, 2}), {1, none, none, 3, 3, 2});
}

TEST_CASE("complex numbers, whose conjugates correlate") {
  using C = std::complex<double>;
  const buffer<C> x{{1, 2}, {3, -1}, {0, 1}}, w{{2, 1}, {0, -3}};
  CHECK_EQUAL(convolve(x, w), {C(0, 5), C(13, -2), C(-4, -7), C(3, 0)});
  CHECK_EQUAL(correlate(x, w), {C(-6, 3), C(7, 12), C(2, -5), C(1, 2)});
  CHECK_EQUAL(convolve(x, w, convolve_mode::same), {C(0, 5), C(13, -2), C(-4, -7)});
  CHECK_EQUAL(correlate(x, w, convolve_mode::valid), {C(7, 12), C(2, -5)});

  // All four corners of real and complex, of both widths; by real and imaginary parts.
  support::random r(93);
  for (const index_t n : {1, 2, 15, 16, 17, 100}) {
    std::vector<double> real, imaginary, weights, turned;
    for (index_t i = 0; i < n; ++i) real.push_back(r.small<double>()), imaginary.push_back(r.small<double>());
    for (index_t i = 0; i < 7; ++i) weights.push_back(r.small<double>()), turned.push_back(r.small<double>());
    std::vector<C> both, window;
    for (std::size_t i = 0; i < real.size(); ++i) both.push_back({real[i], imaginary[i]});
    for (std::size_t i = 0; i < 7; ++i) window.push_back({weights[i], turned[i]});
    for (const convolve_mode mode : modes) {
      for (const edge_mode edge : edges) {
        const auto of = [&](const auto& a, const auto& b) { return plain_convolution(a, b, mode, edge); };
        const auto rr = of(real, weights), ii = of(imaginary, turned), ri = of(real, turned), ir = of(imaginary, weights);
        std::vector<C> expected, half, mixed;
        for (std::size_t i = 0; i < rr.size(); ++i) {
          expected.push_back({rr[i] - ii[i], ri[i] + ir[i]});
          half.push_back({rr[i], ir[i]});
          mixed.push_back({rr[i], ri[i]});
        }
        for (const auto& z : support::in_every_way(both)) {
          REQUIRE_EQUAL(convolve(z, support::in_memory(window), mode, edge), expected);
          REQUIRE_EQUAL(convolve(z, support::in_memory(weights), mode, edge), half);
        }
        REQUIRE_EQUAL(convolve(support::in_memory(real), support::in_memory(window), mode, edge), mixed);
        auto mirrored = window;
        std::reverse(mirrored.begin(), mirrored.end());
        for (C& weight : mirrored) weight = std::conj(weight);
        REQUIRE_EQUAL(correlate(support::in_memory(both), support::in_memory(mirrored), mode, edge), expected);
      }
    }
  }
  const buffer<std::complex<float>> narrow{{1, 1}};
  static_assert(std::same_as<decltype(convolve(narrow, narrow)), buffer<std::complex<float>>>);
  static_assert(std::same_as<decltype(convolve(narrow, buffer<float>{1})), buffer<std::complex<float>>>);
  CHECK_EQUAL(correlate(narrow, narrow), {std::complex<float>(2, 0)});
}

TEST_CASE("weights of convolve and correlate may stand in braces") {
  const buffer<double> x{1, 2, 3};
  CHECK_EQUAL(convolve(x, {1, 2, 1}), {1.0, 4.0, 8.0, 8.0, 3.0});
  CHECK_EQUAL(convolve(x, {0.5, 0.5}, convolve_mode::valid), {1.5, 2.5});
  CHECK_EQUAL(ravel::convolve(std::vector<float>{1, 2}, {1, 1}), {1.0F, 3.0F, 2.0F});
  const ravel::tensor<std::uint8_t> image{{1, 2, 4}, {4, 5, 9}};
  const auto slopes = correlate(image, {-1, 1}, 1, convolve_mode::valid);  // int weights have a sign beside uint8
  static_assert(std::same_as<decltype(slopes), const ravel::tensor<std::int64_t>>);
  CHECK_EQUAL(flat(slopes), {std::int64_t{1}, std::int64_t{2}, std::int64_t{1}, std::int64_t{4}});
  const buffer<std::complex<double>> turned{{0, 1}, {1, 0}};
  CHECK_EQUAL(convolve(turned, {2}), {std::complex<double>(0, 2), std::complex<double>(2, 0)});
}
