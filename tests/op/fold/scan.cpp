// SPDX-License-Identifier: BSL-1.0
// scan, cumsum, cumprod, cummin and cummax against plain loops; overflow, NaN, and what is carried on.
#include <ravel/exec/serial.hpp>
#include <ravel/exec/with_threads.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/fold/scan.hpp>
#include <ravel/storage/list.hpp>

#include <support/elements.hpp>
#include <support/faults.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>
#include <support/sparse_samples.hpp>
#include <support/sums.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::reader;
using support::detail::identical;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

template <class Found, class T>
void require_bits(const Found& found, const std::vector<T>& expected) {
  REQUIRE(found.size() == std::ssize(expected));
  index_t wrong = 0;
  for (index_t i = 0; i < found.size(); ++i) wrong += !identical(found[i], expected[static_cast<std::size_t>(i)]);
  REQUIRE(wrong == 0);
}

// out[i] = what remains of elements 0 to i
template <class Out, class T, class State, class Step>
std::vector<Out> running(const std::vector<T>& values, State state, Step step) {
  std::vector<Out> all;
  for (const T& value : values) all.push_back(static_cast<Out>(state = step(state, value)));
  return all;
}

}  // namespace

TEST_CASE("running sums and products of every element type") {
  support::element_types::each([]<class T>() {
    using S = ravel::sum_t<T>;
    using A = ravel::accumulator_t<T>;
    support::random r(2);
    for (const index_t n : {0, 1, 2, 17, 1025, 9000}) {
      std::vector<T> values, factors;
      for (index_t i = 0; i < n; ++i) {
        values.push_back(r.small<T>());
        factors.push_back(i % 9 == 3 ? r.small<T>() : T(1));
        if (i > 200) factors.back() = T(0);
      }
      const auto sums = running<S>(values, A{}, [](A a, T b) { return A(a + A(b)); });
      const auto products = running<S>(factors, A{1}, [](A a, T b) { return A(a * A(b)); });
      for (const auto& source : support::in_every_way(values)) REQUIRE_EQUAL(cumsum(source), sums);
      REQUIRE_EQUAL(cumprod(support::in_memory(factors)), products);
      static_assert(std::same_as<decltype(cumsum(reader<T>())), buffer<S>> && std::same_as<decltype(cumprod(reader<T>())), buffer<S>>);
    }
  });
  static_assert(std::same_as<decltype(cumsum(reader<long long>())), buffer<std::int64_t>>);
}

namespace {

constexpr index_t lengths[] = {0, 1, 2, 1023, 1024, 1025, 2047, 2048, 2049, 5000, 65535, 65536, 65537};

template <class A>
constexpr auto added = [](A a, A b) { return ravel::detail::add_values(a, b); };
template <class A>
constexpr auto multiplied = [](A a, A b) { return ravel::detail::multiply_values(a, b); };

// Numbers of very different sizes, and where every `special`-th is one that arithmetic treats apart.
template <class T>
std::vector<T> numbers(support::random& r, index_t n, index_t special) {
  using R = ravel::real_of_t<T>;
  constexpr double apart[] = {-0.0, 0.0, infinity, -infinity, no_number};
  const auto part = [&](index_t i) {
    if (special > 0 && i % special == special - 1) return static_cast<R>(apart[r.between(0, i > n / 2 ? 4 : 1)]);
    return static_cast<R>((r.unit() - 0.4) * std::pow(10.0, static_cast<double>(r.between(-5, 5))));
  };
  std::vector<T> values;
  for (index_t i = 0; i < n; ++i) {
    if constexpr (ravel::complex_element<T>) {
      const R re = part(i), im = part(i);
      values.push_back({re, im});
    } else {
      values.push_back(part(i));
    }
  }
  return values;
}
template <class T>
std::vector<T> factors_near_one(support::random& r, index_t n) {
  std::vector<T> values;
  for (index_t i = 0; i < n; ++i) {
    if constexpr (ravel::complex_element<T>) {
      const auto re = static_cast<ravel::real_of_t<T>>(1 + 0.01 * r.unit());
      values.push_back({re, static_cast<ravel::real_of_t<T>>(0.1 * r.unit())});
    } else {
      values.push_back(static_cast<T>(0.99 + 0.02 * r.unit()));
    }
  }
  return values;
}

}  // namespace

TEMPLATE_TEST_CASE("running totals of floating elements go by chunks", "", float, double, std::complex<float>, std::complex<double>) {
  using A = ravel::accumulator_t<TestType>;
  support::random r(5);
  for (const index_t n : lengths) {
    for (const index_t special : {0, 1700, 3}) {
      const auto values = numbers<TestType>(r, n, special);
      const auto sums = support::model::running<TestType, A>(values, added<A>);
      for (const auto& source : support::in_every_way(values)) require_bits(cumsum(source), sums);
      require_bits(cumsum(reverse(reverse(support::in_memory(values)))), sums);
      require_bits(cumprod(support::in_memory(values)), (support::model::running<TestType, A>(values, multiplied<A>)));
    }
    const auto factors = factors_near_one<TestType>(r, n);
    const auto products = support::model::running<TestType, A>(factors, multiplied<A>);
    for (const auto& source : support::in_every_way(factors)) require_bits(cumprod(source), products);
  }
}

TEMPLATE_TEST_CASE("running totals past NaN go by the chunks of all elements", "", float, double, std::complex<double>) {
  using A = ravel::accumulator_t<TestType>;
  using found = std::optional<A>;
  support::random r(6);
  for (const index_t n : lengths) {
    auto values = numbers<TestType>(r, n, 50);
    for (index_t i = 0; i < n; ++i) {
      if (i < 5 || (i > 1020 && i < 2050) || r.chance(3)) values[static_cast<std::size_t>(i)] = static_cast<TestType>(no_number);
    }
    std::vector<found> known;
    for (const TestType& value : values) known.push_back(ravel::detail::is_nan{}(value) ? found() : found(A(value)));
    const auto check = [&](const auto& all, auto f) {
      auto expected = values;
      const auto totals = support::model::running<found, found>(known, [&](found a, found b) {
        return a && b ? found(f(*a, *b)) : a ? a : b;
      });
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (known[i]) expected[i] = static_cast<TestType>(*totals[i]);
      }
      require_bits(all, expected);
    };
    for (const auto& source : support::in_every_way(values)) check(cumsum(source, ravel::nan_policy::skip), added<A>);
    check(cumprod(support::in_memory(values), ravel::nan_policy::skip), multiplied<A>);
  }
}

TEST_CASE("a running sum of floats is carried on in double") {
  CHECK_EQUAL(cumsum(buffer<float>{3e38F, 3e38F, -3e38F}), {3e38F, std::numeric_limits<float>::infinity(), 3e38F});
  CHECK(identical(cumsum(buffer<double>{-0.0})[0], -0.0));  // the first is the first element
  const auto zeros = cumsum(ravel::make_buffer<double>(3000, -0.0));
  CHECK(identical(zeros[1024], -0.0));
  CHECK(identical(zeros[2999], -0.0));
}

TEST_CASE("running integers are exact or throw") {
  CHECK_EQUAL(cumsum(buffer<std::int64_t>{most, -1, 1}), {most, most - 1, most});
  CHECK_THROWS_AS(cumsum(buffer<std::int64_t>{most, 1, -1}), ravel::overflow_error);  // the second is an element too
  CHECK_THROWS_AS(cumsum(buffer<std::int64_t>{least, -1}), ravel::overflow_error);
  CHECK_THROWS_AS(cumsum(buffer<std::uint64_t>{~std::uint64_t{0}, 1}), ravel::overflow_error);
  CHECK_EQUAL(cumsum(buffer<std::uint8_t>{255, 255}), {std::uint64_t{255}, std::uint64_t{510}});
  CHECK_EQUAL(cumprod(buffer<std::int64_t>{-1, least / 2, 0}), {std::int64_t{-1}, -(least / 2), std::int64_t{0}});
  CHECK_THROWS_AS(cumprod(buffer<std::int64_t>{least, -1}), ravel::overflow_error);
  CHECK_THROWS_AS(cumprod(ravel::iota<std::uint64_t>(30, 1)), ravel::overflow_error);
}

TEST_CASE("running extremes, with NaN from where it was met") {
  support::ordered_types::each([]<class T>() {
    for (const index_t n : {0, 1, 17, 1025, 9000}) {
      const auto values = support::random(static_cast<std::uint64_t>(n)).values<T>(n);
      const auto pick = [](auto before) {
        return [before](T a, T b) {
          const bool no_numbers[] = {ravel::detail::is_nan{}(a), ravel::detail::is_nan{}(b)};
          return no_numbers[0] ? a : no_numbers[1] || before(b, a) ? b : a;
        };
      };
      const auto first = values.empty() ? T{} : values[0];
      const auto lows = running<T>(values, first, pick([](T a, T b) { return a < b; }));
      const auto highs = running<T>(values, first, pick([](T a, T b) { return b < a; }));
      for (const auto& source : support::in_every_way(values)) {
        REQUIRE_EQUAL(cummin(source), lows);
        REQUIRE_EQUAL(cummax(source), highs);
      }
    }
  });
  CHECK_EQUAL(cummin(buffer<double>{2, 3, no_number, 1}), {2.0, 2.0, no_number, no_number});
  CHECK_EQUAL(cummax(buffer<double>{-infinity, 3, 1, infinity}), {-infinity, 3.0, 3.0, infinity});
  CHECK(identical(cummin(buffer<double>{0.0, -0.0})[1], 0.0));  // of equal ones the first
  CHECK_EQUAL(cummax(buffer<std::string>{"b", "a", "c"}), {std::string("b"), std::string("b"), std::string("c")});
  CHECK_EQUAL(cummin(buffer<long long>{3, 1, 2}), {3LL, 1LL, 1LL});
}

TEST_CASE("scan by a function of the user's") {
  const buffer<int> b{1, 2, 3, 4};
  CHECK_EQUAL(scan(b, [](int a, int x) { return a * 10 + x; }), {1, 12, 123, 1234});
  CHECK_EQUAL(scan(b * 2, [](int a, int x) { return a + x; }), {2, 6, 12, 20});
  CHECK_EQUAL(scan(buffer<std::string>{"a", "b", "c"}, [](std::string a, const std::string& x) { return a + x; }),
              {std::string("a"), std::string("ab"), std::string("abc")});
  CHECK_EQUAL(scan(ravel::make_buffer<int>(0), [](int a, int) { return a; }), {});
  std::vector<std::pair<int, int>> calls;
  static_cast<void>(scan(ravel::iota<int>(3000), [&](int a, int x) { return calls.emplace_back(a, x), x; }));
  REQUIRE(calls.size() == 2999);
  for (int i = 0; i < 2999; ++i) REQUIRE(calls[static_cast<std::size_t>(i)] == std::pair(i, i + 1));
  CHECK_EQUAL(scan(b, [step = 0](int a, int x) mutable { return a + x * ++step; }), {1, 3, 9, 21});
}

namespace {

template <class T, class F>
concept scans = requires(const reader<T>& r, F f) { scan(r, f); };
using adds = decltype([](auto a, auto b) { return a + b; });

}  // namespace

TEST_CASE("a function that gives another type does not compile") {
  static_assert(scans<int, adds> && scans<double, adds> && scans<std::string, adds>);
  static_assert(!scans<std::int8_t, adds> && !scans<bool, adds> && !scans<int, decltype([](double a, double b) { return a + b; })>);
}

TEST_CASE("scan of the user's own lvalues, and what fails in scan") {
  struct opted_in : support::by_element<int>, ravel::reader_base {};
  const opted_in mine{{{4, 5, 6}}, {}};
  CHECK_EQUAL(cumsum(mine), {4, 9, 15});
  CHECK_EQUAL(cummin(ravel::list<int>{2, 1}), {2, 1});
  CHECK(cumsum(reader<int>()).size() == 0);
  CHECK_THROWS_AS(cumsum(1 / ravel::iota<int>(3)), ravel::value_error);
  const auto x = ravel::make_buffer<double>(5000, 2.0);
  CHECK(ravel::with_executor(ravel::serial,
                             [&] { return support::for_each_allocation_failure([&] { static_cast<void>(cumsum(x + x)); }); }) == 3);
  CHECK(support::for_each_explosion([] { static_cast<void>(cummin(buffer<support::bomb>{3, 1, 2})); }) >= 6);
}

TEST_CASE("running totals past NaN") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  using ravel::nan_policy;
  const std::vector<double> values{none, 2, none, 1, 3, none};
  for (const auto& x : support::in_every_way(values)) {
    CHECK_EQUAL(cumsum(x), {none, none, none, none, none, none});
    CHECK_EQUAL(cumsum(x, nan_policy::skip), {none, 2, none, 3, 6, none});
    CHECK_EQUAL(cumprod(x, nan_policy::skip), {none, 2, none, 2, 6, none});
    CHECK_EQUAL(cummin(x, nan_policy::skip), {none, 2, none, 1, 1, none});
    CHECK_EQUAL(cummax(x, nan_policy::skip), {none, 2, none, 2, 3, none});
    CHECK_THROWS_WITH(cumsum(x, nan_policy::refuse), "cumsum was told to refuse NaN, and element 0 is NaN");
  }
  CHECK_THROWS_WITH(cummax(buffer<double>{1, none}, nan_policy::refuse), "cummax was told to refuse NaN, and element 1 is NaN");
  CHECK_EQUAL(cumsum(buffer<int>{1, 2}, nan_policy::skip), {1, 3});
  CHECK_EQUAL(cummin(buffer<std::string>{"b", "a", "c"}, nan_policy::refuse), {"b", "a", "a"});
}

namespace {

// What runs along sparse elements, whole and behind views, is what runs along their copy, to the bit.
template <class T>
void check_running_over_entries(const reader<T>& sparse, const char* of) {
  INFO(of << " of " << sparse.size() << " elements");
  for (const reader<T>& x : {sparse, reader<T>(reverse(sparse)), reader<T>(slice(sparse, 1, sparse.size() - 1))}) {
    const auto copied = clone(x);
    const auto same_bits = [](const auto& found, const auto& expected) { require_bits(found, ravel::to_vector(expected)); };
    same_bits(cumsum(x), cumsum(copied));
    if constexpr (ravel::detail::may_be_nan<T>) same_bits(cumsum(x, ravel::nan_policy::skip), cumsum(copied, ravel::nan_policy::skip));
    if constexpr (!ravel::integer_element<T>) same_bits(cumprod(x), cumprod(copied));
    if constexpr (ravel::detail::ordered_reader<reader<T>>) {
      same_bits(cummin(x), cummin(copied));
      same_bits(cummax(x), cummax(copied));
    }
  }
}

}  // namespace

TEST_CASE("running totals over few entries have the bits of those over all elements") {
  support::element_types::each([]<class T>() {
    for (const index_t n : {64, 1024, 70000}) {
      for (const T fill : {T(0), T(1)}) {
        check_running_over_entries<T>(support::listed_at_random<T>(n, fill, 50, 3), "scattered entries");
        check_running_over_entries<T>(support::listed<T>(n, fill), "no entries");
        check_running_over_entries<T>(support::listed<T>(n, fill, {{0, T(1)}, {n - 1, T(1)}}), "the ends");
      }
    }
  });
  for (const double fill : {-0.0, -1.0, 0.1, no_number, infinity, -infinity, 1e-300}) {
    check_running_over_entries<double>(support::listed<double>(5000, fill, {{0, -0.0}, {5, 1e300}, {2900, -infinity}, {3950, no_number}}),
                                       "numbers of all kinds");
    check_running_over_entries<double>(support::listed<double>(3000, fill, {{5, -0.0}, {1024, 0.0}, {2047, -0.0}}), "zeros");
    check_running_over_entries<std::complex<double>>(support::listed<std::complex<double>>(1000, fill, {{5, {0.0, 1.0}}, {6, -1.0}}),
                                                     "turns");
  }
}

TEST_CASE("running integers over few entries are exact or throw, and NaN policies hold") {
  CHECK_THROWS_AS(cumsum(support::listed<std::int64_t>(1000, 0, {{5, most}, {900, 1}})), ravel::overflow_error);
  CHECK_THROWS_AS(cumsum(support::listed<std::int64_t>(1000, 1, {{5, most - 10}})), ravel::overflow_error);
  CHECK_THROWS_AS(cumprod(support::listed<std::int64_t>(1000, 2, {{5, 3}})), ravel::overflow_error);
  CHECK(cumprod(support::listed<std::int64_t>(1000, 2, {{5, 0}}))[999] == 0);
  const auto x = support::listed<double>(1000, 0.0, {{5, 2.0}, {900, no_number}});
  CHECK(identical(cumsum(x)[999], no_number));
  CHECK_EQUAL(cumsum(x, ravel::nan_policy::skip), cumsum(clone(x), ravel::nan_policy::skip));
  CHECK_THROWS_WITH(cumsum(x, ravel::nan_policy::refuse), "cumsum was told to refuse NaN, and element 900 is NaN");
  index_t called = 0;
  static_cast<void>(scan(x, [&](double a, double b) { return ++called, a + b; }));  // a function of the user's sees every element
  CHECK(called == 999);
}
