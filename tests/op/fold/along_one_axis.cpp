// SPDX-License-Identifier: BSL-1.0
// cumsum and its like, sort, argsort and rank along one axis: each line as the same work on it alone gives it, for every layout.
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/scan.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/order/rank.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>
#include <support/on_one_thread.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>
#include <support/sparse_samples.hpp>

#include <complex>
#include <functional>
#include <limits>
#include <string>

using namespace ravel;

namespace {

// whole(line) for each line, put together again.
template <class X, class R, class Whole>
void check_lines(const X& x, index_t axis, const tensor<R>& results, Whole whole) {
  REQUIRE(results.shape() == x.shape());
  REQUIRE(is_contiguous(results));
  index_t lines = 1;
  for (index_t k = 0; k < x.rank(); ++k) lines *= k == axis ? 1 : x.extent(k);
  for (index_t line = 0; line < lines; ++line) {
    const auto change = [&](const dims& map) { return detail::line_of(map, axis, line); };
    const auto expected = whole(detail::viewed(x, change));
    REQUIRE_EQUAL(detail::viewed(results, change), expected);
  }
}

template <class X>
void check_all(const X& x) {
  for (index_t axis = 0; axis < x.rank(); ++axis) {
    check_lines(x, axis, cumsum(x, axis), [](const auto& line) { return cumsum(line); });
    check_lines(x, axis, cumprod(x, axis), [](const auto& line) { return cumprod(line); });
    check_lines(x, axis, cummin(x, axis), [](const auto& line) { return cummin(line); });
    check_lines(x, axis, cummax(x, axis), [](const auto& line) { return cummax(line); });
    check_lines(x, axis, sort(x, axis), [](const auto& line) {
      auto values = to_vector(line);
      std::stable_sort(values.begin(), values.end());
      return values;
    });
    const auto order = argsort(x, axis);
    check_lines(x, axis, order, [](const auto& line) {
      std::vector<index_t> places(static_cast<std::size_t>(line.size()));
      for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<index_t>(i);
      std::stable_sort(places.begin(), places.end(), [&](index_t a, index_t b) {
        const auto p = line[a], q = line[b];
        return p < q || (p == p && q != q);
      });
      return places;
    });
  }
}

}  // namespace

TEMPLATE_TEST_CASE("along every axis of every layout", "[tensor][axis]", std::int16_t, float, double) {
  support::random r(9);
  for (const shape& of : {shape{5}, shape{4, 7}, shape{3, 20, 18}, shape{2, 0, 3}, shape{1, 1}, shape{40, 3}}) {
    std::vector<TestType> values;
    for (index_t i = 0; i < of.elements(); ++i) values.push_back(static_cast<TestType>(static_cast<double>(r.between(0, 3)) / 0.7));
    const auto t = as_tensor(adopt(std::move(values)), of);
    check_all(t);
    check_all(transpose(t));
    check_all(flip(t, 0));
    if (of.elements() > 0) check_all(rotate(transpose(t), std::vector<index_t>(static_cast<std::size_t>(of.rank()), 1)));
    if constexpr (std::floating_point<TestType>) check_all(t * TestType{2} + TestType{1});
  }
}

TEMPLATE_TEST_CASE("running totals of lines longer than a chunk", "[tensor][axis]", float, double, std::complex<double>) {
  const auto check = [](const auto& x) {
    for (index_t axis = 0; axis < x.rank(); ++axis) {
      check_lines(x, axis, cumsum(x, axis), [](const auto& line) { return cumsum(line); });
      check_lines(x, axis, cumprod(x, axis), [](const auto& line) { return cumprod(line); });
      check_lines(x, axis, cumsum(x, axis, nan_policy::skip), [](const auto& line) { return cumsum(line, nan_policy::skip); });
    }
  };
  for (const shape& of : {shape{3, 1100}, shape{2100, 1}, shape{3100, 3}, shape{2049, 9}, shape{2, 1500, 12}, shape{2, 1025, 2}}) {
    const auto t = clone(cast<TestType>(random_uniform<double>(of, 0.5, 1.5, 4)));
    check(t);
    check(transpose(t));
    check(flip(t, 0));
    check(t * TestType(0.75));
  }
}

TEST_CASE("NaN stays in running work and comes last in sorted", "[tensor][axis]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const tensor<double> t{{3, 1}, {nan, 2}, {1, nan}};
  REQUIRE_EQUAL(cummax(t, 0), (buffer<double>{3, 1, nan, 2, nan, nan}));
  REQUIRE_EQUAL(sort(t, 0), (buffer<double>{1, 1, 3, 2, nan, nan}));
  REQUIRE_EQUAL(argsort(t, 0), (buffer<index_t>{2, 0, 0, 1, 1, 2}));
}

TEST_CASE("running sums are exact or refused", "[tensor][axis]") {
  const auto big = std::numeric_limits<std::int64_t>::max();
  CHECK_THROWS_AS(cumsum(tensor<std::int64_t>{{big, 0}, {1, 0}}, 0), overflow_error);
  CHECK_THROWS_AS(cumprod(tensor<std::int64_t>{{big, 2}}, 1), overflow_error);
  REQUIRE_EQUAL(cumsum(tensor<std::uint8_t>{{200, 1}, {200, 2}}, 0), (buffer<std::uint64_t>{200, 1, 400, 3}));
  REQUIRE_EQUAL(cumsum(tensor<bool>{{true, true, false}}, 1), (buffer<std::int64_t>{1, 2, 2}));
}

TEST_CASE("lines by an order of the user's, of any type", "[tensor][axis]") {
  const tensor<std::string> t{{"pear", "fig"}, {"apple", "kiwi"}};
  REQUIRE_EQUAL(sort(t, 1), (buffer<std::string>{"fig", "pear", "apple", "kiwi"}));
  REQUIRE_EQUAL(sort(t, 0), (buffer<std::string>{"apple", "fig", "pear", "kiwi"}));
  const auto by_length = [](const std::string& a, const std::string& b) { return a.size() < b.size(); };
  REQUIRE_EQUAL(sort(t, 0, by_length), (buffer<std::string>{"pear", "fig", "apple", "kiwi"}));
  REQUIRE_EQUAL(argsort(t, 1, by_length), (buffer<index_t>{1, 0, 1, 0}));
  REQUIRE_EQUAL(sort(tensor<int>{{1, 3, 2}}, 1, std::greater<>()), (buffer<int>{3, 2, 1}));
}

TEST_CASE("an axis that is not there", "[tensor][axis]") {
  const auto t = zeros<int>({2, 3});
  CHECK_THROWS_AS(cumsum(t, 2), index_error);
  CHECK_THROWS_AS(sort(t, -3), index_error);
  CHECK_THROWS_AS(argsort(scalar_tensor(1), 0), index_error);
}

TEST_CASE("lines of few entries run as the same lines in memory", "[tensor][axis]") {
  for (const double fill : {0.0, 1.0, std::numeric_limits<double>::quiet_NaN()}) {
    const shape of{3, 4, 300};
    const tensor<const double> t = as_tensor(support::listed_at_random<double>(of.elements(), fill, 400, 7), of);
    for (const auto& x : {t, tensor<const double>(transpose(t)), tensor<const double>(flip(t, 2)), tensor<const double>(t + 0.0)}) {
      for (index_t axis = 0; axis < 3; ++axis) {
        REQUIRE_EQUAL(cumsum(x, axis), cumsum(clone(x), axis));
        REQUIRE_EQUAL(cumprod(x, axis), cumprod(clone(x), axis));
        REQUIRE_EQUAL(cummax(x, axis), cummax(clone(x), axis));
      }
    }
  }
  const tensor<const std::int64_t> counts = as_tensor(support::listed<std::int64_t>(1000000, 0, {{10, 4}, {500010, 5}}), {1000, 1000});
  CHECK(sum(cumsum(counts, 1)) == 990 * 9);
  CHECK(sum(cumsum(counts, 0)) == 1000 * 4 + 500 * 5);
}

TEST_CASE("NaN of other floating types, and orders that are none, along an axis", "[tensor][axis]") {
  support::random r(11);
  const tensor<double> x = zeros<double>({7, 40});
  for (index_t i = 0; i < x.size(); ++i)
    x(i / 40, i % 40) = r.chance(5) ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(r.below(6));
  const auto check = [&]<class F>(F) {
    const tensor<F> y = clone(map([](double v) { return static_cast<F>(v); }, x));
    const auto doubles = [](const auto& t) { return clone(map([](F v) { return static_cast<double>(v); }, t)); };
    for (const index_t axis : {0, 1}) {
      REQUIRE_EQUAL(doubles(sort(y, axis)), sort(x, axis));
      REQUIRE_EQUAL(argsort(y, axis, nan_place::first), argsort(x, axis, nan_place::first));
      REQUIRE_EQUAL(rank(y, axis), rank(x, axis));
      REQUIRE_EQUAL(doubles(max(y, axis)), max(x, axis));
      REQUIRE_EQUAL(doubles(min(y, axis, nan_policy::skip)), min(x, axis, nan_policy::skip));
      REQUIRE_EQUAL(argmax(y, axis), argmax(x, axis));
      REQUIRE_EQUAL(doubles(cummin(y, axis)), cummin(x, axis));
    }
  };
  check(float16());
  check(0.0L);
  for (const index_t axis : {0, 1}) {
    const auto any_answer = [&](double, double) { return r.chance(2); };
    REQUIRE_EQUAL(sort(sort(x, axis, any_answer), axis), sort(x, axis));
    REQUIRE(sum(argsort(x, axis, any_answer)) == sum(argsort(x, axis)));
    REQUIRE_EQUAL(sort(x, axis, std::less_equal<double>()), sort(x, axis));
  }
}

TEST_CASE("orders and ranks of short lines allocate for the call, not for each line", "[tensor][axis]") {
  const support::on_one_thread here;
  const auto made_by = [](index_t lines, const auto& order) {
    const auto x = random_uniform<double>({lines, 10}, 0, 1, 1);
    order(x);
    const auto before = support::total_allocations();
    order(x);
    return support::total_allocations() - before;
  };
  const auto places = [](const tensor<double>& x) { return empty<index_t>(x.shape()); };
  const auto check = [&](const auto& order) { CHECK(made_by(400, order) == made_by(4, order)); };
  check([&](const auto& x) { argsort(x, 1, into{places(x)}); });
  check([&](const auto& x) { argsort(x, 1, sort_order::descending, nan_place::first, into{places(x)}); });
  check([&](const auto& x) { rank(x, 1, into{clone(x)}); });
  check([&](const auto& x) { rank(x, 1, rank_ties::dense, into{clone(x)}); });
}

TEST_CASE("orders and ranks of lines go where their elements lie", "[tensor][axis]") {
  const tensor<std::int64_t> t{{30, 10, 20}, {5, 5, 4}}, same = clone(t);
  const auto order = argsort(t, 1), turned = argsort(t, 0);
  argsort(t, 1, into{t});
  REQUIRE_EQUAL(t, order);
  argsort(same, 0, into{same});
  REQUIRE_EQUAL(same, turned);
  const tensor<double> x{{3, 1, 1}, {2, 9, 0}};
  const auto ranks = rank(x, 1);
  rank(x, 1, into{x});
  REQUIRE_EQUAL(x, ranks);
  CHECK(argsort(zeros<double>({2, 0}), 1).shape() == shape{2, 0});
  CHECK(rank(zeros<double>({0, 3}), 1).shape() == shape{0, 3});
  REQUIRE_EQUAL(argsort(tensor<std::string>{{"b", "a"}, {"a", "b"}}, 1), (tensor<index_t>{{1, 0}, {0, 1}}));
  CHECK_THROWS_WITH(argsort(tensor<double>{{1, 2}, {3, std::nan("")}}, 1, nan_place::refuse),
                    "argsort was told to refuse NaN, and element 1 is NaN: line [1 _]");
}
