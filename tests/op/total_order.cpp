// SPDX-License-Identifier: BSL-1.0
// What differs from itself has one place in every operation that orders or tells apart: half floats and long double do what double does,
// pairs and their like go by their parts, and values of users end last and are one key.
#include <ravel/op/detail/total_order.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/scan.hpp>
#include <ravel/op/keys/arg_join.hpp>
#include <ravel/op/keys/arggroup.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/op/keys/group_transform.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/op/order/rank.hpp>
#include <ravel/op/order/sorted.hpp>
#include <ravel/op/order/top_k.hpp>
#include <ravel/op/search/index_of.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <complex>
#include <functional>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::nan_place;
using ravel::nan_policy;
using ravel::sort_order;

template <class F>
F converted(double value) {
  return static_cast<F>(value);
}

template <class F>
std::vector<double> as_doubles(const buffer<F>& values) {
  std::vector<double> made;
  for (const F& value : values) made.push_back(static_cast<double>(value));
  return made;
}

// Small numbers with NaN and zeros of both signs among them.
buffer<double> numbers_with_nan(index_t n) {
  support::random r(31);
  const auto made = ravel::make_buffer<double>(n);
  for (double& x : made.span()) {
    const auto drawn = static_cast<double>(r.below(9)) - 4;
    x = drawn == 4 ? std::nan("") : drawn == 3 ? -0.0 : drawn;
  }
  return made;
}

template <class F>
void check_as_double(const buffer<double>& x) {
  const buffer<F> y = clone(map(converted<F>, x));
  for (const sort_order order : {sort_order::ascending, sort_order::descending}) {
    REQUIRE_EQUAL(as_doubles(sort(y, order)), sort(x, order));
    REQUIRE_EQUAL(argsort(y, order), argsort(x, order));
    REQUIRE_EQUAL(argsort(y, order, nan_place::first), argsort(x, order, nan_place::first));
  }
  REQUIRE_EQUAL(as_doubles(sort(y, std::greater<F>())), sort(x, std::greater<double>()));
  REQUIRE_EQUAL(rank(y), rank(x));
  REQUIRE_EQUAL(rank(y, ravel::rank_ties::dense), rank(x, ravel::rank_ties::dense));
  REQUIRE_EQUAL(arg_top_k(y, x.size() / 2), arg_top_k(x, x.size() / 2));
  REQUIRE_EQUAL(as_doubles(unique(y)), unique(x));
  REQUIRE_EQUAL(unique_all(y).inverse, unique_all(x).inverse);
  REQUIRE_EQUAL(unique_all(y).first, unique_all(x).first);
  REQUIRE_EQUAL(as_doubles(value_counts(y).values), value_counts(x).values);
  REQUIRE_EQUAL(value_counts(y).counts, value_counts(x).counts);
  REQUIRE(count_unique(y) == count_unique(x));
  REQUIRE_EQUAL(as_doubles(clone(arggroup(y).keys())), arggroup(x).keys());
  REQUIRE(argpartition(y).size() == argpartition(x).size());
  REQUIRE_EQUAL(as_doubles(merge_sorted(sort(y), sort(y))), merge_sorted(sort(x), sort(x)));
  REQUIRE_EQUAL(searchsorted(sort(y), y, ravel::search_side::right), searchsorted(sort(x), x, ravel::search_side::right));
  REQUIRE_EQUAL(membership(y, sort(y)), membership(x, sort(x)));
  REQUIRE_EQUAL(index_of(y, y), index_of(x, x));
  REQUIRE_EQUAL(as_doubles(cummax(y)), cummax(x));
  REQUIRE_EQUAL(as_doubles(cummin(y, nan_policy::skip)), cummin(x, nan_policy::skip));
  for (const auto nan : {ravel::nan_keys::equal, ravel::nan_keys::unequal})
    REQUIRE_EQUAL(arg_join(y, y, nan).right, arg_join(x, x, nan).right);
  if (x.size() == 0) return;
  REQUIRE_EQUAL(as_doubles(buffer<F>{max(y), min(y), most_common(y)}), {max(x), min(x), most_common(x)});
  REQUIRE_EQUAL(buffer<index_t>({argmax(y), argmin(y), argmax_last(y), argmin_last(y)}),
                {argmax(x), argmin(x), argmax_last(x), argmin_last(x)});
  for (index_t k = 0; k < x.size(); ++k) REQUIRE_EQUAL(as_doubles(buffer<F>{nth_element(y, k)}), {nth_element(x, k)});
}

struct reading {
  int station = 0;
  double value = 0;
  friend bool operator==(const reading&, const reading&) = default;
  friend auto operator<=>(const reading&, const reading&) = default;
};
struct never_equal {
  int x = 0;
  friend bool operator==(const never_equal&, const never_equal&) { return false; }
  friend bool operator<(const never_equal& a, const never_equal& b) { return a.x < b.x; }
};

}  // namespace

TEST_CASE("floating types outside the closed set do what double does about NaN") {
  for (const index_t n : {0, 1, 2, 15, 100}) {
    const auto x = numbers_with_nan(n);
    check_as_double<ravel::float16>(x);
    check_as_double<ravel::bfloat16>(x);
    check_as_double<long double>(x);
  }
  const buffer<ravel::float16> halves{ravel::float16(2.0), ravel::float16(std::nan(""))};
  CHECK_THROWS_AS(argsort(halves, nan_place::refuse), ravel::value_error);
  CHECK_THROWS_AS(arg_join(halves, halves, ravel::nan_keys::refuse), ravel::value_error);
  CHECK_THROWS_AS(max(halves, nan_policy::refuse), ravel::value_error);
  CHECK(max(halves, nan_policy::skip) == 2);
  CHECK(argmin(halves, nan_policy::skip) == 0);
}

TEST_CASE("pairs, tuples, arrays and optionals go by their parts, NaN behind every number") {
  const double nan = std::nan("");
  const buffer<std::pair<int, double>> pairs{{2, 0}, {1, nan}, {1, 5}, {1, nan}, {2, -1}, {1, 5}};
  CHECK_EQUAL(argsort(pairs), {2, 5, 1, 3, 4, 0});
  CHECK_EQUAL(argsort(pairs, sort_order::descending), {0, 4, 2, 5, 1, 3});
  CHECK_EQUAL(arg_top_k(pairs, 3), {0, 4, 2});
  CHECK_EQUAL(rank(pairs), {6, 3.5, 1.5, 3.5, 5, 1.5});
  CHECK_EQUAL(unique_all(pairs).inverse, {3, 1, 0, 1, 2, 0});
  CHECK_EQUAL(value_counts(pairs).counts, {2, 2, 1, 1});
  CHECK(count_unique(pairs) == 4);
  CHECK(arggroup(pairs).size() == 4);
  CHECK(argmax(pairs) == 0);
  CHECK(argmin_last(pairs) == 5);
  CHECK(std::isnan(nth_element(pairs, 3).second));
  CHECK(max(buffer<std::pair<int, double>>{{1, 2}, {1, nan}, {0, 9}}).first == 1);
  CHECK_EQUAL(membership(pairs, {{1, nan}}), {false, true, false, true, false, false});
  CHECK_EQUAL(arg_join(pairs, pairs, ravel::nan_keys::unequal, ravel::join_kind::anti).left, {1, 3});

  const buffer<std::optional<double>> optionals{nan, std::nullopt, 1.0, nan, std::nullopt};
  CHECK_EQUAL(argsort(optionals), {1, 4, 2, 0, 3});
  CHECK(count_unique(optionals) == 3);
  const buffer<std::array<float, 2>> arrays{{1.0f, NAN}, {NAN, 1.0f}, {1.0f, NAN}, {0.0f, 0.0f}};
  CHECK_EQUAL(argsort(arrays), {3, 0, 2, 1});
  CHECK(most_common(arrays)[0] == 1);
  using row = std::tuple<std::string, long double, std::pair<int, ravel::float16>>;
  const buffer<row> rows{{"b", nan, {}}, {"a", 1, {2, ravel::float16(nan)}}, {"b", nan, {}}, {"a", 1, {2, ravel::float16(nan)}}};
  CHECK_EQUAL(argsort(rows), {1, 3, 0, 2});
  CHECK(count_unique(rows) == 2);
}

TEST_CASE("users' values that differ from themselves come last and are one key") {
  const double nan = std::nan("");
  const buffer<reading> x{{1, nan}, {0, 2}, {1, nan}, {5, 1}};
  CHECK_EQUAL(argsort(x), {1, 3, 0, 2});
  CHECK_EQUAL(argsort(x, nan_place::first), {0, 2, 1, 3});
  CHECK_EQUAL(value_counts(x).counts, {2, 1, 1});
  CHECK(count_unique(x) == 3);
  CHECK_EQUAL(rank(x), {nan, 1, nan, 2});
  CHECK(argmax(x) == 0);
  CHECK(argmin_last(x) == 2);
  const buffer<never_equal> never{{2}, {1}, {2}};
  CHECK(unique(never).size() == 1);
  CHECK_EQUAL(value_counts(never).counts, {3});
  CHECK(arggroup(never).size() == 1);
  CHECK(argpartition(never).size() == 1);
  CHECK_EQUAL(argsort(never, [](const never_equal& a, const never_equal& b) { return a < b; }), {1, 0, 2});
  const buffer<std::complex<long double>> complex{{1, NAN}, {2, 0}, {NAN, 3}, {2, -0.0L}};
  CHECK(arggroup(complex).size() == 2);
}
