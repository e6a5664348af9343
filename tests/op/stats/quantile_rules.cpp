// SPDX-License-Identifier: BSL-1.0
// The nine definitions of a quantile against Hyndman and Fan's text and NumPy, and the two of weighted elements against repeating elements
// and against NumPy's interp.
#include <ravel/lazy/operators.hpp>
#include <ravel/op/stats/quantile.hpp>

#include <support/oracle.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::nan_policy;
using ravel::quantile_rule;
using ravel::weights;
using list = std::vector<double>;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

struct definition {
  quantile_rule rule;
  const char* name;       // in NumPy
  long double m, m_of_q;  // the place, counted from 1, is n q + m + m_of_q q
};
constexpr definition definitions[] = {{quantile_rule::inverted_cdf, "inverted_cdf", 0, 0},
                                      {quantile_rule::averaged_inverted_cdf, "averaged_inverted_cdf", 0, 0},
                                      {quantile_rule::closest_observation, "closest_observation", -0.5, 0},
                                      {quantile_rule::interpolated_inverted_cdf, "interpolated_inverted_cdf", 0, 0},
                                      {quantile_rule::hazen, "hazen", 0.5, 0},
                                      {quantile_rule::weibull, "weibull", 0, 1},
                                      {quantile_rule::linear, "linear", 1, -1},
                                      {quantile_rule::median_unbiased, "median_unbiased", 1.0L / 3, 1.0L / 3},
                                      {quantile_rule::normal_unbiased, "normal_unbiased", 3.0L / 8, 1.0L / 4}};

// As the paper has it: (1 - gamma) X_j + gamma X_(j + 1), with j the whole part of the place and g what is left of it.
double by_the_paper(const list& sorted, long double q, const definition& d) {
  const auto n = static_cast<long double>(sorted.size());
  const long double place = n * q + d.m + d.m_of_q * q, j = std::floor(place), g = place - j;
  const auto element = [&](long double rank) { return sorted[static_cast<std::size_t>(std::clamp(rank, 1.0L, n)) - 1]; };
  long double gamma = g;
  if (d.rule == quantile_rule::inverted_cdf) gamma = g > 0;
  if (d.rule == quantile_rule::averaged_inverted_cdf) gamma = g > 0 ? 1 : 0.5L;
  if (d.rule == quantile_rule::closest_observation) gamma = g == 0 && std::fmod(j, 2.0L) == 0 ? 0 : 1;
  return static_cast<double>((1 - gamma) * element(j) + gamma * element(j + 1));
}

list drawn(support::random& r, index_t n, bool ties) {
  list values;
  for (index_t i = 0; i < n; ++i) values.push_back(ties ? static_cast<double>(r.below(6)) : r.unit() * 10 - 5);
  return values;
}

// Sorted values with the places of the middles of their weights.
struct line_of_weights {
  list value, place;
};
line_of_weights middles(const list& values, const list& w) {
  std::vector<std::pair<double, double>> all;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (w[i] > 0) all.emplace_back(values[i], w[i]);
  }
  std::sort(all.begin(), all.end());
  for (auto& [value, weight] : std::vector(all)) {  // equal values share their weights
    double together = 0, times = 0;
    for (const auto& [other, its] : std::vector(all)) together += other == value ? its : 0, times += other == value;
    for (auto& [other, its] : all) its = other == value ? together / times : its;
  }
  line_of_weights found;
  double below = 0;
  for (const auto& [value, weight] : all) {
    found.value.push_back(value);
    found.place.push_back(below + weight / 2);
    below += weight;
  }
  return found;
}

}  // namespace

TEST_CASE("each definition of a quantile is that of the paper") {
  support::random r(71);
  for (const index_t n : {1, 2, 3, 4, 5, 8, 16, 33, 64}) {
    list values = drawn(r, n, false);
    const auto x = support::in_memory(values);
    std::sort(values.begin(), values.end());
    for (const definition& d : definitions) {
      for (int eighth = 0; eighth <= 64; ++eighth) {  // places that are exact, so that ties of the rules are met
        const double q = eighth / 64.0;
        INFO(d.name << " of " << n << " at " << q);
        REQUIRE(quantile(x, q, d.rule) == Approx(by_the_paper(values, q, d)).epsilon(1e-13).margin(1e-13));
      }
    }
  }
  CHECK(quantile(buffer<int>{1, 2, 3, 4}, 0.375, quantile_rule::closest_observation) == 2);  // half way from 1 to 2: the even place
  CHECK(quantile(buffer<int>{1, 2, 3, 4}, 0.625, quantile_rule::closest_observation) == 2);  // half way from 2 to 3
}

TEST_CASE("each definition of a quantile is NumPy's") {
  support::random r(72);
  support::oracle all;
  std::string program;
  for (const definition& d : definitions)
    program += std::string("def ") + d.name + "(x, q): return np.quantile(x, q, method='" + d.name + "')\n";
  for (const index_t n : {1, 2, 3, 7, 40, 601, 3000}) {
    for (const bool ties : {false, true}) {
      const list values = drawn(r, n, ties);
      list shares{0, 1};
      for (int i = 0; i < 12; ++i) shares.push_back(r.unit());
      const auto q = support::in_memory(shares);
      for (const definition& d : definitions) all.ask(d.name, {values, shares}, quantile(support::in_memory(values), q, d.rule), 1e-15);
    }
  }
  all.check(program);
}

TEST_CASE("the definitions of quantiles of sparse readers and of NaN") {
  const buffer<double> x{3, no_number, 1, 2};
  for (const definition& d : definitions) {
    CHECK(std::isnan(quantile(x, 0.5, d.rule)));
    CHECK(quantile(x, 0.5, d.rule, nan_policy::skip) == 2 - (d.rule == quantile_rule::interpolated_inverted_cdf ? 0.5 : 0));
    CHECK(quantile(buffer<int>{7}, 0.3, d.rule) == 7);
    CHECK(quantile(x, 1.0, d.rule, nan_policy::skip) == 3);
  }
}

TEST_CASE("inverted_cdf with whole weights is that of repeated elements") {
  support::random r(73);
  for (int turn = 0; turn < 100; ++turn) {
    const index_t n = r.between(1, 30);
    list values = drawn(r, n, r.chance(2)), w, repeated;
    for (const double value : values) {
      w.push_back(static_cast<double>(r.below(4)));
      if (w.size() == values.size()) w.back() += 1;
      repeated.insert(repeated.end(), static_cast<std::size_t>(w.back()), value);
    }
    const auto x = support::in_memory(values);
    for (const double q : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      REQUIRE(quantile(x, q, weights{w}, quantile_rule::inverted_cdf) ==
              quantile(support::in_memory(repeated), q, quantile_rule::inverted_cdf));
    }
  }
}

TEST_CASE("linear with weights is interpolated between the middles of the weights") {
  support::random r(74);
  support::oracle all;
  for (int turn = 0; turn < 60; ++turn) {
    const index_t n = r.between(1, 40);
    const list values = drawn(r, n, turn % 3 == 0);
    list w;
    for (index_t i = 0; i < n; ++i) w.push_back(i > 0 && r.chance(5) ? 0 : 0.1 + r.unit());
    list shares{0, 1, 0.5, r.unit(), r.unit()};
    const auto of = middles(values, w);
    all.ask("between", {of.value, of.place, shares}, quantile(support::in_memory(values), shares, weights{w}), 1e-12);
    const auto x = support::in_memory(values);  // mirrored data has mirrored quantiles
    CHECK(quantile(x, 0.2, weights{w}) == Approx(-quantile(-x, 0.8, weights{w})).margin(1e-12));
    CHECK(quantile(x, 0.3, weights{list(values.size(), 2.5)}) == Approx(quantile(x, 0.3)).margin(1e-12));
  }
  all.check("def between(v, p, q): return np.interp(p[0] + q * (p[-1] - p[0]), p, v)\n");
}

TEST_CASE("weighted quantiles at their edges") {
  const buffer<double> x{4, no_number, 1, 2};
  CHECK(std::isnan(median(x, weights{1, 1, 1, 1})));
  CHECK(median(x, weights{1, 0, 1, 1}) == 2);  // what weighs nothing is not there
  CHECK(median(x, nan_policy::skip, weights{1, 1, 1, 1}) == 2);
  CHECK(quartiles(x, nan_policy::skip, weights{1, 1, 1, 0}).max == 4);
  CHECK(quantile(buffer<int>{5}, 0.9, weights{0.25}) == 5);
  CHECK(median(buffer<int>{5, 9}, weights{1, 0}) == 5);
  CHECK_THROWS_WITH(median(x, nan_policy::refuse, weights{1, 1, 1, 1}), "median was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(median(x, nan_policy::skip, weights{0, 1, 0, 0}), "median of no elements has no value");
  CHECK_THROWS_AS(median(x, weights{1, 1}), ravel::shape_error);
  CHECK_THROWS_WITH(median(x, weights{1, 1, 1, 1}, quantile_rule::hazen), "median with weights is linear or inverted_cdf, not hazen");
  CHECK_THROWS_WITH(median(x, weights{1, 1, 1, 1}, static_cast<quantile_rule>(200)),
                    "median with weights is linear or inverted_cdf, not an unknown rule");
  CHECK_THROWS_WITH(quantile(x, 1.5, weights{1, 1, 1, 1}), "quantile 1.5 lies outside [0, 1]");
  CHECK_THROWS_AS(median(ravel::make_buffer<double>(0), weights{ravel::make_buffer<double>(0)}), ravel::value_error);
}
