// SPDX-License-Identifier: BSL-1.0
// Grids of counts against NumPy's histogramdd, and at their edges.
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/search/histogram.hpp>

#include <support/oracle.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

using ravel::index_t, ravel::tensor, ravel::buffer, ravel::nan_policy;

namespace {

using list = std::vector<double>;

list joined(const ravel::histogram_grid& h) {
  list all;
  const auto counts = flat(h.counts);
  for (index_t i = 0; i < counts.size(); ++i) all.push_back(static_cast<double>(counts[i]));
  for (const auto& edges : h.edges) all.insert(all.end(), edges.begin(), edges.end());
  return all;
}

}  // namespace

TEST_CASE("grids of counts are NumPy's", "[tensor][histogram_nd]") {
  support::random r(107);
  support::oracle all;
  for (const index_t n : {1, 2, 50, 2000}) {
    for (const index_t d : {1, 2, 3}) {
      const tensor<double> points = ravel::empty<double>({n, d});
      list values;
      for (index_t i = 0; i < n * d; ++i) {
        values.push_back(r.chance(4) ? static_cast<double>(r.below(4)) : r.unit() * 4 - 1);
        flat(points).write({i}, values.back());
      }
      const list how{static_cast<double>(d), 4};
      all.ask("even", {values, how}, joined(histogram_nd(points, ravel::bins{4})));
      const std::vector<buffer<double>> edges(static_cast<std::size_t>(d), buffer<double>{-1, 0, 0.5, 2, 3});
      all.ask("at", {values, how}, joined(histogram_nd(points, edges)));
    }
  }
  all.check(R"(
def even(x, how):
    counts, edges = np.histogramdd(x.reshape(-1, int(how[0])), int(how[1]))
    return np.concatenate((counts.ravel(), *edges))
def at(x, how):
    counts, edges = np.histogramdd(x.reshape(-1, int(how[0])), [[-1, 0, 0.5, 2, 3]] * int(how[0]))
    return np.concatenate((counts.ravel(), *edges))
)");
}

TEST_CASE("rules find the bins of each coordinate on its own", "[tensor][histogram_nd]") {
  using ravel::bin_rule;
  support::random r(109);
  const index_t n = 500;
  const tensor<double> points = ravel::empty<double>({n, 2});
  for (index_t i = 0; i < n; ++i) points.write({i, 0}, r.unit()), points.write({i, 1}, std::pow(r.unit(), 3) * 20);
  const auto x = clone(points(ravel::all, 0)), y = clone(points(ravel::all, 1));
  for (const bin_rule rule : {bin_rule::automatic, bin_rule::sturges, bin_rule::freedman_diaconis, bin_rule::scott, bin_rule::sqrt,
                              bin_rule::rice, bin_rule::doane, bin_rule::stone}) {
    const auto found = histogram_nd(points, rule);
    const auto of_x = histogram(x, rule), of_y = histogram(y, rule);
    CHECK_EQUAL(found.edges[0], of_x.edges);
    CHECK_EQUAL(found.edges[1], of_y.edges);
    CHECK(joined(found) == joined(histogram_nd(points, {of_x.edges, of_y.edges})));
    CHECK(ravel::sum(found.counts) == n);
    const auto mixed = histogram_nd(points, {bin_rule::sqrt, rule});
    CHECK_EQUAL(mixed.edges[0], histogram(x, bin_rule::sqrt).edges);
    CHECK_EQUAL(mixed.edges[1], of_y.edges);
  }
  const tensor<double> with_nan{{0, 5}, {std::nan(""), 6}, {1, 7}, {3, 9}};
  CHECK(joined(histogram_nd(with_nan, bin_rule::sqrt, nan_policy::skip)) ==
        joined(histogram_nd(tensor<double>{{0, 5}, {1, 7}, {3, 9}}, bin_rule::sqrt)));
  CHECK_THROWS_WITH(histogram_nd(with_nan, {bin_rule::sqrt, bin_rule::rice}),
                    "histogram_nd, coordinate 0: histogram wants bins from a finite number up to another, not from nan to nan: "
                    "nan_policy::skip leaves NaN out");
  CHECK_THROWS_WITH(histogram_nd(with_nan, bin_rule::sqrt, nan_policy::refuse),
                    "histogram_nd was told to refuse NaN, and element 2 is NaN");
  CHECK_THROWS_WITH(histogram_nd(with_nan, std::vector<bin_rule>{bin_rule::sqrt}),
                    "histogram_nd of points with 2 coordinates wants a rule for each, not 1");
  CHECK_THROWS_WITH(histogram_nd(tensor<int>{1, 2}, bin_rule::sqrt), "histogram_nd wants a matrix of points, not a tensor of shape [2]");
}

TEST_CASE("grids of counts at their edges", "[tensor][histogram_nd]") {
  const tensor<double> points{{0, 5}, {std::nan(""), 6}, {1, 7}};
  const std::vector<buffer<double>> edges{{0, 0.5, 1}, {5, 6, 7}};
  CHECK(joined(histogram_nd(points, edges)) == list{1, 0, 0, 1, 0, 0.5, 1, 5, 6, 7});
  CHECK(joined(histogram_nd(points, ravel::bins{2}, nan_policy::skip)) == list{1, 0, 0, 1, 0, 0.5, 1, 5, 6, 7});
  CHECK(ravel::sum(histogram_nd(ravel::zeros<int>({0, 2})).counts) == 0);
  CHECK_THROWS_WITH(histogram_nd(points),
                    "histogram_nd, coordinate 0: histogram wants bins from a finite number up to another, not from nan to nan: "
                    "nan_policy::skip leaves NaN out");
  CHECK_THROWS_WITH(histogram_nd(points, edges, nan_policy::refuse), "histogram_nd was told to refuse NaN, and element 2 is NaN");
  CHECK_THROWS_WITH(histogram_nd(points, std::vector<buffer<double>>{{0, 1}}),
                    "histogram_nd of points with 2 coordinates wants edges for each, not 1");
  CHECK_THROWS_WITH(histogram_nd(points, std::vector<buffer<double>>{{0, 1}, {1, 0}}),
                    "histogram_nd, coordinate 1: the edges of a histogram must rise, not fall from 1 to 0");
  CHECK_THROWS_AS(histogram_nd(points, std::vector<buffer<double>>{{0, 1}, {1}}), ravel::value_error);
  CHECK_THROWS_WITH(histogram_nd(tensor<int>{1, 2}), "histogram_nd wants a matrix of points, not a tensor of shape [2]");
}
