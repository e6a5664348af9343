// SPDX-License-Identifier: BSL-1.0
// The functions that are computed in blocks, against the standard ones element by element: within 4 units in the last place, or to the bit
// with `precise`; and against themselves wherever an element may stand.
#include <ravel/base/error.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/copy.hpp>

#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <bit>
#include <cmath>

namespace {

using ravel::index_t;
using ravel::precise;
using ravel::reader;
using support::detail::identical;

template <class T>
using bits_t = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

// Representable values between two of one sign.
template <class T>
double steps(T a, T b) {
  const auto x = std::bit_cast<bits_t<T>>(a), y = std::bit_cast<bits_t<T>>(b);
  return static_cast<double>(x > y ? x - y : y - x);
}

template <class T>
bool close_to(T got, T wanted) {
  if (wanted != wanted) return got != got;
  if (std::isinf(wanted) || wanted == 0)
    return identical(got, wanted) || (wanted == 0 && std::signbit(got) == std::signbit(wanted) && steps(got, wanted) <= 4);
  return std::signbit(got) == std::signbit(wanted) && steps(got, wanted) <= 4;
}

// Limits of every kind, every bit pattern alike, and numbers of ordinary size; more of those where functions are hardest.
template <class T>
std::vector<T> inputs(int of_each = 3000) {
  auto all = support::edges<T>();
  support::random r(5);
  const auto around = [&](double size) { return static_cast<T>((r.unit() - 0.5) * 2 * size); };
  for (int i = 0; i < of_each; ++i) {
    all.push_back(std::bit_cast<T>(static_cast<bits_t<T>>(r.bits())));
    all.insert(all.end(), {around(1), around(4), around(100), around(800), around(1e6)});
    all.push_back(static_cast<T>(1) + static_cast<T>(std::ldexp(around(1), -static_cast<int>(r.below(50)))));  // around 1
    all.push_back(static_cast<T>(static_cast<double>(r.bits() >> (1 + r.below(63))) * 1.5707963267948966));  // around zeros of sin and cos
  }
  return all;
}

template <class T>
struct pairs {
  std::vector<T> first, second;
};

// Every edge beside every edge, and ordinary numbers.
template <class T>
pairs<T> input_pairs() {
  const std::vector<T> edges{T(0),
                             -T(0),
                             T(1),
                             -T(1),
                             T(2),
                             T(-2),
                             T(0.5),
                             T(-0.5),
                             T(3),
                             T(-3),
                             T(1.5),
                             T(1e10),
                             T(-1e10),
                             T(1e-10),
                             T(7),
                             T(-7),
                             T(16777217.0),
                             T(4503599627370497.0),
                             std::numeric_limits<T>::infinity(),
                             -std::numeric_limits<T>::infinity(),
                             std::numeric_limits<T>::quiet_NaN(),
                             std::numeric_limits<T>::min(),
                             -std::numeric_limits<T>::min(),
                             std::numeric_limits<T>::denorm_min(),
                             -std::numeric_limits<T>::denorm_min(),
                             std::numeric_limits<T>::max(),
                             std::numeric_limits<T>::lowest(),
                             T(1) + std::numeric_limits<T>::epsilon(),
                             T(1) - std::numeric_limits<T>::epsilon()};
  pairs<T> all;
  const auto add = [&](T a, T b) {
    all.first.push_back(a);
    all.second.push_back(b);
  };
  for (const T a : edges) {
    for (const T b : edges) add(a, b);
  }
  support::random r(6);
  const auto around = [&](double size) { return static_cast<T>((r.unit() - 0.5) * 2 * size); };
  for (int i = 0; i < 3000; ++i) {
    add(std::bit_cast<T>(static_cast<bits_t<T>>(r.bits())), std::bit_cast<T>(static_cast<bits_t<T>>(r.bits())));
    add(around(10), around(10));
    add(std::abs(around(10)), around(300));
    add(around(1000), static_cast<T>(r.between(-100, 100)));
    add(T(1) + static_cast<T>(std::ldexp(around(1), -static_cast<int>(r.below(50)))),
        static_cast<T>(std::ldexp(around(1), static_cast<int>(r.below(60)))));
  }
  return all;
}

template <class T>
void require_close(std::string_view name, const reader<T>& got, const std::vector<T>& wanted) {
  for (index_t i = 0; i < got.size(); ++i) {
    const T expected = wanted[static_cast<std::size_t>(i)];
    if (!close_to(got[i], expected)) FAIL(name << ", element " << i << ": " << got[i] << " instead of " << expected);
  }
}

template <class T>
void require_same_bits(std::string_view name, const reader<T>& got, const std::vector<T>& wanted) {
  for (index_t i = 0; i < got.size(); ++i) {
    const T expected = wanted[static_cast<std::size_t>(i)];
    if (!identical(got[i], expected)) FAIL(name << ", element " << i << ": " << got[i] << " instead of " << expected);
  }
}

template <class T, class F>
std::vector<T> each(const std::vector<T>& x, F f) {
  std::vector<T> all;
  for (const T v : x) all.push_back(f(v));
  return all;
}

template <class T, class F>
std::vector<T> each(const pairs<T>& p, F f) {
  std::vector<T> all;
  for (std::size_t i = 0; i < p.first.size(); ++i) all.push_back(f(p.first[i], p.second[i]));
  return all;
}

// What r holds, element by element.
template <class T>
std::vector<T> elements(const reader<T>& r) {
  std::vector<T> all;
  for (index_t i = 0; i < r.size(); ++i) all.push_back(r[i]);
  return all;
}

// f over the values in memory, strided, foreign and computed: each holds what the first says element by element.
template <class T, class F>
void check_every_way(const std::vector<T>& values, F f) {
  const auto ways = support::in_every_way(values);
  const auto expected = elements(f(ways[0]));
  for (const auto& way : ways) support::check_reader(f(way), expected, support::contract::quick);
}

}  // namespace

#define SAME_FUNCTION(name)                                                                      \
  {                                                                                              \
    const auto wanted = each(x, [](TestType v) { return static_cast<TestType>(std::name(v)); }); \
    require_close<TestType>(#name, ravel::name(r), wanted);                                      \
    require_same_bits<TestType>(#name ", precise", ravel::name(r, precise), wanted);             \
  }

TEMPLATE_TEST_CASE("functions of one number, against the standard ones", "", float, double) {
  const auto x = inputs<TestType>();
  const reader<TestType> r = support::in_memory(x);
  RAVEL_FOR_EACH_STANDARD_FUNCTION(SAME_FUNCTION)
  require_same_bits<TestType>("sqrt", sqrt(r), each(x, [](TestType v) { return std::sqrt(v); }));
}
#undef SAME_FUNCTION

#define SAME_FUNCTION(name)                                                                                     \
  {                                                                                                             \
    const auto wanted = each(p, [](TestType v, TestType w) { return static_cast<TestType>(std::name(v, w)); }); \
    require_close<TestType>(#name, ravel::name(a, b), wanted);                                                  \
    require_same_bits<TestType>(#name ", precise", ravel::name(a, b, precise), wanted);                         \
  }

TEMPLATE_TEST_CASE("functions of two numbers, against the standard ones", "", float, double) {
  const auto p = input_pairs<TestType>();
  const reader<TestType> a = support::in_memory(p.first), b = support::in_memory(p.second);
  RAVEL_FOR_EACH_BINARY_FUNCTION(SAME_FUNCTION)
}
#undef SAME_FUNCTION

#define SAME_FUNCTION(name)                                                                                                         \
  require_same_bits<std::complex<TestType>>(#name, ravel::name(r), each(z, [](std::complex<TestType> v) { return std::name(v); })); \
  require_same_bits<std::complex<TestType>>(#name, ravel::name(r, precise), elements(ravel::name(r)));

TEMPLATE_TEST_CASE("functions of complex numbers are the standard ones", "", float, double) {
  const auto z = support::samples<std::complex<TestType>>(300);
  const reader<std::complex<TestType>> r = support::in_memory(z);
  RAVEL_FOR_EACH_ANALYTIC_FUNCTION(SAME_FUNCTION)
  SAME_FUNCTION(sqrt)
  const auto two = std::complex<TestType>(2);
  require_same_bits<std::complex<TestType>>("pow", pow(r, 2), each(z, [&](std::complex<TestType> v) { return std::pow(v, two); }));
  require_same_bits<std::complex<TestType>>("pow", pow(2, r), each(z, [&](std::complex<TestType> v) { return std::pow(two, v); }));
}
#undef SAME_FUNCTION

TEMPLATE_TEST_CASE("logistic against its definition in a longer type", "", float, double) {
  const auto x = inputs<TestType>();
  const reader<TestType> r = support::in_memory(x);
  const auto wanted = each(x, [](TestType v) { return static_cast<TestType>(1 / (1 + std::exp(-static_cast<long double>(v)))); });
  require_close<TestType>("logistic", ravel::logistic(r), wanted);
  require_close<TestType>("logistic, precise", ravel::logistic(r, precise), wanted);
  const TestType infinity = std::numeric_limits<TestType>::infinity();
  CHECK_EQUAL(ravel::logistic(ravel::buffer<TestType>{0, infinity, -infinity}), {TestType(0.5), TestType(1), TestType(0)});
  CHECK(std::isnan(ravel::logistic(ravel::buffer<TestType>{std::numeric_limits<TestType>::quiet_NaN()})[0]));
  CHECK(ravel::logistic(ravel::buffer<double>{-740})[0] > 0);  // below the least normal number
}

TEST_CASE("the type that a function is computed in") {
  static_assert(std::is_same_v<decltype(sin(reader<float>())), reader<float>>);
  static_assert(std::is_same_v<decltype(sin(reader<std::int8_t>())), reader<double>>);
  static_assert(std::is_same_v<decltype(log(reader<std::complex<float>>())), reader<std::complex<float>>>);
  static_assert(std::is_same_v<decltype(pow(reader<int>(), reader<int>())), reader<double>>);
  static_assert(std::is_same_v<decltype(pow(reader<std::int64_t>(), reader<std::uint64_t>())), reader<double>>);
  static_assert(std::is_same_v<decltype(pow(reader<float>(), 2)), reader<float>>);
  static_assert(std::is_same_v<decltype(pow(reader<float>(), 0.5)), reader<float>>);
  static_assert(std::is_same_v<decltype(pow(reader<float>(), reader<std::int16_t>())), reader<float>>);
  static_assert(std::is_same_v<decltype(pow(reader<float>(), reader<std::int32_t>())), reader<double>>);
  static_assert(std::is_same_v<decltype(pow(reader<double>(), std::complex<float>())), reader<std::complex<double>>>);
  static_assert(std::is_same_v<decltype(atan2(1, reader<float>())), reader<float>>);
  static_assert(std::is_same_v<decltype(hypot(reader<int>(), 1.5f)), reader<double>>);
  static_assert(std::is_same_v<decltype(logistic(reader<int>())), reader<double>>);

  static_assert(!ravel::detail::lazy_numbers<reader<bool>>);
  static_assert(!ravel::detail::lazy_real_numbers<reader<std::complex<double>>>);
  static_assert(!ravel::detail::lazy_numbers<double>);
  static_assert(!ravel::detail::lazy_real_number_pair<reader<double>, std::complex<double>>);
  static_assert(!ravel::detail::lazy_number_pair<double, double>);
  static_assert(!ravel::detail::lazy_number_pair<reader<double>, reader<std::string>>);
}

TEST_CASE("the standard functions stay what they are") {
  using ravel::sin, ravel::pow, ravel::hypot;
  using std::sin, std::pow, std::hypot;
  const std::complex<double> z(1, 2);
  CHECK(sin(1.5) == std::sin(1.5));
  CHECK(pow(z, 2) == std::pow(z, 2));
  CHECK(hypot(3, 4) == 5.0);
  CHECK(std::abs(sin(ravel::buffer<std::complex<double>>{z})[0] - std::sin(z)) <
        1e-14);  // what is constant may be computed by the compiler
  CHECK(std::abs(pow(ravel::buffer<std::complex<double>>{z}, z)[0] - std::pow(z, z)) < 1e-14);
}

TEST_CASE("integers and scalars") {
  const ravel::buffer<std::int8_t> small{-2, 0, 3};
  CHECK_EQUAL(exp(small, precise), {std::exp(-2.0), 1.0, std::exp(3.0)});
  CHECK_EQUAL(sqrt(ravel::buffer<std::uint64_t>{0, 16, std::uint64_t{1} << 62}), {0.0, 4.0, 2147483648.0});
  CHECK_EQUAL(pow(small, 2), {4.0, 0.0, 9.0});
  CHECK_EQUAL(pow(2, small, precise), {0.25, 1.0, 8.0});
  CHECK_EQUAL(pow(small, 300, precise), {std::pow(-2.0, 300), 0.0, std::pow(3.0, 300)});  // weak beside a double, so that 300 fits
  CHECK_EQUAL(hypot(small, 4, precise), {std::hypot(2.0, 4.0), 4.0, 5.0});
  CHECK_EQUAL(atan2(small, -0.0, precise), {std::atan2(-2.0, -0.0), std::atan2(0.0, -0.0), std::atan2(3.0, -0.0)});
  CHECK_EQUAL(pow(ravel::buffer<float>{1, 4}, 0.5, precise), {1.0f, 2.0f});
  CHECK_THROWS_AS(pow(ravel::buffer<float>{1, 4}, 1e300), ravel::type_error);
}

TEST_CASE("pow as IEEE 754 has it") {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const ravel::buffer<double> base{0, nan, 1, -1, -2, -2, -8, 0, -0.0, -0.0, 2, nan, infinity};
  const ravel::buffer<double> exponent{0, 0, nan, infinity, 3, 4, 1.0 / 3, -1, -1, -2, infinity, 1, -1};
  CHECK_EQUAL(pow(base, exponent), {1, 1, 1, 1, -8, 16, nan, infinity, -infinity, infinity, infinity, nan, 0});
}

#define SAME_BITS(name) check_every_way(values, [](const auto& x) { return ravel::name(x); });

TEMPLATE_TEST_CASE("an element has the same bits alone and anywhere in a block", "", float, double) {
  for (const index_t n : {0, 1, 2, 7, 8, 9, 70, 2100}) {
    auto values = support::samples<TestType>(n, 3);
    if (n == 70) {
      RAVEL_FOR_EACH_UNARY_FUNCTION(SAME_BITS)
    }
    SAME_BITS(sin)
    check_every_way(values, [](const auto& x) { return ravel::pow(x, x + TestType(1)); });
    check_every_way(values, [](const auto& x) { return ravel::atan2(sin(x), x * x); });
    check_every_way(values, [](const auto& x) { return ravel::hypot(TestType(3), x); });
    check_every_way(values, [](const auto& x) { return reader<TestType>(sin(x) * x + TestType(3)); });
  }
}

#define EVERY_WINDOW(name) every_window(#name, elements(reader<TestType>(ravel::name(r))), ravel::name(r));

TEMPLATE_TEST_CASE("every offset and every length up to 70", "", float, double) {
  auto values = support::samples<TestType>(150, 9);
  const reader<TestType> r = support::in_memory(values);
  const auto every_window = [](std::string_view name, const std::vector<TestType>& expected, const reader<TestType>& f) {
    TestType room[70];
    for (index_t start = 0; start < 80; ++start) {
      for (index_t n = 1; n <= 70; ++n) {
        f.read(start, std::span<TestType>(room, static_cast<std::size_t>(n)));
        for (index_t i = 0; i < n; ++i) {
          if (!identical(room[i], expected[static_cast<std::size_t>(start + i)]))
            FAIL(name << " from " << start << ", " << n << " elements, at " << i);
        }
      }
    }
  };
  RAVEL_FOR_EACH_UNARY_FUNCTION(EVERY_WINDOW)
  every_window("pow", elements(pow(r * r, r)), pow(r * r, r));
}

TEST_CASE("written over what is read") {
  const auto values = support::samples<double>(3000, 4);
  const auto run = [&](auto f) {
    const auto x = support::in_memory(values);
    const auto expected = elements(reader<double>(f(support::in_memory(values))));
    x.assign(f(x));
    REQUIRE(support::reader_fault(x, expected, support::contract::quick) == "");
  };
  run([](const auto& x) { return sin(x); });
  run([](const auto& x) { return sin(x * 2.0); });
  run([](const auto& x) { return atan2(x + 1.0, x); });
  run([](const auto& x) { return atan2(x, x + 1.0); });
  run([](const auto& x) { return atan2(sin(x), cos(x)); });
  run([](const auto& x) { return sin(ravel::slice(x, 2999, 3000, -1)); });
}

TEST_CASE("sizes that differ, empty handles, and depth") {
  const ravel::buffer<double> two{1, 2}, three{1, 2, 3};
  CHECK_THROWS_AS(pow(two, three), ravel::shape_error);
  CHECK(sin(reader<double>()).size() == 0);
  CHECK_THROWS_AS(sin(two)[2], ravel::index_error);

  reader<double> chain = three;
  for (int i = 0; i < ravel::detail::depth_limit; ++i) chain = sin(chain);
  CHECK(ravel::detail_access::node(chain).need().pieces == 0);  // in place all the way
  double wanted = 3;
  for (int i = 0; i < ravel::detail::depth_limit; ++i) wanted = sin(ravel::constant(1, wanted))[0];
  CHECK(chain[2] == wanted);
  CHECK_THROWS_AS(sin(chain), ravel::layout_error);
}
