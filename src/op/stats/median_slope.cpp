// SPDX-License-Identifier: BSL-1.0
// Points in the order of y - t x change places with t: two points swap when t passes the slope between them. So the slopes below t are the
// inversions of that order against the order by x. Limits close in on the wanted slope, by random slopes between them, until few are left
// (after Dillencourt, Mount and Netanyahu, 1992).
#include "op/stats/median_slope.hpp"
#include <ravel/base/index.hpp>
#include <ravel/base/random.hpp>
#include <ravel/exec/progress.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace ravel::detail {

namespace {

using places = std::vector<std::uint32_t>;

struct point {
  double x;
  double y;
};

double slope_of(const point& a, const point& b) { return (b.y - a.y) / (b.x - a.x); }

// y - t x as a number and its rounding error, exact to some 100 bits.
struct offset {
  double near;
  double rest;
  friend bool operator<(const offset& a, const offset& b) { return a.near != b.near ? a.near < b.near : a.rest < b.rest; }
};

offset offset_of(const point& p, double t) {
  const double product = t * p.x, error = std::fma(t, p.x, -product);
  const double sum = p.y - product, part = sum - p.y;
  const double rest = (p.y - (sum - part)) - (product + part) - error, near = sum + rest;
  return {near, rest - (near - sum)};
}

// Visits the pairs of `order` that are reversed in `later`, as rows that pair with one point each: visit(points, number of points, point).
template <class Visit>
void each_exchange(const places& order, const places& later, Visit visit) {
  const std::size_t n = order.size();
  places place(n), now(n), merged(n);
  for (std::size_t i = 0; i < n; ++i) place[later[i]] = static_cast<std::uint32_t>(i);
  for (std::size_t i = 0; i < n; ++i) now[i] = place[order[i]];
  for (std::size_t width = 1; width < n; width *= 2) {
    check_stop();
    for (std::size_t begin = 0; begin < n; begin += 2 * width) {
      const std::size_t middle = std::min(begin + width, n), end = std::min(middle + width, n);
      std::size_t left = begin, right = middle;
      for (std::size_t out = begin; out < end; ++out) {
        const bool from_right = left == middle || (right < end && now[right] < now[left]);
        if (from_right && left < middle) visit(&now[left], middle - left, now[right]);
        merged[out] = from_right ? now[right++] : now[left++];
      }
    }
    now.swap(merged);
  }
}

class slopes {
 public:
  slopes(std::span<const double> x, std::span<const double> y) : points_(x.size()), by_x_(x.size()) {
    for (std::size_t i = 0; i < points_.size(); ++i) points_[i] = {x[i], y[i]};
    std::ranges::sort(points_, [](const point& a, const point& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    std::iota(by_x_.begin(), by_x_.end(), 0U);
  }

  // Points with equal x have no slope and never swap.
  index_t count() const {
    const auto n = std::ssize(points_);
    index_t all = n * (n - 1) / 2, same = 0;
    for (std::size_t i = 1; i < points_.size(); ++i) {
      same = points_[i].x == points_[i - 1].x ? same + 1 : 0;
      all -= same;
    }
    return all;
  }

  // The slope with k slopes below it.
  double nth(index_t k) const {
    limit low{by_x_, 0}, high{after_all(), count()};
    random_engine random(0, static_cast<std::uint64_t>(k));
    while (high.below - low.below > std::max(few_slopes, 4 * std::ssize(points_))) {
      const std::vector<double> drawn = drawn_between(low, high, random);
      const double m = static_cast<double>(drawn.size()), spread = 2 * std::sqrt(m);
      const double at = m * static_cast<double>(k - low.below) / static_cast<double>(high.below - low.below);
      const index_t before = high.below - low.below;
      close_in(low, high, k, drawn[static_cast<std::size_t>(std::max(at - spread, 0.0))], -1);
      close_in(low, high, k, drawn[static_cast<std::size_t>(std::min(at + spread, m - 1))], 1);
      if (high.below - low.below < before) continue;
      // Many are equal, on either side or on both: either the middle ones are wanted, or they are excluded.
      const double middle = drawn[static_cast<std::size_t>(std::min(at, m - 1))];
      close_in(low, high, k, middle, -1);
      close_in(low, high, k, middle, 1);
      if (high.below - low.below == before) return middle;
    }
    std::vector<double> left;
    each_exchange(low.order, high.order, [&](const std::uint32_t* some, std::size_t n, std::uint32_t other) {
      for (std::size_t i = 0; i < n; ++i) left.push_back(slope_at(high.order, some[i], other));
    });
    const auto found = left.begin() + std::min<index_t>(k - low.below, std::ssize(left) - 1);
    std::nth_element(left.begin(), found, left.end());
    return *found;
  }

 private:
  static constexpr index_t few_slopes = 4096;

  struct limit {
    places order;
    index_t below;
  };

  static double rounding(double slope) { return std::max(std::abs(slope) * 0x1p-50, std::numeric_limits<double>::denorm_min()); }
  double slope_at(const places& order, std::uint32_t a, std::uint32_t b) const { return slope_of(points_[order[a]], points_[order[b]]); }

  // The order for t above all slopes: by falling x.
  places after_all() const {
    places order = by_x_;
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return points_[b].x < points_[a].x; });
    return order;
  }
  limit limit_at(double t) const {
    std::vector<offset> offsets(points_.size());
    for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i] = offset_of(points_[i], t);
    limit made{by_x_, 0};
    std::ranges::stable_sort(made.order, [&](std::uint32_t a, std::uint32_t b) { return offsets[a] < offsets[b]; });
    each_exchange(by_x_, made.order, [&](const std::uint32_t*, std::size_t n, std::uint32_t) { made.below += static_cast<index_t>(n); });
    return made;
  }
  // Moves a limit below or above a slope and all slopes that rounding may have mistaken for it.
  void close_in(limit& low, limit& high, index_t k, double slope, int side) const {
    limit made = limit_at(slope + side * rounding(slope));
    if (made.below <= k) {
      if (made.below >= low.below) low = std::move(made);
    } else if (made.below <= high.below) {
      high = std::move(made);
    }
  }

  // As many slopes as there are points, in ascending order.
  std::vector<double> drawn_between(const limit& low, const limit& high, random_engine& random) const {
    std::vector<index_t> wanted(points_.size());
    for (index_t& w : wanted) w = random.below(high.below - low.below);
    std::ranges::sort(wanted);
    std::vector<double> drawn;
    index_t passed = 0;
    each_exchange(low.order, high.order, [&](const std::uint32_t* some, std::size_t n, std::uint32_t other) {
      for (; drawn.size() < wanted.size() && wanted[drawn.size()] < passed + static_cast<index_t>(n);) {
        drawn.push_back(slope_at(high.order, some[wanted[drawn.size()] - passed], other));
      }
      passed += static_cast<index_t>(n);
    });
    std::ranges::sort(drawn);
    return drawn;
  }

  std::vector<point> points_;
  places by_x_;
};

}  // namespace

double median_slope(std::span<const double> x, std::span<const double> y) {
  const slopes all(x, y);
  const index_t n = all.count();
  if (n == 0) return std::numeric_limits<double>::quiet_NaN();
  const double upper = all.nth(n / 2);
  return n % 2 == 1 ? upper : std::midpoint(all.nth(n / 2 - 1), upper);
}

}  // namespace ravel::detail
