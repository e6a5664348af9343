// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/error.hpp>
#include <ravel/lazy/functions.hpp>
#include <ravel/op/fold/sum.hpp>

#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <chrono>
#include <cmath>

namespace {

using ravel::buffer;
using ravel::reader;

template <class T, class U>
constexpr bool gives = std::is_same_v<typename T::value_type, U>;

template <class A, class B>
concept has_minimum = requires(A a, B b) { minimum(a, b); };
template <class A>
concept has_abs = requires(A a) { ravel::abs(a); };
template <class A>
concept has_sign = requires(A a) { sign(a); };

}  // namespace

TEST_CASE("absolute values, signs and squares") {
  CHECK_EQUAL(abs(buffer<int>{-3, 0, 4}), {3, 0, 4});
  CHECK_EQUAL(abs(buffer<std::int8_t>{-128}), {128});
  CHECK_EQUAL(abs(buffer<std::complex<double>>{{3, 4}, {0, -1}}), {5.0, 1.0});
  CHECK_EQUAL(sign(buffer<double>{-2.5, 0, 1e300}), {-1.0, 0.0, 1.0});
  CHECK_EQUAL(sign(buffer<std::uint8_t>{0, 200}), {0, 1});
  CHECK_EQUAL(square(buffer<std::int16_t>{-300, 7}), {90000, 49});
  CHECK_EQUAL(square(abs(buffer<float>{-1.5f}) + 1), {6.25f});
  CHECK_EQUAL(abs(buffer<std::int64_t>{std::numeric_limits<std::int64_t>::min()}), {std::numeric_limits<std::int64_t>::min()});

  static_assert(gives<decltype(abs(reader<std::complex<float>>())), float>);
  static_assert(gives<decltype(abs(reader<std::uint8_t>())), std::int32_t>);
  static_assert(!has_abs<reader<bool>> && !has_abs<reader<std::string>> && !has_abs<double>);
  static_assert(!has_sign<reader<std::complex<double>>>);
}

TEST_CASE("the smaller and the larger, with weak scalars") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const buffer<double> x{1, nan, -3}, y{2, 0, nan};
  CHECK_EQUAL(minimum(x, y), {1, nan, nan});
  CHECK_EQUAL(maximum(x, y), {2, nan, nan});
  CHECK_EQUAL(maximum(x, 0), {1, nan, 0});
  CHECK_EQUAL(minimum(2, buffer<float>{1, 3}), {1, 2});
  CHECK_EQUAL(maximum(buffer<int>{1, 3}, 2.5), {2.5, 3.0});
  CHECK_EQUAL(minimum(buffer<std::string>{"pear", "fig"}, "kiwi"), {"kiwi", "fig"});
  static_assert(gives<decltype(minimum(reader<float>(), 0.1)), float>);
  static_assert(gives<decltype(minimum(reader<std::uint8_t>(), reader<std::int8_t>())), std::int32_t>);
  static_assert(gives<decltype(maximum(reader<bool>(), reader<bool>())), bool>);
  static_assert(!has_minimum<reader<std::complex<double>>, double>);
  static_assert(!has_minimum<reader<std::int64_t>, reader<std::uint64_t>>);
  static_assert(!has_minimum<int, int>);
  CHECK_THROWS_AS(minimum(buffer<std::uint8_t>{1}, 300), ravel::type_error);
  CHECK_THROWS_AS(minimum(x, buffer<double>{1, 2}), ravel::shape_error);
}

TEST_CASE("checked arithmetic throws where an integer does not fit") {
  const int most = std::numeric_limits<int>::max();
  const buffer<int> x{1, most, -5};
  CHECK(checked_add(x, 1)[0] == 2);
  CHECK_THROWS_AS(checked_add(x, 1)[1], ravel::overflow_error);
  CHECK_THROWS_WITH(checked_mul(x, 2)[1], "2147483647 * 2 does not fit int32");
  CHECK_THROWS_AS(checked_sub(-3, x)[1], ravel::overflow_error);
  CHECK_EQUAL(checked_sub(buffer<std::uint64_t>{5, 3}, 3u), {2, 0});
  CHECK_THROWS_AS(checked_sub(buffer<std::uint64_t>{2}, 3u)[0], ravel::overflow_error);
  CHECK_EQUAL(checked_mul(buffer<double>{1e300}, 1e300), {std::numeric_limits<double>::infinity()});
}

TEST_CASE("types that bring their own functions") {
  using std::chrono::seconds;
  CHECK_EQUAL(abs(buffer<seconds>{seconds(-3)}), {seconds(3)});
  CHECK_EQUAL(minimum(buffer<seconds>{seconds(5)}, seconds(4)), {seconds(4)});
}

TEMPLATE_TEST_CASE("functions fused with others keep the contract", "", std::int64_t, float, double) {
  for (const ravel::index_t n : support::contract_sizes<TestType>()) {
    const auto values = support::samples<TestType>(n), others = support::samples<TestType>(n, 2);
    std::vector<TestType> expected;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const TestType a = values[i], b = others[i];
      const TestType size = ravel::detail::absolute{}(a), least = ravel::detail::smaller{}(size, b);
      expected.push_back(ravel::detail::minus{}(ravel::detail::larger{}(least, TestType(2)), ravel::detail::sign_of{}(b)));
    }
    const auto left = support::in_every_way(values), right = support::in_every_way(others);
    for (std::size_t way = 0; way < left.size(); ++way) {
      support::check_reader(maximum(minimum(abs(left[way]), right[way]), 2) - sign(right[way]), expected, support::contract::quick);
    }
  }
}

namespace {

using ravel::buffer;
using ravel::reader;

template <class A>
concept has_floor = requires(A a) { ravel::floor(a); };

}  // namespace

TEST_CASE("rounding readers") {
  const buffer<double> x{-1.5, -0.5, 0.5, 1.5, 2.5};
  CHECK_EQUAL(floor(x), {-2, -1, 0, 1, 2});
  CHECK_EQUAL(ceil(x), {-1, 0, 1, 2, 3});
  CHECK_EQUAL(trunc(x), {-1, 0, 0, 1, 2});
  CHECK_EQUAL(round(x), {-2, -1, 1, 2, 3});
  CHECK_EQUAL(rint(x), {-2, 0, 0, 2, 2});
  CHECK_EQUAL(floor(buffer<std::int8_t>{-3}), {std::int8_t{-3}});
  CHECK_EQUAL(round(x * 2) / 2, {-1.5, -0.5, 0.5, 1.5, 2.5});
  static_assert(std::is_same_v<decltype(floor(reader<std::int8_t>()))::value_type, std::int8_t>);
  static_assert(std::is_same_v<decltype(round(reader<float>()))::value_type, float>);
  static_assert(!has_floor<reader<bool>> && !has_floor<reader<std::complex<float>>> && !has_floor<double>);
}

TEST_CASE("asking readers what their elements are") {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const buffer<double> x{0, infinity, -infinity, nan};
  CHECK_EQUAL(isnan(x), {false, false, false, true});
  CHECK_EQUAL(isinf(x), {false, true, true, false});
  CHECK_EQUAL(isfinite(x), {true, false, false, false});
  CHECK_EQUAL(isfinite(buffer<int>{7}), {true});
  CHECK_EQUAL(isnan(buffer<std::complex<float>>{{0, 1}, {0, static_cast<float>(nan)}}), {false, true});
  static_assert(std::is_same_v<decltype(isnan(reader<float>()))::value_type, bool>);
}

TEMPLATE_TEST_CASE("rounding keeps the contract", "", float, double) {
  for (const ravel::index_t n : support::contract_sizes<TestType>()) {
    const auto values = support::samples<TestType>(n);
    std::vector<TestType> expected;
    for (const TestType v : values) expected.push_back(std::floor(v) + std::ceil(v) - std::trunc(v) + std::round(v));
    for (const auto& r : support::in_every_way(values)) {
      support::check_reader(floor(r) + ceil(r) - trunc(r) + round(r), expected, support::contract::quick);
    }
  }
}

namespace {

using ravel::buffer;
using ravel::reader;
using complex = std::complex<double>;

}  // namespace

TEST_CASE("parts, conjugates and arguments") {
  const buffer<complex> z{{3, 4}, {0, -1}, {-2, 0}};
  CHECK_EQUAL(real(z), {3.0, 0.0, -2.0});
  CHECK_EQUAL(imag(z), {4.0, -1.0, 0.0});
  CHECK_EQUAL(conj(z), {complex(3, -4), complex(0, 1), complex(-2, 0)});
  CHECK_EQUAL(real(z * conj(z)), {25.0, 1.0, 4.0});
  CHECK_EQUAL(arg(z, ravel::precise), {std::arg(z[0]), std::arg(z[1]), std::arg(z[2])});
  CHECK_EQUAL(arg(z), atan2(imag(z), real(z)));
  CHECK_EQUAL(arg(conj(z)), atan2(-imag(z), real(z)));
}

TEST_CASE("real numbers as complex ones") {
  const buffer<float> x{2, -3, -0.0f};
  CHECK_EQUAL(real(x), {2, -3, 0});
  CHECK_EQUAL(imag(x), {0, 0, 0});
  CHECK_EQUAL(arg(x, ravel::precise), {std::arg(2.0f), std::arg(-3.0f), std::arg(-0.0f)});
  CHECK_EQUAL(arg(buffer<int>{-1}, ravel::precise), {std::arg(-1)});
  static_assert(std::is_same_v<decltype(imag(reader<std::int8_t>()))::value_type, std::int8_t>);
  static_assert(std::is_same_v<decltype(arg(reader<float>())), reader<float>>);
  static_assert(std::is_same_v<decltype(arg(reader<int>())), reader<double>>);
}

TEST_CASE("division by zero is the same alone, in a block and behind a handle") {
  const double inf = std::numeric_limits<double>::infinity();
  const buffer<complex> a = ravel::make_buffer<complex>(100, complex(1, inf)), b = ravel::make_buffer<complex>(100, complex(-4.5, -.5));
  const buffer<complex> zero = ravel::make_buffer<complex>(100, complex(-0.0, -0.0));
  const std::vector<complex> up(100, complex(inf, inf)), down(100, complex(-inf, -inf));
  CHECK_EQUAL(a / zero, up);
  CHECK_EQUAL(b / zero, down);
  CHECK_EQUAL(b / complex(0, -0.0), down);
  CHECK_EQUAL(reader<complex>(b / zero), down);
  CHECK((b / zero)[99] == down[99]);
  CHECK(sum(b / zero) == down[0]);
}

TEST_CASE("parts keep the contract") {
  const auto values = support::samples<complex>(1025);
  std::vector<double> parts;
  for (const complex v : values) parts.push_back(v.real() * v.imag());
  std::vector<complex> conjugates;
  for (const complex v : values) conjugates.push_back(std::conj(v));
  for (const auto& r : support::in_every_way(values)) {
    support::check_reader(real(r) * imag(r), parts, support::contract::quick);
    support::check_reader(conj(r), conjugates, support::contract::quick);
  }
}
