// SPDX-License-Identifier: BSL-1.0
// Statistics, searches, sorts and counts of sparse readers, which go over their entries, against the same of all elements in memory; and
// that nothing is gone over in proportion to the size.
#include <ravel/lazy.hpp>
#include <ravel/op.hpp>

#include <support/require_equal.hpp>
#include <support/sparse_samples.hpp>

#include <cmath>
#include <limits>

using ravel::index_t;
using ravel::nan_policy;
using support::listed;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

bool near(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b)); }

// What an operation gives, or the message with which it refuses.
template <class F, class Same>
void check_alike(F operation, const ravel::reader<double>& sparse, const ravel::buffer<double>& dense, Same same) {
  std::string refused;
  std::optional<std::invoke_result_t<F, const ravel::buffer<double>&>> expected;
  try {
    expected = operation(dense);
  } catch (const ravel::value_error& e) {
    refused = e.what();
  }
  if (expected) {
    CHECK(same(operation(sparse), *expected));
  } else {
    REQUIRE_THROWS_WITH(operation(sparse), refused);
  }
}
template <class F>
void check_number(F operation, const ravel::reader<double>& sparse, const ravel::buffer<double>& dense) {
  check_alike(operation, sparse, dense, [](double a, double b) { return near(a, b); });
}
template <class F>
void check_place(F operation, const ravel::reader<double>& sparse, const ravel::buffer<double>& dense) {
  check_alike(operation, sparse, dense, [](const auto& a, const auto& b) { return a == b; });
}
template <class F>
void check_elements(F operation, const ravel::reader<double>& sparse, const ravel::buffer<double>& dense) {
  check_alike(operation, sparse, dense, [](const auto& a, const auto& b) {
    REQUIRE_EQUAL(a, b);
    return true;
  });
}

void check_statistics(const ravel::reader<double>& s, const ravel::buffer<double>& d) {
  for (const nan_policy policy : {nan_policy::keep, nan_policy::skip, nan_policy::refuse}) {
    check_number([=](const auto& x) { return variance(x, policy); }, s, d);
    check_number([=](const auto& x) { return standard_deviation(x, ravel::ddof{1}, policy); }, s, d);
    check_number([=](const auto& x) { return skew(x, policy); }, s, d);
    check_number([=](const auto& x) { return kurtosis(x, policy); }, s, d);
    check_number([=](const auto& x) { return descriptive_statistics(x, policy).max; }, s, d);
    check_number([=](const auto& x) { return descriptive_statistics(x, policy).kurtosis; }, s, d);
    check_number([=](const auto& x) { return reduce_with(x, ravel::reducer::sum, policy); }, s, d);
    check_number([=](const auto& x) { return std::get<1>(reduce_with(x, compose(ravel::reducer::mean, ravel::reducer::min), policy)); }, s,
                 d);
    check_number([=](const auto& x) { return mean(x, policy); }, s, d);
    check_number([=](const auto& x) { return min(x, policy); }, s, d);
    check_number([=](const auto& x) { return covariance(x, x * x, policy); }, s, d);
    check_number([=](const auto& x) { return correlation(x, abs(x) + 1.0, policy); }, s, d);
    check_number([=](const auto& x) { return correlation(x, x * x, ravel::correlation_kind::spearman, policy); }, s, d);
    check_number([=](const auto& x) { return correlation(x, x * x, ravel::correlation_kind::kendall, policy); }, s, d);
    check_place([=](const auto& x) { return argmax(x, policy); }, s, d);
    check_place([=](const auto& x) { return argmin_last(x, policy); }, s, d);
    check_number([=](const auto& x) { return median(x, policy); }, s, d);
    check_elements([=](const auto& x) { return quantile(x, {0.0, 0.1, 0.3, 0.5, 0.77, 1.0}, policy); }, s, d);
    check_elements([=](const auto& x) { return quantile(x, {0.2, 0.9}, ravel::quantile_rule::inverted_cdf, policy); }, s, d);
    check_elements([=](const auto& x) { return histogram(x, {-2.5, 0.0, 1.0, 2.0}, policy).counts; }, s, d);
    check_elements([=](const auto& x) { return histogram(x, ravel::bins{7}, policy).counts; }, s, d);
  }
}

void check_orders(const ravel::reader<double>& s, const ravel::buffer<double>& d) {
  const auto descending = ravel::sort_order::descending;
  check_elements([=](const auto& x) { return sort(x); }, s, d);
  check_elements([=](const auto& x) { return sort(x, descending); }, s, d);
  check_elements([=](const auto& x) { return argsort(x); }, s, d);
  check_elements([=](const auto& x) { return argsort(x, descending); }, s, d);
  check_elements([=](const auto& x) { return argsort(x, descending, ravel::nan_place::first); }, s, d);
  check_elements([=](const auto& x) { return argsort(x, ravel::nan_place::refuse); }, s, d);
  check_elements([=](const auto& x) { return unique(x); }, s, d);
  check_elements([=](const auto& x) { return unique_all(x).first; }, s, d);
  check_elements([=](const auto& x) { return value_counts(x).values; }, s, d);
  check_elements([=](const auto& x) { return value_counts(x).counts; }, s, d);
  check_number([=](const auto& x) { return most_common(x); }, s, d);
  check_elements([=](const auto& x) { return rank(x); }, s, d);
  check_elements([=](const auto& x) { return digitize(x, {-1.0, 0.0, 1.0}); }, s, d);
  check_elements([=](const auto& x) { return digitize(x, {1.0, 0.0, -1.0}, ravel::closed_edge::upper); }, s, d);
  check_elements([=](const auto& x) { return membership(x, {0.0, 1.0, not_a_number}); }, s, d);
  const auto distance = [](double x) { return std::isnan(x) ? 1e9 : std::abs(x - 0.5); };
  const auto nearest = [=](double a, double b) { return distance(a) < distance(b); };
  for (const index_t k : {index_t{0}, index_t{1}, d.size() / 2, d.size()}) {
    check_elements([=](const auto& x) { return arg_top_k(x, k); }, s, d);
    check_elements([=](const auto& x) { return arg_top_k(x, k, nearest); }, s, d);
    if (k < d.size()) check_number([=](const auto& x) { return nth_element(x, k); }, s, d);
  }
  for (const double value : {0.0, 1.0, -2.0, 3.5, not_a_number}) {
    check_place([=](const auto& x) { return index_of(x, value); }, s, d);
    check_place([=](const auto& x) { return last_index_of(x, value); }, s, d);
  }
  check_place([=](const auto& x) { return d.size() == 0 ? 0 : argmax(x, nearest); }, s, d);
  check_place([=](const auto& x) { return d.size() == 0 ? 0 : argmin_last(x, nearest); }, s, d);
}

support::stored_elements<double> with_nan(support::stored_elements<double> stored, double fill, support::random& r) {
  if (std::isnan(fill)) return stored;
  for (auto& [position, value] : stored) {
    if (r.chance(5)) value = not_a_number;
  }
  return stored;
}

}  // namespace

TEST_CASE("sparse statistics, orders and counts are those of all elements", "[op][sparse]") {
  for (const double fill : {0.0, -0.0, 1.0, 0.25, not_a_number}) {
    for (const index_t n : {0, 1, 2, 40, 700, 3000}) {
      for (const index_t one_in : {1, 3, 50, 10000}) {
        INFO("fill " << fill << ", " << n << " elements, one in " << one_in << " stored");
        support::random r(static_cast<std::uint64_t>(n * 7 + one_in));
        auto stored = support::scattered<double>(n, fill, one_in, r.bits());
        if (r.chance(2)) stored = with_nan(std::move(stored), fill, r);
        const auto s = listed<double>(n, fill, std::move(stored));
        const auto d = clone(s);
        check_statistics(s, d);
        check_orders(s, d);
      }
    }
  }
}

TEST_CASE("sparse whole numbers are counted, ordered and found by their entries", "[op][sparse]") {
  for (const int fill : {0, 3, -1}) {
    for (const index_t one_in : {1, 4, 100}) {
      const auto s = support::listed_at_random<int>(2500, fill, one_in, static_cast<std::uint64_t>(fill + 9));
      const auto d = clone(s);
      REQUIRE_EQUAL(bincount(abs(s), ravel::at_least{20}), bincount(abs(d), ravel::at_least{20}));
      REQUIRE_EQUAL(bincount(abs(s), s * 0.5), bincount(abs(d), d * 0.5));
      REQUIRE_EQUAL(unique(s), unique(d));
      REQUIRE_EQUAL(value_counts(s).counts, value_counts(d).counts);
      REQUIRE_EQUAL(argsort(s), argsort(d));
      REQUIRE_EQUAL(sort(s, ravel::sort_order::descending), sort(d, ravel::sort_order::descending));
      REQUIRE_EQUAL(membership(s, ravel::index_set{0, 2}), membership(d, ravel::index_set{0, 2}));
      CHECK(median(s) == median(d));
      CHECK(index_of(s, 2.0) == index_of(d, 2.0));
      CHECK(reduce_with(s, ravel::reducer::sum) == reduce_with(d, ravel::reducer::sum));
      CHECK(near(variance(s), variance(d)));
    }
  }
  REQUIRE_THROWS_WITH(bincount(listed<int>(1000, 0, {{7, 2}, {70, -5}, {80, -6}})), "bincount counts from 0 up, and element 70 is -5");
  REQUIRE_THROWS_WITH(bincount(listed<int>(1000, -1, {{0, 2}, {1, 3}})), "bincount counts from 0 up, and element 2 is -1");
}

TEST_CASE("a reducer that can repeat an element goes over entries, any other over all elements", "[op][sparse]") {
  struct plain {
    static index_t init() { return 0; }
    static void step(index_t& state, std::span<const double> block) { state += std::ssize(block); }
    static void merge(index_t& state, index_t later) { state += later; }
    static index_t finish(index_t state) { return state; }
  };
  struct repeating : plain {
    static void repeat(index_t& state, index_t times) { state *= times + 1000000; }  // one element, and a sign that this was called
  };
  const auto r = listed<double>(100, 0, {{3, 1.0}, {9, 2.0}});
  CHECK(reduce_with(r, plain{}) == 100);
  CHECK(reduce_with(r, repeating{}) == 100 + 1000000);
  CHECK(reduce_with(clone(r), repeating{}) == 100);
}

TEST_CASE("1e12 elements of which a thousand are stored", "[op][sparse]") {
  constexpr index_t n = 1'000'000'000'000, apart = 999'999'937;
  support::stored_elements<double> stored;
  for (index_t i = 0; i < 1000; ++i) stored[i * apart + 3] = static_cast<double>(i % 10) - 4.5;
  const auto r = listed<double>(n, 0.0, stored);
  const double squares = 100 * 2 * (0.25 + 2.25 + 6.25 + 12.25 + 20.25);
  CHECK(near(variance(r) * 1e12, squares));
  CHECK(skew(r) == 0);
  CHECK(kurtosis(r) > 1e8);
  CHECK(median(r) == 0);
  CHECK(quantile(r, 1.0) == 4.5);
  CHECK(nth_element(r, 499) == -0.5);
  CHECK(nth_element(r, 500) == 0);
  CHECK(arg_top_k(r, 101)[100] == 8 * apart + 3);
  CHECK(unique(r).size() == 11);
  CHECK(value_counts(r).counts[0] == n - 1000);
  CHECK(most_common(r) == 0);
  CHECK(histogram(r, {-5.0, 0.0, 5.0}).counts[1] == n - 500);
  CHECK(histogram(ravel::cast<std::int8_t>(floor(r)), {-9.0, 0.0, 9.0}).counts[1] == n - 500);
  CHECK(bincount(ravel::cast<int>(abs(r) + 0.5))[0] == n - 1000);
  CHECK(index_of(r, 0.0) == 0);
  CHECK(last_index_of(r, 4.5) == 999 * apart + 3);
  CHECK(argmax(r, nan_policy::skip) == 9 * apart + 3);
  CHECK(mean(r, nan_policy::skip) == 0);
  CHECK(near(correlation(r, r * 3.0), 1));
  CHECK(near(correlation(r, r * r * r, ravel::correlation_kind::spearman), 1));
  CHECK(descriptive_statistics(r).count == n);
  REQUIRE_THROWS_WITH(median(listed<double>(n, not_a_number, {{0, 1.0}, {1, 2.0}}), nan_policy::refuse),
                      "median was told to refuse NaN, and element 2 is NaN");
}
