// SPDX-License-Identifier: BSL-1.0
// What takes long after all has been read looks as well: each of these is stopped in the midst of that, and tells one loop of all it does.
#include <ravel/exec.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/op/keys/arg_join.hpp>
#include <ravel/op/keys/rolling_by.hpp>
#include <ravel/op/search/interp.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/op/signal/fft.hpp>
#include <ravel/op/signal/filters.hpp>
#include <ravel/op/signal/find_peaks.hpp>
#include <ravel/op/stats/kernel_density.hpp>
#include <ravel/op/stats/regression.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/op/windows/downsample.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/op/windows/rolling_order.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/views.hpp>

#include <support/catch.hpp>
#include <support/stopped.hpp>

#include <vector>

using ravel::index_t;
using ravel::tensor;

namespace {

template <class F>
std::vector<ravel::progress> looks_of(F work) {
  std::vector<ravel::progress> seen;
  ravel::with_progress([&](const ravel::progress& p) { seen.push_back(p); }, std::chrono::seconds(0), work);
  return seen;
}

// One of its loops looks so often, going on, and lets go where it is asked to.
template <class F>
void require_stops(index_t often, F work) {
  const auto seen = looks_of(work);
  std::size_t first = 0, longest = 0;
  for (std::size_t begin = 0, end = 0; begin < seen.size(); begin = end) {
    while (end < seen.size() && seen[end].loop == seen[begin].loop) ++end;
    if (end - begin > longest) first = begin, longest = end - begin;
    for (std::size_t i = begin + 1; i < end; ++i) REQUIRE(seen[i - 1].done <= seen[i].done);
    REQUIRE(seen[end - 1].done <= seen[end - 1].total);
  }
  REQUIRE(std::ssize(seen) >= often);
  REQUIRE(static_cast<index_t>(longest) >= often);
  for (const std::size_t part : {longest / 3, longest - 4}) {
    CHECK_THROWS_AS(support::stopped_at(static_cast<index_t>(first + part), work), ravel::cancelled);
  }
}

tensor<double> some(const ravel::shape& s) { return ravel::random_uniform<double>(s, 0, 1, 7); }

}  // namespace

TEST_CASE("products with few rows, columns and terms are stopped", "[exec]") {
  const tensor<double> points = some({400'000, 3}), turn = some({3, 3});
  require_stops(20, [&] { static_cast<void>(matmul(points, turn)); });
  require_stops(20, [&] { static_cast<void>(matmul(points, turn(ravel::all, 0))); });
  require_stops(20, [&] { static_cast<void>(matmul(turn, clone(transpose(points)))); });
}

TEST_CASE("filters over several axes are stopped", "[exec]") {
  const tensor<double> t = some({300, 300});
  require_stops(50, [&] { static_cast<void>(median_filter(t, {9, 9})); });
  require_stops(50, [&] { static_cast<void>(gaussian_filter(t, 8, 0)); });
  require_stops(50, [&] { static_cast<void>(gaussian_filter(t, 8, 1)); });
  require_stops(20, [&] { static_cast<void>(median_filter(flat(t), {15})); });
  const tensor<double> window = some({9, 9});
  require_stops(50, [&] { static_cast<void>(convolve(t, window, ravel::convolve_method::direct)); });
  require_stops(20, [&] { static_cast<void>(convolve(flat(t), to_vector(some({2000})), ravel::convolve_method::direct)); });
}

TEST_CASE("measuring peaks can be stopped", "[exec]") {
  std::vector<double> rising;
  std::vector<index_t> tops;
  for (index_t i = 0; i < 4000; ++i) {
    rising.push_back(static_cast<double>(i % 2 == 0 ? -i : i));
    if (i % 2 == 1 && i < 3999) tops.push_back(i);
  }
  require_stops(30, [&] { static_cast<void>(ravel::peak_prominences(rising, tops)); });
  require_stops(30, [&] { static_cast<void>(ravel::peak_widths(rising, tops)); });
}

TEST_CASE("least squares, transforms and pairs are stopped", "[exec]") {
  const tensor<double> a = some({5000, 40}), y = some({5000});
  require_stops(30, [&] { static_cast<void>(least_squares(a, y)); });
  for (const index_t n : {index_t{1} << 20, index_t{1'000'003}}) {  // the second is a prime
    const auto line = ravel::make_buffer<double>(n, 1.0);
    require_stops(25, [&] { static_cast<void>(ravel::fft(line)); });
  }
  const std::vector<int> left(1500, 3), right(1500, 3);
  require_stops(25, [&] { static_cast<void>(ravel::arg_join(left, right)); });
}

TEST_CASE("a density is one loop over its places", "[exec]") {
  const auto values = to_vector(some({5000})), places = to_vector(some({100}));
  require_stops(100, [&] { static_cast<void>(ravel::kernel_density(values, places)); });
  const auto seen = looks_of([&] { static_cast<void>(ravel::kernel_density(values, places)); });
  REQUIRE(seen.size() > 2);
  CHECK(seen[seen.size() - 2].total == 100);
  CHECK(seen[seen.size() - 2].done == 99);
}
