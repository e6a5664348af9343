// SPDX-License-Identifier: BSL-1.0
// Lines along an axis that threads share: each thread has its own rooms, and every line the bits that it has alone.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/combinations.hpp>
#include <support/same_for_all.hpp>

#include <complex>
#include <vector>

using namespace ravel;
using support::same_for_all;
using support::shared_by_all;
using support::throws_the_same;

namespace {

tensor<double> some(const shape& extents) { return random_uniform<double>(extents, -1, 1, 3); }

// For lines along each axis of a tensor, of one that is turned, and of an expression.
template <class Work>
void along_each_axis(const Work& work) {
  const auto along = [&](const shape& extents, index_t axis) {
    const auto x = some(extents);
    same_for_all([&] { return work(x, axis); });
    same_for_all([&] { return work(transpose(x), axis); });
    same_for_all([&] { return work(x * x, axis); });
  };
  support::each_combination(along, std::vector<shape>{{12, 20, 18}, {5, 7, 9}}, std::vector<index_t>{0, 1, 2});
}

}  // namespace

TEST_CASE("windows of lines are shared", "[exec]") {
  along_each_axis([](const auto& x, index_t axis) { return rolling(x, 5, reducer::sum, {axis}); });
  along_each_axis([](const auto& x, index_t axis) { return rolling(x, 4, reducer::max, {axis}, edge_mode::reflect); });
  along_each_axis([](const auto& x, index_t axis) { return rolling(x, 3, reducer::variance, {axis}, edge_mode::valid); });
  along_each_axis([](const auto& x, index_t axis) { return rolling(x, x + 1.0, 5, reducer::covariance, {axis}); });
  along_each_axis([](const auto& x, index_t axis) { return expanding(x, reducer::mean, {axis}); });
  along_each_axis([](const auto& x, index_t axis) { return downsample(x, 4, reducer::max, {axis}); });
  along_each_axis([](const auto& x, index_t axis) { return rolling_median(x, 5, {axis}); });
  along_each_axis([](const auto& x, index_t axis) { return rolling_quantile(x, 5, 0.3, {axis}); });
  along_each_axis([](const auto& x, index_t axis) { return rolling_rank(x, 5, {axis}); });
  along_each_axis([](const auto& x, index_t axis) { return cumsum(x, {axis}, nan_policy::skip); });
}

TEST_CASE("a function of the user's is called for one window after the other", "[exec]") {
  const auto x = some({7, 40});
  same_for_all([&] {
    index_t calls = 0;
    return clone(rolling(x, 3, [&](const auto&) { return static_cast<double>(++calls); }, {1}));
  });
}

TEST_CASE("filters of lines are shared", "[exec]") {
  const buffer<double> weights{0.5, -1, 2, 0.25};
  along_each_axis([&](const auto& x, index_t axis) { return convolve(x, weights, {axis}); });
  along_each_axis([&](const auto& x, index_t axis) { return correlate(x, weights, {axis}, convolve_mode::same, edge_mode::reflect); });
  along_each_axis([&](const auto& x, index_t axis) { return convolve(x, weights, {axis}, convolve_method::fft); });
  along_each_axis([&](const auto& x, index_t axis) { return convolve(cast<int>(x * 100.0), buffer<int>{1, 2, 3}, {axis}); });
  along_each_axis([](const auto& x, index_t axis) { return gradient(x, {axis}); });
  along_each_axis([](const auto& x, index_t axis) { return gradient(cast<float>(x), {axis}, gradient_ends::second_order); });
  along_each_axis([](const auto& x, index_t axis) { return detrend(x, {axis}); });
  along_each_axis([](const auto& x, index_t axis) { return median_filter(x, 3, {axis}); });
  along_each_axis([](const auto& x, index_t axis) { return median_filter(cast<float>(x), {3, 1, 5}) + static_cast<double>(axis); });
  along_each_axis([](const auto& x, index_t axis) { return gaussian_filter(x, 1.5, {axis}); });
  along_each_axis([](const auto& x, index_t axis) { return savgol_filter(x, 5, 2, {axis}); });
  throws_the_same([&] {
    const auto large = clone(cast<std::int64_t>(where(some({30, 20}) > 0.9, 9e18, 1.0)));
    return convolve(large, buffer<std::int64_t>{3, 3}, {1});
  });
}

TEST_CASE("filters over several axes are shared", "[exec]") {
  const auto image = some({70, 90}), wide = some({6, 9, 700}), tall = some({700, 6, 2});
  for (const auto& x : {image, wide, tall}) {
    same_for_all([&] { return gaussian_filter(x, 1.2); });
    same_for_all([&] { return gaussian_filter(x, 2.0, edge_mode::valid); });
    same_for_all([&] { return gaussian_filter(x * 2.0, 0.8, edge_mode::wrap); });
    same_for_all([&] { return gaussian_filter(transpose(x), 1.2, {0}); });
    same_for_all([&] { return gaussian_filter(cast<float>(x), 1.2); });
    same_for_all([&] { return median_filter(x, {3}); });
  }
}

TEST_CASE("transforms of lines are shared", "[exec]") {
  for (const index_t n : {16, 15, 97, 30}) {
    const auto x = some({12, n});
    const auto z = clone(map([](double re) { return std::complex<double>(re, re / 2); }, x));
    for (const index_t axis : {0, 1}) {
      same_for_all([&] { return fft(z, {axis}); });
      same_for_all([&] { return ifft(z, {axis}); });
      same_for_all([&] { return rfft(x, {axis}); });
      same_for_all([&] { return irfft(z, {axis}); });
    }
    same_for_all([&] { return fft(x, {0, 1}); });
  }
}

TEST_CASE("lines are written where they are given a place", "[exec]") {
  const auto x = some({30, 40});
  same_for_all([&] {
    const auto to = zeros({30, 40});
    gradient(x, {0}, into{to});
    return to;
  });
  same_for_all([&] {
    const auto to = zeros({30, 40});
    rolling_median(x, 3, {0}, into{to});
    return to;
  });
}

TEST_CASE("windows and transforms of one long line are shared", "[exec]") {
  const reader<double> x = flat(some({9000}));
  same_for_all([&] { return rolling(x, 7, reducer::sum); });
  same_for_all([&] { return rolling(x, 50, reducer::max, edge_mode::reflect, every{3}); });
  same_for_all([&] { return rolling(x, 6, reducer::standard_deviation, edge_mode::valid); });
  same_for_all([&] { return rolling(x, reverse(x), 11, reducer::covariance); });
  same_for_all([&] { return rolling(cast<int>(x * 100.0), 9, reducer::sum); });
  same_for_all([&] { return rolling(where(x > 0.9, sqrt(-x), x), 9, reducer::mean, nan_policy::skip); });
  const reader<double> longer = flat(some({100'000}));
  same_for_all([&] { return rolling_median(longer, 5); });
  same_for_all([&] { return rolling_rank(longer, 5); });
  same_for_all([&] { return rolling_mode(cast<int>(longer * 4.0), 5); });
  const buffer<double> weights = clone(slice(x, 0, 300));
  same_for_all([&] { return convolve(x, slice(weights, 0, 9)); });
  same_for_all([&] { return convolve(longer, weights, convolve_method::fft); });
  same_for_all([&] { return correlate(x, weights, convolve_mode::same, edge_mode::wrap); });
  same_for_all([&] { return convolve(map([](double re) { return std::complex<double>(re, 1); }, x), weights, convolve_method::fft); });
  for (const index_t n : {9000, 8192, 8999}) {
    same_for_all([&] { return rfft(slice(x, 0, n)); });
    same_for_all([&] { return ifft(fft(slice(x, 0, n))); });
  }
}

// Keys of which few or many are the same, close together and far apart.
TEST_CASE("windows by keys are shared", "[exec]") {
  const reader<double> x = flat(some({3000})), holes = where(x > 0.9, sqrt(-x), x);
  const buffer<int> values = clone(cast<int>(x * 100.0));
  const auto sorted = [](const auto& keys) { return clone(sort(keys)); };
  const buffer<double> keys = sorted(round(x * x * x * 500.0));
  const buffer<int> whole = clone(cast<int>(keys));
  for (const closed_ends closed : {closed_ends::right, closed_ends::left, closed_ends::both, closed_ends::neither}) {
    for (const double span : {0.5, 3.0, 40.0}) {
      shared_by_all([&] { return rolling_by(keys, x, span, reducer::mean, closed, when_empty{-1.0}); });
      shared_by_all([&] { return rolling_by(keys, holes, span, reducer::variance, nan_policy::skip, closed, when_empty{-1.0}); });
    }
    shared_by_all([&] { return rolling_by(whole, values, 7, reducer::sum, closed); });
    shared_by_all([&] { return rolling_by(whole, values, 7, reducer::max, closed, when_empty{0}); });
    shared_by_all([&] { return rolling_by(keys, std::tie(x, values), 9.0, reducer::covariance, closed, when_empty{0.0}); });
    shared_by_all([&] { return rolling_by(keys, x, 9.0, reducer::skew, closed, when_empty{0.0}); });
  }
  same_for_all([&] { return rolling_by(keys, x, 2000.0, reducer::mean); });  // one row lies in all windows
  for (const double step : {0.75, 13.0}) {
    shared_by_all([&] { return resample(keys, x, -600.0, 600.0, step, reducer::mean, when_empty{0.0}).values; });
    shared_by_all([&] { return resample(keys, holes, -100.0, 90.0, step, reducer::max, nan_policy::skip, when_empty{7.0}).values; });
  }
  shared_by_all([&] { return resample(whole, values, -600, 600, 5, reducer::sum).values; });
  shared_by_all([&] { return downsample(x, 700, reducer::standard_deviation); });
  shared_by_all([&] { return rolling(holes, 9, reducer::mean, nan_policy::skip, every{4}); });
  shared_by_all([&] { return rolling(holes, 9, reducer::mean, nan_policy::skip, edge_mode::valid); });
  throws_the_same([&] { return rolling_by(keys, x, 1.0, reducer::mean, closed_ends::neither); });  // the first window without elements
  const auto large = clone(cast<std::int64_t>(where(x > 0.8, 9e18, 1.0)));
  throws_the_same([&] { return rolling_by(keys, large, 40.0, reducer::sum); });
  throws_the_same([&] { return resample(keys, large, -600.0, 600.0, 3.0, reducer::sum).values; });
}

TEST_CASE("random elements do not depend on who makes them", "[exec]") {
  for (const index_t n : {1, 2, 999, 5000}) {
    same_for_all([&] { return random_uniform<float>({n}, -1, 1, 8); });
    same_for_all([&] { return random_normal<double>({n}, 0, 1, 8); });
    same_for_all([&] { return random_integers<std::int16_t>({n}, -5, 1000, 8); });
  }
}
