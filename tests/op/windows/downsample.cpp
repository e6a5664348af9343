// SPDX-License-Identifier: BSL-1.0
// Pieces and what is made of them against each piece alone; the largest triangles against a model in the words of their author.
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/windows/downsample.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <cmath>
#include <string>

using ravel::buffer;
using ravel::index_t;
namespace reducer = ravel::reducer;

namespace {

std::size_t at(index_t i) { return static_cast<std::size_t>(i); }

// "Split the data into buckets, the first and the last of one point each; for each other bucket choose the point that forms the largest
// triangle with the last chosen point and the average of the next bucket."
std::vector<index_t> model(const std::vector<double>& x, const std::vector<double>& y, index_t n) {
  const auto size = static_cast<index_t>(x.size());
  std::vector<std::vector<index_t>> buckets{{0}};
  for (index_t b = 0; b < n - 2; ++b) {
    buckets.emplace_back();
    for (index_t i = 1; i < size - 1; ++i) {
      if (1 + b * (size - 2) / (n - 2) <= i && i < 1 + (b + 1) * (size - 2) / (n - 2)) buckets.back().push_back(i);
    }
  }
  buckets.push_back({size - 1});
  std::vector<index_t> chosen{0};
  for (std::size_t b = 1; b + 1 < buckets.size(); ++b) {
    double mean_x = 0, mean_y = 0, most = -1;
    for (const index_t i : buckets[b + 1]) {
      mean_x += x[at(i)];
      mean_y += y[at(i)];
    }
    mean_x /= static_cast<double>(buckets[b + 1].size());
    mean_y /= static_cast<double>(buckets[b + 1].size());
    const index_t a = chosen.back();
    index_t best = 0;
    for (const index_t i : buckets[b]) {
      const double area = std::abs((x[at(a)] - mean_x) * (y[at(i)] - y[at(a)]) - (x[at(a)] - x[at(i)]) * (mean_y - y[at(a)]));
      if (area > most) {
        most = area;
        best = i;
      }
    }
    chosen.push_back(best);
  }
  chosen.push_back(size - 1);
  return chosen;
}

}  // namespace

TEST_CASE("pieces give what each gives alone", "[op]") {
  support::random r(101);
  for (const index_t size : {1, 2, 7, 100}) {
    std::vector<double> values;
    for (index_t i = 0; i < size; ++i) values.push_back(static_cast<double>(r.below(50)));
    const auto x = support::in_every_way(values)[at(size % 4)];
    for (index_t n = 1; n <= size; n += 1 + n / 3) {
      const auto mean = ravel::downsample(x, n, reducer::mean);
      const auto median = ravel::downsample(x, n, [](const ravel::reader<double>& piece) { return ravel::median(piece); });
      const auto first = ravel::downsample(x, n, reducer::first), last = ravel::downsample(x, n, reducer::last);
      REQUIRE(mean.size() == n);
      for (index_t i = 0; i < n; ++i) {
        const index_t begin = i * size / n, end = (i + 1) * size / n;
        const auto piece = std::span(values).subspan(at(begin), at(end - begin));
        REQUIRE(mean[i] == Approx(ravel::sum(piece) / static_cast<double>(piece.size())));
        REQUIRE(median[i] == ravel::median(piece));
        REQUIRE(first[i] == piece.front());
        REQUIRE(last[i] == piece.back());
      }
    }
  }
  CHECK_EQUAL(ravel::downsample(std::vector<std::string>{"a", "b", "c"}, 1, reducer::last), {std::string("c")});
  CHECK(ravel::downsample(std::vector<double>(), 0, reducer::mean).size() == 0);
  CHECK(ravel::reduce_with(std::vector<int>(5000, 7), reducer::first) == 7);
}

TEST_CASE("the largest triangles are chosen", "[op]") {
  support::random r(102);
  for (const index_t size : {2, 3, 10, 200}) {
    std::vector<double> x, places, y;
    for (index_t i = 0; i < size; ++i) {
      places.push_back(static_cast<double>(i));
      x.push_back((x.empty() ? 0 : x.back()) + r.unit());
      y.push_back(r.unit());
    }
    for (index_t n = 2; n <= size; n += 1 + n / 2) {
      REQUIRE_EQUAL(ravel::arg_largest_triangle(x, y, n), model(x, y, n));
      REQUIRE_EQUAL(ravel::arg_largest_triangle(y, n), model(places, y, n));
    }
  }
}

TEST_CASE("fewer elements than there are, and not too few", "[op]") {
  const std::vector<double> x{1, 2, 3};
  CHECK_THROWS_WITH(ravel::downsample(x, 4, reducer::mean), "downsample of 3 elements to 4");
  CHECK_THROWS_AS(ravel::downsample(x, -1, reducer::mean), ravel::value_error);
  CHECK_THROWS_WITH(ravel::arg_largest_triangle(x, 1),
                    "arg_largest_triangle of 3 elements to 1: it chooses 2 at least, and no more than there are");
  CHECK_THROWS_AS(ravel::arg_largest_triangle(std::vector<double>{1, std::nan(""), 2}, 2), ravel::value_error);
  CHECK_THROWS_WITH(ravel::arg_largest_triangle(std::vector<double>{1, 3, 2}, x, 2),
                    "arg_largest_triangle: the reader of keys is not in ascending order: element 2, 2, follows 3");
}
