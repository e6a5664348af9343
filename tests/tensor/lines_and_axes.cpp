// SPDX-License-Identifier: BSL-1.0
// What operations along axes do with several axes, two tensors, one axis, no lines and lines of nothing. The axes that are kept have
// extent 1.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <array>
#include <limits>

using namespace ravel;

namespace {

const double no_number = std::numeric_limits<double>::quiet_NaN();

template <class T>
bool identical(const T& a, const T& b) {
  return a == b || (a != a && b != b);
}

// Numbers with ties.
tensor<double> numbers() {
  support::random r(17);
  return clone(
      compute<double>({3, 8, 5}, [&](index_t, index_t, index_t) { return static_cast<double>(r.below(12)) + (r.chance(3) ? 0.25 : 0); }));
}

}  // namespace

TEST_CASE("diff computes its operand once", "[tensor][lines]") {
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
  const auto t = numbers();
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

TEST_CASE("elementwise answers keep the shape", "[tensor][lines]") {
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
