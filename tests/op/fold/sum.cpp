// SPDX-License-Identifier: BSL-1.0
// sum, product, mean, dot and norm: integers against 128-bit arithmetic, floating types against their definition written down plainly, bit
// for bit, in every layout and every way of evaluation.
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/list.hpp>

#include <support/elements.hpp>
#include <support/faults.hpp>
#include <support/model.hpp>
#include <support/on_one_thread.hpp>
#include <support/reader_contract.hpp>
#include <support/sparse_samples.hpp>
#include <support/sums.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::reader;
using support::detail::identical;
using support::model::added;
using support::model::multiplied;
namespace model = support::model;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();
constexpr std::uint64_t most_unsigned = std::numeric_limits<std::uint64_t>::max();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

using wide = __int128;

// Every number of elements at which loops, lanes and blocks end.
std::vector<index_t> lane_sizes() {
  auto sizes = model::made<index_t>(100, [](index_t i) { return i; });
  for (const index_t n : {127, 128, 255, 256, 257, 263, 264, 511, 512, 513, 1023, 1024, 1025, 1280, 2048, 2049, 4096, 5000})
    sizes.push_back(n);
  return sizes;
}

template <class T>
std::vector<T> uneven(index_t n) {
  support::random r(static_cast<std::uint64_t>(n) + 1);
  return model::made<T>(n,
                        [&](index_t) { return static_cast<T>((r.unit() - 0.5) * std::pow(10.0, static_cast<double>(r.between(-6, 6)))); });
}

template <class T, class Sum>
bool fits(wide total, Sum) {
  return total >= wide{std::numeric_limits<Sum>::min()} && total <= wide{std::numeric_limits<Sum>::max()};
}

}  // namespace

TEST_CASE("sums of integers are exact, and overflow throws") {
  support::integer_types::each([]<class T>() {
    using S = ravel::sum_t<T>;
    static_assert(std::same_as<S, std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>);
    support::random r(7);
    for (int trial = 0; trial < 60; ++trial) {
      const auto values = r.values<T>(r.chance(2) ? r.below(5) : r.below(5000));
      wide total = 0;
      for (const T value : values) total += value;
      for (const auto& source : support::in_every_way(values)) {
        if (fits<T>(total, S{})) {
          REQUIRE(wide{sum(source)} == total);
        } else {
          REQUIRE_THROWS_AS(sum(source), ravel::overflow_error);
        }
        if (!values.empty()) REQUIRE(mean(source) == static_cast<double>(total) / static_cast<double>(values.size()));
      }
    }
  });
}

TEST_CASE("the ends of 64 bits") {
  CHECK(sum(buffer<std::int64_t>{most, least, most, least, 1, 1}) == 0);
  CHECK(sum(buffer<std::int64_t>{most, 1, -1}) == most);  // what comes in between does not matter
  CHECK(sum(buffer<std::int64_t>{least, -1, 1}) == least);
  CHECK(sum(buffer<std::uint64_t>{most_unsigned - 1, 1}) == most_unsigned);
  CHECK_THROWS_AS(sum(buffer<std::int64_t>{most, 1}), ravel::overflow_error);
  CHECK_THROWS_AS(sum(buffer<std::int64_t>{least, -1}), ravel::overflow_error);
  CHECK_THROWS_AS(sum(buffer<std::uint64_t>{most_unsigned, 1}), ravel::overflow_error);
  CHECK_THROWS_WITH(sum(ravel::constant(1000, most)), "the sum of the integers does not fit 64 bits (it is about 9.223372036854776e+21)");
  CHECK(mean(ravel::constant(1000, most_unsigned)) == 0x1p64);
}

TEST_CASE("bools are counted, and char and long long belong") {
  const buffer<bool> flags{true, false, true, true};
  static_assert(std::same_as<decltype(sum(flags)), std::int64_t>);
  CHECK(sum(flags) == 3);
  CHECK(sum(ravel::reverse(flags)) == 3);
  CHECK(product(flags) == 0);
  CHECK(mean(flags) == 0.75);
  CHECK(sum(buffer<char>{'a', 'b'}) == 195);
  CHECK(sum(buffer<long long>{most, -1}) == most - 1);
  CHECK(product(buffer<unsigned long long>{3, 5}) == 15U);
  CHECK(mean(buffer<char>{1, 2}) == 1.5);
  CHECK(dot(buffer<long long>{3, 4}, buffer<char>{1, 2}) == 11);
}

TEST_CASE("products of integers are exact, and overflow throws") {
  support::integer_types::each([]<class T>() {
    support::random r(11);
    for (int trial = 0; trial < 200; ++trial) {
      std::vector<T> values = r.values<T>(r.below(6));
      for (T& value : values) value = r.chance(2) ? r.small<T>() : value;
      bool zero = false, beyond = false;
      wide total = 1;
      for (const T value : values) {
        zero = zero || value == 0;
        beyond = beyond || __builtin_mul_overflow(total, wide{value}, &total);
      }
      const auto source = support::in_memory(values);
      if (zero) {
        REQUIRE(product(source) == 0);
      } else if (!beyond && fits<T>(total, ravel::sum_t<T>{})) {
        REQUIRE(wide{product(source)} == total);
      } else {
        REQUIRE_THROWS_AS(product(source), ravel::overflow_error);
      }
    }
  });
  CHECK(product(buffer<std::int64_t>{-1, least / 2, -2}) == least);
  CHECK(product(buffer<std::int64_t>{most, most, most, 0}) == 0);
  CHECK(product(ravel::concat(ravel::constant(9000, 3), ravel::constant(1, 0))) == 0);
  CHECK_THROWS_AS(product(ravel::constant(41, 3)), ravel::overflow_error);
  CHECK(product(ravel::constant(39, 3)) == 4052555153018976267);
}

TEST_CASE("floating sums and products are as they are defined, however they are evaluated") {
  support::type_list<float, double>::each([]<class T>() {
    for (const index_t n : lane_sizes()) {
      const auto values = uneven<T>(n);
      const auto expected = static_cast<T>(added(values));
      auto factors = values;
      for (T& factor : factors) factor = std::copysign(T(1) + std::abs(factor) / T(1000000000), factor);
      const auto factored = static_cast<T>(multiplied(factors));
      for (const auto& source : support::in_every_way(values)) REQUIRE(identical(sum(source), expected));
      for (const auto& source : support::in_every_way(factors)) REQUIRE(identical(product(source), factored));
      if (n > 0) REQUIRE(identical(mean(support::in_memory(values)), static_cast<T>(added(values) / static_cast<double>(n))));
    }
  });
}

TEST_CASE("long floating sums are as they are defined") {
  for (const index_t n : {65535, 65536, 65537, 131071, 131072, 131073, 200000, 1 << 20}) {
    const auto values = uneven<double>(n);
    const auto x = support::in_memory(values);
    const double expected = added(values);
    CHECK(identical(sum(x), expected));
    CHECK(identical(sum(reader<double>(x * 1.0)), expected));
    CHECK(identical(sum(x * 1.0), expected));
    CHECK(identical(sum(ravel::concat(ravel::slice(x, 0, 1000), ravel::slice(x, 1000, n - 1000))), expected));
    CHECK(identical(reduce_with(x, ravel::reducer::sum), expected));
    CHECK(identical(reduce_with(x, ravel::reducer::mean), expected / static_cast<double>(n)));
  }
}

TEST_CASE("complex products are as they are defined") {
  using C = std::complex<double>;
  for (const index_t n : lane_sizes()) {
    const auto re = uneven<double>(n), im = uneven<double>(n + 1);
    const auto values = model::made<C>(n, [&](index_t i) {
      const C value(re[static_cast<std::size_t>(i)], im[static_cast<std::size_t>(i)]);
      return value / std::abs(value);
    });
    const auto expected = model::folded(values, C(1), [](const C& a, const C& b) { return ravel::detail::multiply_values(a, b); });
    for (const auto& source : support::in_every_way(values)) REQUIRE(identical(product(source), expected));
  }
}

TEST_CASE("sum(expression), of the erased expression, and of its clone are one") {
  for (const index_t n : lane_sizes()) {
    const auto x = support::in_memory(uneven<double>(n)), y = support::in_memory(uneven<double>(n));
    const auto f = support::in_memory(uneven<float>(n));
    const auto wide_x = ravel::make_buffer<double>(2 * n);
    const auto z = ravel::slice(wide_x, 0, n, 2);
    copy(x, z);
    const auto check = [](const auto& expression) {
      const reader<ravel::value_t<std::remove_cvref_t<decltype(expression)>>> erased = expression;
      const auto made = clone(expression);
      const auto expected = static_cast<ravel::value_t<decltype(made)>>(added(to_vector(made)));
      REQUIRE(identical(sum(expression), expected));
      REQUIRE(identical(sum(erased), expected));
      REQUIRE(identical(sum(made), expected));
      REQUIRE(identical(sum(ravel::serial, expression), expected));
      REQUIRE(identical(sum(ravel::concat(ravel::slice(erased, 0, erased.size() / 3),
                                          ravel::slice(erased, erased.size() / 3, erased.size() - erased.size() / 3))),
                        expected));
    };
    check((x - y) * (x - y));    // one loop over memory
    check(z * y + x);            // a leaf that is no consecutive memory
    check(sqrt(x * x) + y);      // a leaf that is computed
    check(f * 3.0F - f / 7.0F);  // narrowed once, at the end
    check(ravel::reverse(x) - x);
    check(ravel::map([](double a, double b) { return a * b + 1; }, x, y));
    check(ravel::cast<float>(x));
  }
}

TEST_CASE("a float sum is not narrowed on the way") {
  CHECK(sum(ravel::constant(1 << 26, 1.0F)) == 0x1p26F);
  CHECK(sum(buffer<float>{3e38F, 3e38F, -3e38F}) == 3e38F);
  CHECK(sum(buffer<float>{3e38F, 3e38F}) == std::numeric_limits<float>::infinity());
  static_assert(std::same_as<decltype(sum(buffer<float>())), float>);
  static_assert(std::same_as<decltype(mean(buffer<float>())), float>);
}

TEST_CASE("complex sums add up their parts as real ones do") {
  support::type_list<float, double>::each([]<class R>() {
    using C = std::complex<R>;
    for (const index_t n : {0, 1, 31, 32, 33, 511, 512, 513, 1025, 3000}) {
      const auto re = uneven<R>(n), im = uneven<R>(2 * n);
      const auto values =
          model::made<C>(n, [&](index_t i) { return C(re[static_cast<std::size_t>(i)], im[static_cast<std::size_t>(2 * i)]); });
      const C expected(static_cast<R>(added(re)), static_cast<R>(added(model::slice(im, 0, n, 2))));
      for (const auto& source : support::in_every_way(values)) {
        REQUIRE(identical(sum(source), expected));
        if (n > 0) REQUIRE(std::abs(mean(source) - expected / static_cast<R>(n)) <= std::abs(expected) * R(1e-6));
      }
    }
  });
  using C = std::complex<double>;
  CHECK(product(buffer<C>{{0, 1}, {0, 1}}) == C(-1));
  CHECK(product(ravel::constant(4, C(1, 1))) == C(-4));
  CHECK(product(buffer<std::complex<float>>{{2, 0}, {0, 3}}) == std::complex<float>(0, 6));
  CHECK(dot(buffer<C>{{0, 1}}, buffer<C>{{0, 1}}) == C(-1));  // not conjugated
  CHECK(norm(buffer<C>{{3, 4}, {0, 12}}) == 13);
}

TEST_CASE("sums of strings and of a user's own type") {
  CHECK(sum(buffer<std::string>{"a", "bc", "", "d"}) == "abcd");
  CHECK(sum(ravel::reverse(buffer<std::string>{"a", "b"})) == "ba");
  CHECK(sum(buffer<std::string>(std::initializer_list<std::string>{})).empty());
  struct money {
    int cents = 0;
    money operator+(const money& other) const { return {cents + other.cents}; }
    bool operator==(const money&) const = default;
  };
  CHECK(sum(buffer<money>{{1}, {2}, {3}}).cents == 6);
}

TEMPLATE_TEST_CASE("a policy about NaN is followed outside the closed set", "", ravel::float16, ravel::bfloat16, long double) {
  const TestType nan(NAN);
  const buffer<TestType> holed{TestType(1.0F), nan, TestType(2.5F)};
  CHECK(static_cast<double>(sum(holed, ravel::nan_policy::skip)) == 3.5);
  CHECK(std::isnan(static_cast<double>(sum(holed, ravel::nan_policy::keep))));
  CHECK_THROWS_AS(sum(holed, ravel::nan_policy::refuse), ravel::value_error);
  CHECK(static_cast<double>(sum(buffer<TestType>{nan}, ravel::nan_policy::skip)) == 0);
}

TEST_CASE("sums of nothing") {
  const auto none = ravel::make_buffer<double>(0);
  const auto no_numbers = ravel::make_buffer<int>(0);
  CHECK(identical(sum(none), 0.0));
  CHECK(product(none) == 1);
  CHECK(sum(no_numbers) == 0);
  CHECK(product(no_numbers) == 1);
  CHECK(dot(none, none) == 0);
  CHECK(norm(none) == 0);
  CHECK(sum(none + none) == 0);
  CHECK_THROWS_AS(mean(none), ravel::value_error);
  CHECK_THROWS_WITH(mean(no_numbers), "mean of no elements has no value");
  CHECK(sum(reader<int>()) == 0);
}

TEST_CASE("infinities meet as in arithmetic") {
  CHECK(sum(buffer<double>{infinity, 1}) == infinity);
  CHECK(std::isnan(sum(buffer<double>{infinity, -infinity})));
  CHECK(product(buffer<double>{-infinity, 2}) == -infinity);
  CHECK(std::isnan(product(buffer<double>{infinity, 0})));
}

TEST_CASE("dot is the sum of products, exact for integers") {
  support::random r(3);
  for (int trial = 0; trial < 50; ++trial) {
    const index_t n = r.below(3000);
    const auto a = r.values<std::int32_t>(n), b = r.values<std::int32_t>(n);
    wide total = 0;
    for (std::size_t i = 0; i < a.size(); ++i) total += wide{a[i]} * b[i];
    const auto x = support::in_memory(a), y = support::in_memory(b);
    if (fits<int>(total, std::int64_t{})) {
      CHECK(wide{dot(x, y)} == total);
    } else {
      CHECK_THROWS_AS(dot(x, y), ravel::overflow_error);
    }
    CHECK(wide{dot(ravel::cast<std::uint32_t>(x & 0xffff), ravel::reverse(y & 0xffff))} ==
          wide{dot(x & 0xffff, ravel::reverse(y & 0xffff))});
  }
  const buffer<double> x{1, 2, 3}, y{4, 5, 6};
  CHECK(dot(x, y) == 32);
  CHECK(dot(x + 1.0, y) == 47);
  CHECK(dot(buffer<int>{1, 2, 3}, y) == 32);
  CHECK(dot(buffer<bool>{true, false, true}, buffer<int>{1, 2, 4}) == 5);
  CHECK(dot(buffer<std::uint64_t>{most_unsigned}, buffer<std::uint64_t>{1}) == most_unsigned);
  CHECK_THROWS_AS(dot(buffer<std::int64_t>{most}, buffer<std::int64_t>{2}), ravel::overflow_error);
  CHECK_THROWS_AS(dot(x, buffer<double>{1}), ravel::shape_error);
  CHECK(identical(dot(x, y), sum(x * y)));
  CHECK(std::isnan(dot(buffer<double>{no_number, 1}, buffer<double>{0, 1})));
}

TEST_CASE("the user's own lvalues are summed without being owned") {
  struct opted_in : ravel::reader_base {
    std::vector<double> held{3, 4};
    opted_in() = default;
    opted_in(const opted_in&) = delete;
    std::size_t size() const { return held.size(); }
    double operator[](std::size_t i) const { return held[i]; }
  };
  const opted_in mine;
  CHECK(sum(mine) == 7);
  CHECK(sum(ravel::serial, mine) == 7);
  CHECK(product(mine) == 12);
  CHECK(mean(mine) == 3.5);
  CHECK(norm(mine) == 5);
  CHECK(dot(mine, mine) == 25);
  CHECK(dot(mine, buffer<int>{1, 2}) == 11);
  CHECK(sum(mine, ravel::nan_policy::skip) == 7);
  CHECK(mean(mine, ravel::nan_policy::skip) == 3.5);
}

TEST_CASE("a list is summed as it stands") {
  const ravel::list<double> grown{1, 2, 3};
  CHECK(sum(grown) == 6);
  CHECK(mean(grown, ravel::nan_policy::skip) == 2);
  CHECK(dot(grown, grown) == 14);
  CHECK(norm(ravel::list<float>{3, 4}) == 5);
  CHECK(sum(ravel::list<long long>{1, 2}) == 3);
}

TEST_CASE("the sum of an expression over memory allocates nothing") {
  const support::on_one_thread here;
  const auto x = ravel::make_buffer<double>(5000, 2.0), y = ravel::make_buffer<double>(5000, 3.0);
  const auto i = ravel::make_buffer<int>(5000, 2);
  const auto before = support::total_allocations();
  double total = sum((x - y) * (x - y)) + sum(x) + dot(x, y) + norm(x) + mean(x + y);
  total += static_cast<double>(sum(i)) + mean(i);
  const auto after = support::total_allocations();
  CHECK(after == before);
  CHECK(total == 5000 + 10000 + 30000 + std::sqrt(20000.0) + 5 + 10000 + 2);
}

TEST_CASE("an allocation that fails during a sum loses nothing") {
  const reader<double> computed = ravel::reverse(ravel::cast<double>(ravel::iota<int>(5000, 1)));
  double total = 0;
  const auto failed = support::for_each_allocation_failure([&] {
    total = sum(computed) + sum(computed * 2.0) + product(computed) + mean(computed) + norm(computed) + dot(computed, computed);
    total += sum(computed, ravel::nan_policy::skip) + mean(computed, ravel::nan_policy::skip);
  });
  CHECK(failed >= 8);
  CHECK(total > 0);
}

TEST_CASE("sums and products of what is sparse are those of all its elements") {
  for (const index_t n : {0, 1, 7, 8, 9, 255, 256, 257, 1025, 3000, 70000}) {
    for (const index_t one_in : {1, 4, 100, 1000, 100000}) {
      for (const double fill : {0.0, -0.0, 0.1, -2.7}) {
        auto stored = support::scattered<double>(n, fill, one_in, 3);
        for (auto& [position, value] : stored) value *= 0.1;
        const auto r = support::listed<double>(n, fill, stored);
        CHECK(identical(sum(r), sum(clone(r))));
        CHECK(identical(sum(exp(r) - 1.0), sum(clone(exp(r) - 1.0))));
        const auto factors = 1.0 - r * 1e-3;
        CHECK(identical(product(factors), product(clone(factors))));
      }
      const auto ones = support::listed_at_random<std::int64_t>(n, 1, one_in, 4),
                 zeros = support::listed_at_random<std::int64_t>(n, 0, one_in, 5);
      CHECK(sum(ones) == sum(clone(ones)));
      CHECK(product(zeros) == product(clone(zeros)));
      const auto complex = support::listed_at_random<std::complex<double>>(n, {0, 0}, one_in, 6);
      CHECK(sum(complex) == sum(clone(complex)));
      if (n > 0) CHECK(mean(ones) == mean(clone(ones)));
    }
  }
  CHECK(sum(support::listed<double>(1, infinity, {{0, 2.0}})) == 2);  // no fill is left
  CHECK(sum(support::listed<double>(2, infinity, {{0, 2.0}})) == infinity);
}

TEST_CASE("fills are counted, not added up") {
  constexpr index_t far = 1'000'000'000'000;
  CHECK(sum(support::listed<std::int64_t>(far, 3, {{7, 5}})) == 3 * far + 2);
  CHECK(sum(support::listed<std::int8_t>(far, -128)) == -128 * far);
  CHECK_THROWS_AS(sum(support::listed<std::int64_t>(far, most)), ravel::overflow_error);
  CHECK_THROWS_AS(sum(support::listed<std::uint64_t>(ravel::index_limit, most_unsigned)), ravel::overflow_error);
  CHECK(sum(support::listed<std::int64_t>(3, most, {{0, least}, {1, 1}})) == 0);
  CHECK(sum(support::listed<double>(far, 0.5, {{0, 1.0}})) == 0.5 * far + 0.5);
  CHECK(product(support::listed<std::int64_t>(far, 1, {{7, 5}, {9, -2}})) == -10);
  CHECK(product(support::listed<std::int64_t>(far, -1, {{7, 5}})) == -5);
  CHECK(product(support::listed<std::int64_t>(far, 0, {{7, 5}})) == 0);
  CHECK(product(support::listed<std::int64_t>(5, 0, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}})) == 120);
  CHECK(product(support::listed<std::int64_t>(62, 2)) == std::int64_t{1} << 62);
  CHECK(product(support::listed<std::int64_t>(65, 2, {{3, 1}, {4, 1}, {5, 1}})) == std::int64_t{1} << 62);
  CHECK_THROWS_AS(product(support::listed<std::int64_t>(64, 2)), ravel::overflow_error);
  CHECK_THROWS_AS(product(support::listed<std::int64_t>(far, 2)), ravel::overflow_error);
  CHECK(product(support::listed<std::int64_t>(far, 2, {{3, 0}})) == 0);
  CHECK(product(support::listed<double>(10, 2, {{3, 0.5}})) == 256);
  CHECK(product(support::listed<std::complex<double>>(6, {0, 1}, {{3, {2, 0}}})) == std::complex<double>(0, 2));
}
