// SPDX-License-Identifier: BSL-1.0
// Running totals and extremes that threads share: the bits of one thread, the error of the first element that does not fit, and a function
// of the user's called in order.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/same_for_all.hpp>

#include <complex>
#include <limits>
#include <string>
#include <vector>

using namespace ravel;
using support::same_for_all;
using support::throws_the_same;

namespace {

tensor<double> some(const shape& extents) { return random_uniform<double>(extents, -1, 1, 3); }

template <class X>
void all_running(const X& x) {
  same_for_all([&] { return cumsum(x); });
  same_for_all([&] { return cumprod(x); });
  if constexpr (!complex_element<std::remove_cvref_t<decltype(x[0])>>) {
    same_for_all([&] { return cummin(x); });
    same_for_all([&] { return cummax(x); });
  }
}

}  // namespace

TEST_CASE("running totals of one line are shared", "[exec]") {
  for (const index_t n : {0, 1, 1023, 1024, 1025, 2048, 5000, 65537}) {
    const buffer<double> x = clone(reader<double>(some({n})));
    all_running(x);
    all_running(reverse(x));
    all_running(exp(x));
    all_running(clone(cast<float>(x)));
    all_running(clone(map([](double re) { return std::complex<double>(re, re / 2); }, x)));
    all_running(cast<int>(x));
    const auto holes = where(x > 0.5, sqrt(-abs(x)), x);
    same_for_all([&] { return cumsum(holes); });
    same_for_all([&] { return cumsum(holes, nan_policy::skip); });
    same_for_all([&] { return cumprod(clone(holes), nan_policy::skip); });
    same_for_all([&] { return cummax(holes, nan_policy::skip); });
    same_for_all([&] { return cumsum(clone(cast<std::int64_t>(x * 1e6))); });
    same_for_all([&] { return cumsum(clone(x > 0)); });
    same_for_all([&] { return cummax(map([](double value) { return std::to_string(value); }, x)); });
  }
}

TEST_CASE("running totals along axes are shared", "[exec]") {
  for (const shape& extents : {shape{1, 5000}, shape{3, 2500}, shape{40, 1100}, shape{2500, 3}, shape{2500, 9}, shape{1100, 70},
                               shape{2, 1100, 40}, shape{3, 1100}, shape{3, 4, 5}}) {
    const auto x = some(extents);
    for (index_t axis = 0; axis < x.rank(); ++axis) {
      same_for_all([&] { return cumsum(x, axis); });
      same_for_all([&] { return cumprod(transpose(x), axis); });
      same_for_all([&] { return cumsum(x * x, axis); });
      same_for_all([&] { return cumsum(clone(cast<float>(x)), axis); });
      same_for_all([&] { return cummax(flip(x, 0), axis); });
      same_for_all([&] { return cumsum(cast<int>(x * 1e3), axis); });
      same_for_all([&] { return cumsum(x, axis, nan_policy::skip); });
      same_for_all([&] {
        const auto to = zeros(extents);
        cumsum(x, axis, into{to});
        return to;
      });
    }
  }
}

TEST_CASE("running totals of long lines side by side are shared", "[exec]") {
  for (const shape& extents : {shape{1025, 2}, shape{2500, 9}, shape{2100, 24}, shape{2100, 25}, shape{2, 2, 1030, 5}, shape{2100, 3, 4}}) {
    const auto x = some(extents);
    const index_t axis = x.rank() == 3 && x.extent(0) > 2 ? 0 : std::max<index_t>(0, x.rank() - 2);
    const auto all = [&](const auto& t) {
      same_for_all([&] { return cumsum(t, axis); });
      same_for_all([&] { return cumprod(t, axis); });
    };
    const auto with_extremes = [&](const auto& t) {
      all(t);
      same_for_all([&] { return cummin(t, axis); });
      same_for_all([&] { return cummax(t, axis); });
    };
    with_extremes(x);
    with_extremes(x * 1.5 + 0.5);
    with_extremes(clone(cast<float>(x)));
    all(flip(x, x.rank() - 1));
    with_extremes(clone(where(x > 0.9, sqrt(-abs(x)), x)));
    with_extremes(clone(where(x > 0, 0.0, -0.0)));
    all(clone(map([](double re) { return std::complex<double>(re, re / 2); }, x)));
    same_for_all([&] { return cumsum(clone(x > 0), axis); });
    same_for_all([&] { return cummax(clone(x > 0), axis); });
    same_for_all([&] { return cumsum(clone(cast<std::int64_t>(x * 1e9)), axis); });
    same_for_all([&] { return cumsum(cast<std::uint8_t>(abs(x) * 200.0), axis); });
    same_for_all([&] {
      const auto t = clone(x);
      cumsum(t, axis, into{t});
      return t;
    });
    same_for_all([&] {
      const auto t = clone(x);
      cumsum(t * 2.0, axis, into{t});
      return t;
    });
    const auto last = [&](const auto& t) { return slice(t, x.rank() - 1, x.extent(-1) - 1, 1); };
    CHECK(equal(last(cumsum(x, axis)), cumsum(last(x), axis)));
  }
}

TEST_CASE("the first running integer of several lines that does not fit is the one that throws", "[exec]") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (const index_t width : {2, 10, 24, 40}) {
    for (const index_t row : {0, 1000, 1024, 2999}) {
      const auto x = ones<std::int64_t>({3000, width});
      x(row, 1) = most;
      x(row, width - 1) = most - 1;
      throws_the_same([&] { return cumsum(x, 0); });
      throws_the_same([&] { return cumsum(x + std::int64_t{0}, 0); });
      for (const index_t bad : {index_t{100}, 2990 * width}) {
        const auto unread = map([=](std::int64_t value, index_t i) { return i == bad ? throw std::runtime_error("unread") : value; }, x,
                                tensor<const index_t>(dims::row_major(shape{3000, width}), iota<index_t>(3000 * width)));
        throws_the_same([&] { return cumsum(unread, 0); });
        throws_the_same([&] { return cumsum(cast<double>(unread), 0); });
      }
    }
    // The total of a chunk does not fit, and what stands before it brings it back.
    const auto y = zeros<std::int64_t>({3000, width});
    y(0, 1) = -most;
    y(2000, 1) = most;
    y(2001, 1) = most;
    same_for_all([&] { return cumsum(y, 0); });
  }
}

TEST_CASE("the columns of a band that is several chunks long are shared", "[exec]") {
  const auto x = some({1030, 1030});
  same_for_all([&] { return cumsum(x, 0); });
  same_for_all([&] { return cumprod(cast<float>(x + 1.0), 0); });
}

TEST_CASE("the first running integer that does not fit is the one that throws", "[exec]") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr index_t n = 6000;
  for (const index_t at : {0, 1000, 1024, 3000, 5999}) {
    for (const bool back : {false, true}) {
      const auto x = make_buffer<std::int64_t>(n, 1);
      x[at] = most;
      if (back && at + 2 < n) x[at + 2] = -most;  // the total of its chunk fits
      throws_the_same([&] { return cumsum(x); });
      throws_the_same([&] { return cumsum(x + std::int64_t{0}); });
      throws_the_same([&] { return cumsum(tensor<std::int64_t>(dims::row_major(n), x), 0); });
    }
  }
  // A chunk whose own total does not fit, and what stands before it brings it back.
  const auto y = make_buffer<std::int64_t>(n, 0);
  y[0] = -most;
  y[2000] = y[2001] = most;
  same_for_all([&] { return cumsum(y); });
  const auto z = make_buffer<std::uint64_t>(n, ~std::uint64_t{0} / n);
  same_for_all([&] { return cumsum(z); });
  throws_the_same([&] { return cumsum(make_buffer<std::uint64_t>(n, ~std::uint64_t{0} / 3000)); });
  // An element that cannot be read comes behind a sum that does not fit, or before it.
  for (const int bad : {100, 5000}) {
    const auto big =
        map([=](std::int64_t i) { return i == bad    ? throw std::runtime_error("unread")
                                         : i == 1500 ? most
                                                     : 1; }, iota<std::int64_t>(n));
    throws_the_same([&] { return cumsum(big); });
  }
}

TEST_CASE("a function of the user's runs along a line on one thread", "[exec]") {
  const auto x = iota<int>(5000);
  same_for_all([&] {
    int calls = 0;
    return scan(x, [&](int a, int b) { return (a + b + ++calls) % 1000; });
  });
}
