// SPDX-License-Identifier: BSL-1.0
// The median of slopes against all of them, of points of many kinds: equal places, equal slopes, far from zero, on one line, few.
#include "op/stats/median_slope.hpp"

#include <support/catch.hpp>
#include <support/random.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace {

using list = std::vector<double>;

double of_all(const list& x, const list& y) {
  list slopes;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      if (x[i] != x[j]) slopes.push_back((y[j] - y[i]) / (x[j] - x[i]));
    }
  }
  std::sort(slopes.begin(), slopes.end());
  const std::size_t n = slopes.size();
  return n % 2 == 1 ? slopes[n / 2] : std::midpoint(slopes[n / 2 - 1], slopes[n / 2]);
}

void draw(support::random& r, int kind, std::size_t n, list& x, list& y) {
  for (std::size_t i = 0; i < n; ++i) {
    const double u = r.unit(), v = r.unit();
    switch (kind) {
      case 0:
        x.push_back(u);
        y.push_back(v);
        break;
      case 1:  // many equal places and slopes
        x.push_back(static_cast<double>(r.below(20)));
        y.push_back(static_cast<double>(r.below(20)));
        break;
      case 2:  // a line, mostly
        x.push_back(static_cast<double>(i));
        y.push_back(i % 10 == 0 ? v : 3 * static_cast<double>(i) + 1);
        break;
      case 3:
        x.push_back(1e9 + u);
        y.push_back(-1e6 + 2 * u + v * 1e-3);
        break;
      case 4:  // two places
        x.push_back(static_cast<double>(r.below(2)));
        y.push_back(std::floor(v * 8));
        break;
      default:  // no slope but 0
        x.push_back(u);
        y.push_back(5);
    }
  }
}

}  // namespace

TEST_CASE("the median of many slopes is that of all") {
  support::random r(6);
  for (int kind = 0; kind < 6; ++kind) {
    for (const std::size_t n : {2U, 3U, 4U, 7U, 50U, 150U, 400U, 401U}) {
      list x, y;
      draw(r, kind, n, x, y);
      const double first = x.front();
      const double found = ravel::detail::median_slope(x, y);
      if (std::all_of(x.begin(), x.end(), [=](double place) { return place == first; })) {
        REQUIRE(std::isnan(found));
        continue;
      }
      INFO(kind << " " << n);
      REQUIRE(found == Approx(of_all(x, y)).epsilon(1e-14).margin(0));
    }
  }
}

TEST_CASE("a line of a third has the slope that each pair has, and far points do not move it") {
  list x, y;
  for (int i = 0; i < 3000; ++i) {
    x.push_back(3 * i);
    y.push_back(i % 100 == 7 ? 1e12 : i);
  }
  CHECK(ravel::detail::median_slope(x, y) == 1.0 / 3);
}

TEST_CASE("half of the slopes are 0 and half are 1") {
  list x, y;
  for (int i = 0; i < 400; ++i) {
    x.push_back(i % 2);
    y.push_back(i % 4 == 3 ? 1 : 0);
  }
  CHECK(ravel::detail::median_slope(x, y) == 0.5);
  y[0] = 1;  // a hundred slopes are -1
  CHECK(ravel::detail::median_slope(x, y) == 0);
}
