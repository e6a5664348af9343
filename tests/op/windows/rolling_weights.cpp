// SPDX-License-Identifier: BSL-1.0
// Windows of weights against each window on its own: every position and edge, element types, NaN, infinity and weights of 0; and bad input.
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <cmath>

namespace {

using ravel::buffer;
using ravel::edge_mode;
using ravel::index_t;
using ravel::nan_policy;
using ravel::rolling;
using ravel::weights;
using ravel::window_position;
namespace reducer = ravel::reducer;
using list = std::vector<double>;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
constexpr edge_mode edges[] = {edge_mode::clamp, edge_mode::zero, edge_mode::reflect, edge_mode::wrap, edge_mode::valid};
constexpr window_position positions[] = {window_position::left, window_position::centre, window_position::right};

// Element by element, of one window.
double weighted(const ravel::reader<double>& window, const list& w, bool mean, nan_policy policy) {
  double sum = 0, total = 0;
  for (index_t i = 0; i < window.size(); ++i) {
    const double weight = w[static_cast<std::size_t>(i)], value = window[i];
    if (weight == 0 || (policy == nan_policy::skip && std::isnan(value))) continue;
    sum += weight * value;
    total += weight;
  }
  return mean ? sum / total : sum;
}

void require_near(double found, double expected) {
  if (std::isfinite(expected)) {
    REQUIRE(std::abs(found - expected) <= 1e-12 * (1 + std::abs(expected)));
  } else {
    REQUIRE((std::isnan(expected) ? std::isnan(found) : found == expected));
  }
}

template <class X>
void check(const X& x, const list& w, window_position position, edge_mode edge, nan_policy policy) {
  const auto width = static_cast<index_t>(w.size());
  const auto sums = rolling(x, weights(w), reducer::sum, position, edge, policy, ravel::every{2});
  const auto means = rolling(x, weights(w), reducer::mean, position, edge, policy);
  const auto each = [&](bool mean) {
    return rolling(
        x, width, [&, mean](const auto& window) { return weighted(ravel::cast<double>(window), w, mean, policy); }, position, edge);
  };
  const auto expected_sums = each(false), expected_means = each(true);
  REQUIRE(means.size() == expected_means.size());
  REQUIRE(sums.size() == (expected_sums.size() + 1) / 2);
  for (index_t i = 0; i < sums.size(); ++i) require_near(sums[i], expected_sums[2 * i]);
  for (index_t i = 0; i < means.size(); ++i) require_near(means[i], expected_means[i]);
}

}  // namespace

TEST_CASE("windows of weights are what each window is on its own") {
  support::random r(3);
  for (int round = 0; round < 200; ++round) {
    list x, w;
    for (index_t n = r.between(1, 70); n > 0; --n) x.push_back(r.unit() * 20 - 10);
    for (index_t n = r.between(1, 20); n > 0; --n) w.push_back(r.chance(4) ? 0 : r.unit());
    w[static_cast<std::size_t>(r.below(std::ssize(w)))] = 0.5;
    const auto position = positions[r.below(3)];
    const auto edge = edges[r.below(5)];
    check(x, w, position, edge, nan_policy::keep);
    check(std::vector<float>(x.begin(), x.end()), w, position, edge, nan_policy::keep);
    check(std::vector<int>(x.begin(), x.end()), w, position, edge, nan_policy::keep);
  }
}

TEST_CASE("NaN and infinity count where their weight is above 0") {
  const list x{1, no_number, 3, infinity, 5, 6, 7, 8};
  for (const list& w : {list{1, 2, 1}, list{0, 1, 0}, list{1, 0, 1}, list{1, 0, 0, 3}, list{0, 0, 2}}) {
    for (const auto edge : edges) check(x, w, window_position::centre, edge, nan_policy::keep);
  }
  const list holes{1, no_number, 3, 4, no_number, 6};
  for (const auto edge : edges) check(holes, {1, 2, 3}, window_position::left, edge, nan_policy::skip);
  REQUIRE_EQUAL(rolling(holes, weights{1, 1}, reducer::sum, edge_mode::valid, nan_policy::skip), (buffer<double>{1, 3, 7, 4, 6}));
  // Nothing is left under the one weight that counts.
  REQUIRE_EQUAL(rolling(holes, weights{0, 1}, reducer::sum, edge_mode::valid, nan_policy::skip), (buffer<double>{0, 3, 4, 0, 6}));
  CHECK_THROWS_WITH(rolling(holes, weights{0, 1}, reducer::mean, edge_mode::valid, nan_policy::skip),
                    "mean of no elements has no value: window 0. when_empty{v} says what stands there");
  CHECK_THROWS_WITH(rolling(holes, weights{1, 1}, reducer::mean, nan_policy::refuse),
                    "rolling was told to refuse NaN, and element 1 is NaN");
}

TEST_CASE("the mean of what is the same everywhere stays it, and weights of 1 are those of rolling") {
  const list x{5, 5, 5, 5, 5, 5};
  for (const double v : rolling(x, weights(ravel::gaussian_window(5, 1.5)), reducer::mean)) require_near(v, 5);
  const auto line = ravel::iota<double>(1000);
  const auto ours = rolling(line, weights(ravel::constant(7, 1.0)), reducer::mean), plain = rolling(line, 7, reducer::mean);
  CHECK(ravel::close(ours, plain, 1e-14, 0));
}

TEST_CASE("windows of no weights, of no elements, and wider than these") {
  CHECK(rolling(list{}, weights{1, 2}, reducer::mean).size() == 0);
  CHECK(rolling(list{1}, weights{1, 2}, reducer::mean, edge_mode::valid).size() == 0);
  REQUIRE_EQUAL(rolling(list{4}, weights{1, 2, 3, 4, 5}, reducer::mean, edge_mode::reflect), (buffer<double>{4}));
  CHECK_THROWS_WITH(rolling(list{1}, weights(list{}), reducer::sum), "rolling over windows of 0 elements: there must be at least 1");
  CHECK_THROWS_WITH(rolling(list{1}, weights{1}, reducer::sum, ravel::every{0}), "rolling with every{0}: it must be at least 1");
}
