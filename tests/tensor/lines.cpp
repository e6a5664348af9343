// SPDX-License-Identifier: BSL-1.0
// Every operation with a form along axes against itself on each line alone: the same bits, for tensors as they lie, turned, stretched and
// computed; options in any order; the axes that are kept; lines of nothing and no lines.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <array>
#include <cmath>
#include <limits>

using namespace ravel;

namespace {

const double no_number = std::numeric_limits<double>::quiet_NaN();

template <class T>
bool identical(const T& a, const T& b) {
  return a == b || (a != a && b != b);
}

// Numbers with ties and some NaN, shown in several ways.
std::vector<tensor<const double>> shown(bool with_nan) {
  support::random r(17);
  const tensor<double> t = empty<double>({3, 8, 5});
  for (index_t i = 0; i < t.size(); ++i)
    flat(t).write({i}, with_nan && i % 13 == 5 ? no_number : static_cast<double>(r.below(12)) + (r.chance(3) ? 0.25 : 0));
  return {t, transpose(t, {2, 0, 1}), broadcast(t(all, slice(0, 2), all), {3, 4, 5}), t * 1.0, flip(t, 1)};
}

// work along the axis gives, for each line, what alone gives of it: one value.
template <class Along, class Alone>
void check_values(bool with_nan, Along along, Alone alone) {
  for (const auto& t : shown(with_nan)) {
    for (index_t axis = 0; axis < 3; ++axis) {
      const auto found = along(t, axis);
      index_t line = 0;
      const auto expected = reduce_axis(t, axis, [&](const auto& values) { return alone(to_vector(values)); });
      REQUIRE(found.shape() == expected.shape());
      for (; line < found.size(); ++line) REQUIRE(identical(found[line], expected[line]));
    }
  }
}
// … or a line.
template <class Along, class Alone>
void check_lines(bool with_nan, Along along, Alone alone) {
  for (const auto& t : shown(with_nan)) {
    for (index_t axis = 0; axis < 3; ++axis) {
      const auto found = along(t, axis);
      const auto ours = swap_axes(found, axis, 2);
      const auto theirs = swap_axes(t, axis, 2);
      for (index_t i = 0; i < theirs.extent(0); ++i) {
        for (index_t j = 0; j < theirs.extent(1); ++j) {
          const auto expected = alone(to_vector(theirs(i, j, all)));
          const auto line = ours(i, j, all);
          REQUIRE(line.size() == expected.size());
          for (index_t k = 0; k < line.size(); ++k) REQUIRE(identical(line[k], expected[k]));
        }
      }
    }
  }
}

#define CHECK_VALUES(with, call, options) \
  check_values(                           \
      with, [](const auto& x, index_t axis) { return call(x, axis options); }, [](const auto& x) { return call(x options); })
#define CHECK_LINES(with, call, options) \
  check_lines(                           \
      with, [](const auto& x, index_t axis) { return call(x, axis options); }, [](const auto& x) { return call(x options); })
#define WITH(...) , __VA_ARGS__

}  // namespace

TEST_CASE("a value of a line is that of the line alone", "[tensor][lines]") {
  CHECK_VALUES(false, variance, );
  CHECK_VALUES(true, ravel::std, WITH(nan_policy::skip, ddof{1}));
  CHECK_VALUES(true, var, WITH(ddof{1}, nan_policy::skip));
  CHECK_VALUES(false, skew, WITH(elements_are::sample));
  CHECK_VALUES(true, kurtosis, WITH(nan_policy::skip));
  CHECK_VALUES(true, median, WITH(nan_policy::skip));
  CHECK_VALUES(false, median, WITH(quantile_rule::inverted_cdf));
  CHECK_VALUES(true, most_common, );
  CHECK_VALUES(true, count_unique, );
  CHECK_VALUES(true, sum, WITH(nan_policy::skip));
  CHECK_VALUES(true, product, WITH(nan_policy::skip));
  CHECK_VALUES(true, mean, WITH(nan_policy::skip));
  CHECK_VALUES(true, min, WITH(nan_policy::skip));
  CHECK_VALUES(true, max, WITH(nan_policy::keep));
  CHECK_VALUES(true, argmin, WITH(nan_policy::skip));
  CHECK_VALUES(true, argmax_last, WITH(nan_policy::skip));
  CHECK_VALUES(true, argmin_last, );
  CHECK_VALUES(false, argmax, WITH(std::greater<>()));
}

TEST_CASE("what an operation cannot do without comes before the axis", "[tensor][lines]") {
  const auto large = [](double x) { return x > 5; };
  const auto halves = [](double a, double b) { return a / 2 + b; };
  const auto squares = [](const auto& x) {
    if constexpr (requires { x* x; }) {
      return x * x;
    } else {
      return clone(borrow(x) * borrow(x));
    }
  };
  check_values(
      false, [](const auto& x, index_t axis) { return quantile(x, 0.3, axis); }, [](const auto& x) { return quantile(x, 0.3); });
  check_values(
      false, [](const auto& x, index_t axis) { return nth_element(x, 1, axis); }, [](const auto& x) { return nth_element(x, 1); });
  check_values(
      false, [&](const auto& x, index_t axis) { return count(x, large, axis); }, [&](const auto& x) { return count(x, large); });
  check_values(
      false, [&](const auto& x, index_t axis) { return any_of(x, large, axis); }, [&](const auto& x) { return any_of(x, large); });
  check_values(
      false, [&](const auto& x, index_t axis) { return reduce(x, 1.0, halves, axis); },
      [&](const auto& x) { return reduce(x, 1.0, halves); });
  check_values(
      true, [](const auto& x, index_t axis) { return reduce_with(x, reducer::mean, axis, nan_policy::skip); },
      [](const auto& x) { return reduce_with(x, reducer::mean, nan_policy::skip); });
  check_lines(
      false, [&](const auto& x, index_t axis) { return scan(x, halves, axis); }, [&](const auto& x) { return scan(x, halves); });
  check_lines(
      false,
      [](const auto& x, index_t axis) {
        return quantile(x, {0.1, 0.5}, axis);
      },
      [](const auto& x) {
        return quantile(x, {0.1, 0.5});
      });
  check_lines(
      false, [](const auto& x, index_t axis) { return arg_top_k(x, 3, axis); }, [](const auto& x) { return arg_top_k(x, 3); });
  check_lines(
      true,
      [](const auto& x, index_t axis) {
        return histogram(x, {0, 2, 4, 9}, axis).counts;
      },
      [](const auto& x) {
        return histogram(x, {0, 2, 4, 9}).counts;
      });
  check_lines(
      true,
      [](const auto& x, index_t axis) {
        return histogram(x, axis, bins{7}, between{-1, 8}).counts;
      },
      [](const auto& x) {
        return histogram(x, between{-1, 8}, bins{7}).counts;
      });
  check_values(
      true, [&](const auto& x, index_t axis) { return covariance(x, squares(x), axis, ddof{1}, nan_policy::skip); },
      [&](const auto& x) { return covariance(x, squares(x), ddof{1}, nan_policy::skip); });
  check_values(
      false, [&](const auto& x, index_t axis) { return correlation(x, squares(x), axis, correlation_kind::spearman); },
      [&](const auto& x) { return correlation(x, squares(x), correlation_kind::spearman); });
  check_lines(
      true, [](const auto& x, index_t axis) { return rolling(x, 2, reducer::max, axis, edge_mode::valid); },
      [](const auto& x) { return rolling(x, 2, reducer::max, edge_mode::valid); });
  check_lines(
      false,
      [](const auto& x, index_t axis) {
        return convolve(x, std::array{1.0, -2.0}, axis, convolve_mode::same);
      },
      [](const auto& x) {
        return convolve(x, std::array{1.0, -2.0}, convolve_mode::same);
      });
  check_lines(
      false,
      [](const auto& x, index_t axis) {
        return correlate(x, std::array{1.0, -2.0}, axis);
      },
      [](const auto& x) {
        return correlate(x, std::array{1.0, -2.0});
      });
}

TEST_CASE("a line is that of the line alone", "[tensor][lines]") {
  CHECK_LINES(true, sort, WITH(sort_order::descending));
  CHECK_LINES(true, argsort, WITH(nan_place::first, sort_order::descending));
  CHECK_LINES(false, argsort, WITH(sort_order::descending, std::greater<>()));
  CHECK_LINES(true, rank, );
  CHECK_LINES(true, rank, WITH(rank_ties::dense));
  CHECK_LINES(true, cumsum, WITH(nan_policy::skip));
  CHECK_LINES(true, cumprod, );
  CHECK_LINES(true, cummax, WITH(nan_policy::skip));
  CHECK_LINES(true, diff, );
  CHECK_LINES(false, diff, WITH(order{0}));
  CHECK_LINES(false, diff, WITH(order{2}));
  CHECK_LINES(false, diff, WITH(order{9}));
  CHECK_LINES(false, diff, WITH(append{1}, prepend{0.5}));
  CHECK_LINES(false, gradient, WITH(spacing{0.5}));
}

TEST_CASE("what differences are taken of is computed once", "[tensor][lines]") {
  int calls = 0;
  const tensor<double> t{{3, 1, 2}, {9, 7, 8}};
  const auto counted = map([&](double x) { return ++calls, x; }, t);
  for (const index_t axis : {0, 1}) {
    calls = 0;
    REQUIRE_EQUAL(diff(counted, axis), diff(t, axis));
    CHECK(calls == 6);
  }
}

TEST_CASE("lines of several axes, and the axes that are kept", "[tensor][lines]") {
  const auto t = shown(false).front();
  CHECK(median(t, {0, 2}).shape() == shape{8});
  CHECK(median(t, {0, 2}, keep).shape() == shape{1, 8, 1});
  CHECK(var(t, {0, 1, 2})() == var(t));
  CHECK(identical(median(t, {2, 0})[3], median(t(all, 3, all))));
  CHECK(sum(t, -1, keep, nan_policy::skip).shape() == shape{3, 8, 1});
  CHECK(quartiles(t, 1)(0, 0).max == max(t(0, all, 0)));
  CHECK(descriptive_statistics(t, 1)(2, 3).mean == descriptive_statistics(t(2, all, 3)).mean);
  CHECK_THROWS_AS(median(t, 3), index_error);
  CHECK_THROWS_AS(median(t, {0, 0}), value_error);
  CHECK_THROWS_WITH(sort(t, {0, 1}), "sort goes along one axis, and 2 are named");
}

TEST_CASE("two tensors go along their lines together, and one may stretch", "[tensor][lines]") {
  const tensor<double> t{{1, 2, 3}, {6, 4, 2}};
  CHECK(close(correlation(t, buffer<double>{1, 2, 3}, 1), buffer<double>{1, -1}));
  CHECK(close(correlation(std::vector<int>{1, 2, 3}, t, -1), buffer<double>{1, -1}));
  CHECK(covariance(t, t, {0, 1}, keep).shape() == shape{1, 1});
  CHECK(covariance(t, t, {0, 1})() == covariance(t, t));
  REQUIRE_EQUAL(covariance(t, 2.0 * t, 0, ddof{1}), (buffer<double>{25, 4, 1}));  // of two each
  CHECK_THROWS_AS(correlation(t, buffer<double>{1, 2}, 1), shape_error);
  const auto found = histogram(t, 1, between{0, 6}, bins{3});
  CHECK(found.edges[1] == 2);
  REQUIRE_EQUAL(found.counts, (buffer<index_t>{1, 2, 0, 0, 1, 2}));
}

TEST_CASE("a density has the same places for every line", "[tensor][lines]") {
  const tensor<double> t{{1, 2, 4}, {6, 4, 2}};
  const auto rows = kernel_density(t, {0, 2.5}, 1, weights{1, 2, 1}, bandwidth_rule::silverman);
  CHECK(rows.shape() == shape{2, 2});
  for (const index_t i : {0, 1})
    REQUIRE_EQUAL(rows(i, all), kernel_density(t(i, all), {0, 2.5}, weights{1, 2, 1}, bandwidth_rule::silverman));
  REQUIRE_EQUAL(kernel_density(t, buffer<int>{3}, 0)(0, all)(slice(0, 1)), kernel_density(t(all, 0), {3}));
  CHECK(kernel_density(zeros<int>({0, 5}), {1, 2, 3}, 1).shape() == shape{0, 3});
  CHECK_THROWS_AS(kernel_density(zeros<int>({0, 5}), {1, 2, 3}, 1, ravel::bandwidth{0}), ravel::value_error);
  CHECK(kernel_density(t, buffer<double>(), 1).shape() == shape{2, 0});
}

TEST_CASE("no lines, and lines of nothing", "[tensor][lines]") {
  CHECK(diff(zeros<double>({0, 5}), 1, order{2}).shape() == shape{0, 3});
  CHECK(diff(zeros<int>({3, 0}), 1, order{0}).shape() == shape{3, 0});
  CHECK(diff(zeros<int>({3, 2, 1}), 1, order{2}).shape() == shape{3, 0, 1});
  CHECK_THROWS_AS(diff(zeros<int>({3, 2}), 1, order{-1}), value_error);
  CHECK(rolling(zeros<double>({0, 5}), 2, reducer::mean, 1, edge_mode::valid).shape() == shape{0, 4});
  CHECK(rolling(
            zeros<double>({0, 5}), 2, [](const reader<double>&) -> int { throw 1; }, 1)
            .shape() == shape{0, 5});
  CHECK(sort(zeros<double>({3, 0}), 1).shape() == shape{3, 0});
  CHECK(median(zeros<double>({0, 5}), 1).shape() == shape{0});
  CHECK_THROWS_AS(median(zeros<double>({3, 0}), 1), value_error);
  CHECK_THROWS_WITH(covariance(zeros<double>({3, 0}), zeros<int>({3, 0}), 1), "covariance of no elements has no value: the shape is [3 0]");
  CHECK(correlation(zeros<double>({0, 5}), zeros<double>({5}), 1).shape() == shape{0});
  CHECK(histogram(zeros<double>({0, 5}), 1, between{0, 1}).counts.shape() == shape{0, 10});
}

TEST_CASE("a tensor of one axis needs none named, any other is asked which", "[tensor][lines]") {
  const tensor<double> line{3, 1, 2}, t{{3, 1}, {2, 4}};
  REQUIRE_EQUAL(sort(line), (buffer<double>{1, 2, 3}));
  REQUIRE_EQUAL(argsort(line * 2.0), (buffer<index_t>{1, 2, 0}));
  REQUIRE_EQUAL(cumsum(line), (buffer<double>{3, 4, 6}));
  REQUIRE_EQUAL(diff(line, prepend{0}), (buffer<double>{3, -2, 1}));
  REQUIRE_EQUAL(gradient(line), (buffer<double>{-2, -0.5, 1}));
  REQUIRE_EQUAL(rolling(line, 2, reducer::sum, edge_mode::valid), (buffer<double>{4, 3}));
  REQUIRE_EQUAL(convolve(line, line, convolve_mode::valid), (buffer<double>{13}));
  REQUIRE_EQUAL(rank(line), (buffer<double>{3, 1, 2}));
  static_assert(std::same_as<decltype(sort(line)), tensor<double>>);
  CHECK_THROWS_WITH(sort(t), "sort along which axis of shape [2 2]? Write sort(t, axis), or sort(flat(t)) for all elements on one line");
  CHECK_THROWS_AS(cumsum(t * 2.0), shape_error);
  CHECK_THROWS_AS(diff(t), shape_error);
  CHECK_THROWS_AS(rolling(t, 2, reducer::mean), shape_error);
  CHECK_THROWS_AS(argsort(scalar_tensor(1)), shape_error);
}

TEST_CASE("the whole is taken where nothing has a place", "[tensor][lines]") {
  const tensor<int> t{{3, 1, 3}, {2, 1, 3}};
  REQUIRE_EQUAL(unique(t), (buffer<int>{1, 2, 3}));
  CHECK(count_unique(t) == 3);
  CHECK(most_common(t) == 3);
  REQUIRE_EQUAL(value_counts(t).counts, (buffer<index_t>{3, 2, 1}));
  REQUIRE_EQUAL(filter(t, [](int x) { return x > 2; }), (buffer<int>{3, 3, 3}));
  REQUIRE_EQUAL(bincount(t), (buffer<index_t>{0, 2, 1, 3}));
  CHECK(nth_element(t, 2) == 2);
  CHECK(median(t) == 2.5);
  CHECK(correlation(t, t * 2) == Approx(1));
}

TEST_CASE("what answers element by element keeps the shape", "[tensor][lines]") {
  const tensor<double> t{{3, 1}, {2, no_number}};
  CHECK(membership(t, {1, no_number}).shape() == t.shape());
  REQUIRE_EQUAL(membership(t, {1, no_number}), (buffer<bool>{false, true, false, true}));
  REQUIRE_EQUAL(membership(tensor<int>{{1}, {5}}, index_set{5}), (buffer<bool>{false, true}));
  REQUIRE_EQUAL(index_of(buffer<int>{7, 5, 7}, tensor<int>{{7, 5}, {6, 7}}), (tensor<index_t>{{0, 1}, {-1, 0}}));
  REQUIRE_EQUAL(digitize(t, {1, 2}), (buffer<index_t>{2, 1, 2, 2}));
  CHECK(digitize(t, std::array{1, 2}, closed_edge::upper).shape() == shape{2, 2});
  REQUIRE_EQUAL(searchsorted(buffer<double>{1, 2, 3}, t), (buffer<index_t>{2, 0, 1, 3}));
  REQUIRE_EQUAL(searchsorted(buffer<double>{1, 2, 3}, t, ravel::search_side::right), (tensor<index_t>{{3, 1}, {2, 3}}));
  const auto falling = [](double a, double b) { return a > b; };
  const tensor<int> wanted{{9, 4}, {0, -1}};
  REQUIRE_EQUAL(searchsorted(buffer<double>{4, 3, 0}, wanted, falling), (tensor<index_t>{{0, 0}, {2, 3}}));
  REQUIRE_EQUAL(searchsorted(buffer<double>{4, 3, 0}, wanted, ravel::search_side::right, falling), (tensor<index_t>{{0, 1}, {3, 3}}));
  REQUIRE_EQUAL(searchsorted(tensor<int>{4, 3, 0}, transpose(wanted), std::greater<int>(), ravel::search_side::right),
                (tensor<index_t>{{0, 3}, {1, 3}}));
  const tensor<std::string> words{{"bb", "a"}, {"", "ccc"}};  // by another order than that of their type
  const auto shorter = [](const std::string& a, const std::string& b) { return a.size() < b.size(); };
  REQUIRE_EQUAL(searchsorted(std::vector<std::string>{"z", "yy"}, words, shorter), (tensor<index_t>{{1, 0}, {0, 2}}));
  CHECK(interp(t, std::array{1, 3}, std::array{10, 30})(0, 0) == 30);
  CHECK(interp(t, std::array{1, 3}, std::array{10, 30}).shape() == shape{2, 2});
}

TEST_CASE("windows of short lines allocate once for each line at most, and have the bits of the line alone", "[tensor]") {
  const auto made_by = [](index_t lines) {
    const auto x = random_uniform<double>({lines, 10}, 0, 1, 1), to = zeros<double>({lines, 10});
    rolling(x, 5, reducer::mean, 1, into{to});
    const auto before = support::total_allocations();
    rolling(x, 5, reducer::mean, 1, into{to});
    return support::total_allocations() - before;
  };
  CHECK(made_by(400) - made_by(4) <= 396);
  const auto x = random_uniform<double>({3, 7, 4}, -1, 1, 2);
  const auto check = [](const auto& t, const auto& reducer, auto... options) {
    for (const index_t width : {1, 2, 5, 9}) {
      for (const index_t axis : {0, 1, 2}) {
        const auto turned = swap_axes(rolling(t, width, reducer, axis, options...), axis, 2);
        const auto lines = swap_axes(t, axis, 2);
        for (index_t i = 0; i < lines.extent(0); ++i) {
          for (index_t j = 0; j < lines.extent(1); ++j)
            REQUIRE_EQUAL(clone(turned(i, j, all)), rolling(clone(lines(i, j, all)), width, reducer, 0, options...));
        }
      }
    }
  };
  check(x, reducer::mean);
  check(x, reducer::max, edge_mode::wrap);
  check(x, reducer::variance, edge_mode::reflect, window_position::left);
  check(x, reducer::sum, edge_mode::zero, window_position::right);
  check(cast<std::int8_t>(x * 100.0), reducer::sum);
  check(cast<bool>(x > 0.0), reducer::max);
  check(cast<std::int16_t>(x * 100.0), reducer::mean, edge_mode::valid);
  const tensor<double> same = clone(x(0, all, all));
  const auto wanted = rolling(same, 3, reducer::sum, 1);
  rolling(same, 3, reducer::sum, 1, into{same});
  REQUIRE_EQUAL(same, wanted);
  CHECK_THROWS_AS(rolling(full({2, 3}, std::numeric_limits<std::int64_t>::max()), 2, reducer::sum, 1), overflow_error);
}
