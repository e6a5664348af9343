// SPDX-License-Identifier: BSL-1.0
// Rolling quantiles, ranks and modes against each window on its own: few and many different values, NaN and infinity, every position, edge,
// rule and way of ties, and more windows than are gone over at once.
#include <ravel/lazy/slice.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/op/windows/rolling_order.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <cmath>
#include <tuple>

using ravel::buffer;
using ravel::edge_mode;
using ravel::index_t;
using ravel::nan_policy;
using ravel::quantile_rule;
using ravel::rank_ties;
using ravel::reader;
using ravel::window_position;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
constexpr window_position positions[] = {window_position::left, window_position::centre, window_position::right};
constexpr edge_mode edges[] = {edge_mode::clamp, edge_mode::zero, edge_mode::valid};
constexpr rank_ties all_ties[] = {rank_ties::average, rank_ties::min, rank_ties::max, rank_ties::dense, rank_ties::ordinal};

std::vector<double> made(support::random& r, index_t n, index_t different, bool odd) {
  std::vector<double> values;
  for (index_t i = 0; i < n; ++i) {
    const double value = static_cast<double>(r.below(different)) - 3;
    values.push_back(odd && r.chance(9) ? no_number : odd && r.chance(9) ? (r.chance(2) ? infinity : -infinity) : value);
  }
  return values;
}

index_t place_in_window(index_t width, window_position position) {
  return position == window_position::left ? width - 1 : position == window_position::right ? 0 : width / 2;
}

void check_all(const std::vector<double>& values, index_t width, window_position position, edge_mode edge, double q) {
  const auto x = support::in_every_way(values)[static_cast<std::size_t>(width % 4)];
  const auto found = ravel::rolling_quantile(x, width, q, position, edge);
  const auto lower = ravel::rolling_quantile(x, width, q, position, edge, quantile_rule::inverted_cdf);
  const auto mode = ravel::rolling_mode(x, width, position, edge);
  index_t i = 0;
  const auto look = [&](const reader<double>& w) {
    REQUIRE_EQUAL(buffer<double>{found[i]}, {ravel::quantile(w, q)});
    REQUIRE_EQUAL(buffer<double>{lower[i]}, {ravel::quantile(w, q, quantile_rule::inverted_cdf)});
    REQUIRE_EQUAL(buffer<double>{mode[i]}, {ravel::most_common(w)});
    return ++i;
  };
  REQUIRE(found.size() == rolling(x, width, look, position, edge).size());
  for (const rank_ties ties : all_ties) {
    const auto ranks = ravel::rolling_rank(x, width, ties, position, edge);
    index_t k = 0;
    const auto compare = [&](const reader<double>& w) {
      REQUIRE_EQUAL(buffer<double>{ranks[k]}, {ravel::rank(w, ties)[place_in_window(width, position)]});
      return ++k;
    };
    static_cast<void>(rolling(x, width, compare, position, edge));
  }
}

}  // namespace

TEST_CASE("a rolling order statistic equals that of each window alone", "[op]") {
  support::random r(95);
  for (const index_t width : {1, 2, 3, 8, 19, 20, 21}) {
    for (const index_t n : {1, 8, 50}) {
      for (const index_t different : {2, 1000}) {
        const auto position = positions[r.below(3)];
        for (const edge_mode edge : edges) check_all(made(r, n, different, r.chance(2)), width, position, edge, r.unit());
      }
    }
  }
}

TEST_CASE("NaN in a window is left out where that is asked for", "[op]") {
  support::random r(96);
  const auto values = made(r, 300, 50, true);
  for (const index_t width : {20, 21, 30}) {
    const auto found = ravel::rolling_quantile(values, width, 0.3, nan_policy::skip, edge_mode::valid);
    for (index_t i = 0; i < found.size(); ++i) {
      const auto window = std::span(values).subspan(static_cast<std::size_t>(i), static_cast<std::size_t>(width));
      REQUIRE_EQUAL(buffer<double>{found[i]}, {ravel::quantile(window, 0.3, nan_policy::skip)});
    }
  }
  CHECK_THROWS_AS(ravel::rolling_median(values, 3, nan_policy::refuse), ravel::value_error);
  CHECK_THROWS_AS(ravel::rolling_median(std::vector<double>{1, no_number, 2}, 1, nan_policy::skip), ravel::value_error);
}

TEST_CASE("of zeros of two signs the first leaves a window first", "[op]") {
  const std::vector<double> zeros{-0.0, 0.0, -0.0, 0.0, 0.0, -0.0};
  for (const index_t width : {1, 2, 3}) {
    const auto least = ravel::rolling_quantile(zeros, width, 0.0, edge_mode::valid);
    for (index_t i = 0; i < least.size(); ++i) REQUIRE(std::signbit(least[i]) == std::signbit(zeros[static_cast<std::size_t>(i)]));
  }
}

TEST_CASE("many windows are those of each stretch", "[op]") {
  support::random r(97);
  const index_t n = 100'000, width = 101;
  std::vector<double> values;
  for (index_t i = 0; i < n; ++i) values.push_back(static_cast<double>(i / 7000) + 10 * r.unit());
  const auto found = ravel::rolling_median(values, width, edge_mode::valid);
  const auto ranks = ravel::rolling_rank(values, width, window_position::left, edge_mode::valid, ravel::every{500});
  REQUIRE(found.size() == n - width + 1);
  for (index_t i = 0; i < found.size(); i += 500) {
    const auto window = std::span(values).subspan(static_cast<std::size_t>(i), static_cast<std::size_t>(width));
    REQUIRE(found[i] == ravel::median(window));
    REQUIRE(ranks[i / 500] == ravel::rank(window)[width - 1]);
  }
}

TEST_CASE("elements of every type have an order in windows", "[op]") {
  const std::vector<std::int64_t> large{INT64_MAX, INT64_MAX - 1, INT64_MAX - 1, INT64_MIN};
  CHECK_EQUAL(ravel::rolling_mode(large, 3, edge_mode::valid), {INT64_MAX - 1, INT64_MAX - 1});
  CHECK_EQUAL(ravel::rolling_rank(large, 3, window_position::right, edge_mode::valid), {3.0, 2.5});
  CHECK_EQUAL(ravel::rolling_mode(buffer<bool>{true, false, true}, 3, edge_mode::valid), {true});
  CHECK(ravel::rolling_median(std::vector<float>{3, 1, 2}, 3)[1] == 2);
}

TEST_CASE("windows and shares that there are not", "[op]") {
  const std::vector<double> x{1, 2, 3};
  CHECK(ravel::rolling_median(x, 4, edge_mode::valid).size() == 0);
  CHECK(ravel::rolling_median(std::vector<double>(), 4).size() == 0);
  CHECK_THROWS_WITH(ravel::rolling_quantile(x, 2, 1.5), "quantile 1.5 lies outside [0, 1]");
  CHECK_THROWS_AS(ravel::rolling_median(x, 0), ravel::value_error);
  CHECK_THROWS_AS(ravel::rolling_rank(x, -1), ravel::value_error);
}

TEST_CASE("order in windows far wider than the data", "[op]") {
  const std::vector<double> values{3, no_number, 1, 1, 9};
  for (const index_t width : {50003}) {
    for (const auto position : positions) {
      for (const auto edge : {edge_mode::clamp, edge_mode::zero, edge_mode::reflect, edge_mode::wrap}) {
        index_t i = 0;
        std::vector<double> medians, thirds, modes;
        std::vector<std::vector<double>> ranks(std::size(all_ties));
        const index_t at = place_in_window(width, position);
        std::ignore = ravel::rolling(
            values, width,
            [&](const reader<double>& window) {
              const auto w = ravel::clone(window);
              medians.push_back(ravel::median(w, nan_policy::skip));
              thirds.push_back(ravel::quantile(w, 0.3, nan_policy::skip, quantile_rule::hazen));
              modes.push_back(ravel::most_common(w));
              for (std::size_t k = 0; k < ranks.size(); ++k) ranks[k].push_back(ravel::rank(w, all_ties[k])[at]);
              return ++i;
            },
            position, edge);
        CHECK_EQUAL(ravel::rolling_median(values, width, position, edge, nan_policy::skip), medians);
        CHECK_EQUAL(ravel::rolling_quantile(values, width, 0.3, position, edge, nan_policy::skip, quantile_rule::hazen), thirds);
        CHECK_EQUAL(ravel::rolling_mode(values, width, position, edge), modes);
        for (std::size_t k = 0; k < ranks.size(); ++k) {
          const auto found = ravel::rolling_rank(values, width, position, edge, all_ties[k]);
          for (index_t j = 0; j < found.size(); ++j) {
            const double expected = ranks[k][static_cast<std::size_t>(j)];
            REQUIRE((found[j] == expected || (found[j] != found[j] && expected != expected)));
          }
        }
      }
    }
  }
  const index_t huge = index_t{1} << 60;
  CHECK_EQUAL(ravel::rolling_median(std::vector<int>{1, 5, 2}, huge, window_position::right), {2.0, 2.0, 2.0});
  CHECK(ravel::rolling_rank(std::vector<int>{1, 5, 2}, huge, window_position::left, rank_ties::min)[1] == static_cast<double>(huge));
  CHECK_EQUAL(ravel::rolling_mode(std::vector<int>{1, 5, 2}, huge - 1, edge_mode::wrap), {1, 1, 1});
}

TEST_CASE("a window without a number is named, or is what is told", "[op]") {
  const std::vector<double> x{1, no_number, no_number, no_number, 5};
  using ravel::when_empty;
  CHECK_THROWS_WITH(ravel::rolling_quantile(x, 2, 0.5, nan_policy::skip),
                    "rolling_quantile of no elements has no value: window 2. when_empty{v} says what stands there");
  CHECK_THROWS_WITH(ravel::rolling_median(x, 2, nan_policy::refuse), Catch::Matchers::StartsWith("rolling_median"));
  CHECK_THROWS_WITH(ravel::rolling_median(x, 2, nan_policy::skip),
                    "rolling_median of no elements has no value: window 2. when_empty{v} says what stands there");
  CHECK_EQUAL(ravel::rolling_median(x, 2, nan_policy::skip, when_empty{-1}), {1.0, 1.0, -1.0, -1.0, 5.0});
  CHECK_EQUAL(ravel::rolling_quantile(x, 2, 0.2, when_empty{-1}, nan_policy::skip, ravel::every{2}), {1.0, -1.0, 5.0});
  CHECK_EQUAL(ravel::rolling_median(x, 2, nan_policy::skip, ravel::every{4}), {1.0, 5.0});
  const std::vector<double> none(3, no_number);
  CHECK_EQUAL(ravel::rolling_median(none, index_t{1} << 50, nan_policy::skip, when_empty{2}), {2.0, 2.0, 2.0});
}
