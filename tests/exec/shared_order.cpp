// SPDX-License-Identifier: BSL-1.0
// Elements in order, by rank, and the different ones, which threads find: the bits of one thread.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/same_for_all.hpp>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <type_traits>

using namespace ravel;
using support::same_for_all;
using support::throws_the_same;

namespace {

constexpr index_t large = 70'000;  // elements that are counted where they lie

buffer<double> some(index_t n) { return clone(reader<double>(random_normal<double>({n}, 0, 1, 3))); }

template <class T>
tensor<T> one(const T& value) {
  return tensor<T>{value};
}

// The quantile of sorted numbers, by the definition of the rule alone.
template <class X>
double sorted_quantile(const X& x, double q) {
  const auto sorted = sort(x);
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<index_t>(place);
  const auto low = static_cast<double>(sorted[below]), high = static_cast<double>(sorted[std::min(below + 1, sorted.size() - 1)]);
  return detail::between_two(low, high, place - static_cast<double>(below));
}

template <class X>
void all_ranks(const X& x) {
  for (const double q : {0.0, 0.001, 0.3, 0.5, 0.999, 1.0}) {
    CHECK(quantile(x, q) == sorted_quantile(x, q));
    same_for_all([&] { return one(quantile(x, q)); });
  }
  same_for_all([&] { return one(median(x)); });
  same_for_all([&] { return sort(x); });
  same_for_all([&] { return quantile(x, {0.9, 0.1, 0.5, 0.1, 1.0}); });
  same_for_all([&] { return quantile(x, linspace(0.0, 1.0, 21)); });
  for (const index_t k : {index_t{0}, x.size() / 3, x.size() - 1}) {
    CHECK(nth_element(x, k) == sort(x)[k]);
    same_for_all([&] { return one(nth_element(x, k)); });
  }
}

template <class X>
void all_different(const X& x) {
  const auto counts = [](const auto& found) { return clone(found.counts); };
  same_for_all([&] { return unique(x); });
  same_for_all([&] { return value_counts(x).values; });
  same_for_all([&] { return counts(value_counts(x)); });
  same_for_all([&] { return unique_all(x).values; });
  same_for_all([&] { return unique_all(x).first; });
  same_for_all([&] { return unique_all(x).counts; });
  same_for_all([&] { return unique_all(x).inverse; });
}

}  // namespace

TEMPLATE_TEST_CASE("elements by rank are the same for any number of threads", "[exec]", std::int8_t, std::uint8_t, std::int16_t,
                   std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double) {
  const auto x = some(large);
  all_ranks(clone(cast<TestType>(x * 10.0 + (std::is_signed_v<TestType> ? 0.0 : 60.0))));
  all_ranks(clone(cast<TestType>(where(x > 1.0, 3.0, 7.0))));
}

TEST_CASE("ranks of few and of equal elements are the same for any number of threads", "[exec]") {
  for (const index_t n : {1, 2, 255, 256, 257, 5000}) {
    all_ranks(some(n));
    all_ranks(clone(constant(n, 2.5)));
  }
  all_ranks(clone(constant(large, 7)));
  all_ranks(constant(large, 7.0));
  all_ranks(clone(sort(some(large))));
  all_ranks(reverse(clone(sort(some(large)))));
  all_ranks(some(large) * 2.0 + 1.0);
  all_ranks(slice(some(2 * large), 1, large, 2));
}

TEST_CASE("all rules of quantiles agree for any number of threads", "[exec]") {
  const auto x = some(large);
  for (int rule = 0; rule < 9; ++rule) {
    const auto by = static_cast<quantile_rule>(rule);
    same_for_all([&] { return quantile(x, {0.0, 0.25, 0.5, 0.77, 1.0}, by); });
    CHECK(quantile(x, 0.25, by) == quantile(sort(x), 0.25, by));
  }
  same_for_all([&] { return one(quartiles(x).third); });
}

TEST_CASE("ranks beside NaN, infinities and zeros of both signs are the same for any number of threads", "[exec]") {
  const double inf = std::numeric_limits<double>::infinity();
  const auto x = some(large);
  const auto holes = clone(where(x > 0.5, sqrt(-abs(x)), x));
  same_for_all([&] { return sort(holes); });
  same_for_all([&] { return one(median(holes)); });
  same_for_all([&] { return one(median(holes, nan_policy::skip)); });
  same_for_all([&] { return quantile(holes, {0.01, 0.99}, nan_policy::skip); });
  same_for_all([&] { return one(nth_element(holes, 100)); });
  same_for_all([&] { return one(nth_element(holes, large - 5)); });
  CHECK(std::isnan(median(holes)));
  CHECK(median(holes, nan_policy::skip) == median(filter(x, [](double value) { return value <= 0.5; })));
  CHECK(nth_element(holes, 100) == sort(holes)[100]);
  CHECK(std::isnan(nth_element(holes, large - 5)));
  throws_the_same([&] { return median(holes, nan_policy::refuse); });
  throws_the_same([&] { return median(sqrt(-abs(x) - 1.0), nan_policy::skip); });

  all_ranks(clone(where(x > 0.2, inf, x)));
  all_ranks(clone(where(x < 0.2, -inf, x)));
  all_ranks(clone(where(x < 0.2, -inf, inf)));
  for (const index_t n : {2, 300, 70'000}) {
    const auto zeros = clone(where(slice(some(large), 0, n) > 0, 0.0, -0.0));
    all_ranks(zeros);
    CHECK(!std::signbit(median(zeros)));
    CHECK(!std::signbit(quantile(zeros, 1.0)));
    CHECK(!std::signbit(nth_element(zeros, n / 2)));
  }
}

TEST_CASE("elements that mislead a sample are the same for any number of threads", "[exec]") {
  const auto low = clone(iota<double>(large)), none = clone(iota<double>(large));
  random_engine random(0);  // as the sample is drawn
  for (int k = 0; k < 1000; ++k) {
    const index_t place = random.below(large);
    low[place] = 1e9 + static_cast<double>(place);
    none[place] = std::numeric_limits<double>::quiet_NaN();
  }
  all_ranks(low);
  same_for_all([&] { return quantile(none, {0.0, 0.4, 1.0}, nan_policy::skip); });
  CHECK(quantile(none, 0.4, nan_policy::skip) == sorted_quantile(filter(none, [](double value) { return value == value; }), 0.4));
  CHECK(std::isnan(median(none)));
  CHECK(nth_element(none, 100) == sort(none)[100]);
}

TEST_CASE("a source of ranks that throws shows its first error", "[exec]") {
  for (const index_t bad : {index_t{0}, index_t{30'000}, large - 1}) {
    const auto x = map([=](index_t i) { return i >= bad ? throw std::runtime_error("at " + std::to_string(i)) : static_cast<double>(i); },
                       iota<index_t>(large));
    throws_the_same([&] { return median(x); });
    throws_the_same([&] { return nth_element(x, 5); });
    throws_the_same([&] { return unique(x); });
    throws_the_same([&] { return unique_all(x); });
  }
}

TEST_CASE("different elements are the same for any number of threads", "[exec]") {
  for (const index_t n : {0, 1, 2, 255, 256, 257, 5000}) {
    const auto x = some(n);
    all_different(x);
    all_different(x * 2.0);
    all_different(clone(cast<int>(x * 5.0)));
    all_different(clone(cast<std::int8_t>(where(x > 0, 1.0, -1.0))));
    all_different(clone(x > 0));
    all_different(clone(cast<float>(where(x > 0.5, sqrt(-abs(x)), x))));
    all_different(clone(where(x > 0, 0.0, -0.0)));
    all_different(clone(where(x > 0, 0.0, -0.0) * where(x > 1, std::numeric_limits<double>::infinity(), 1.0)));  // NaN and zeros
    all_different(clone(map([](double value) { return std::to_string(static_cast<int>(value * 9)); }, x)));
  }
}

TEST_CASE("a stop ends a search for ranks and for different elements", "[exec]") {
  const auto x = some(large);
  std::stop_source source;
  const auto stopping = map(
      [&](index_t i) {
        if (i == 40'000) source.request_stop();
        return static_cast<double>(i % 1000);
      },
      iota<index_t>(large));
  const auto stopped = [&](const auto& work) { CHECK_THROWS_AS(with_stop(source.get_token(), [&] { with_threads(3, work); }), cancelled); };
  stopped([&] { static_cast<void>(median(stopping)); });
  stopped([&] { static_cast<void>(median(x)); });
  stopped([&] { static_cast<void>(nth_element(x, 7)); });
  stopped([&] { static_cast<void>(unique(x)); });
  stopped([&] { static_cast<void>(unique_all(x)); });
  CHECK(median(stopping) == 499.5);
}
