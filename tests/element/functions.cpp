// SPDX-License-Identifier: BSL-1.0
#include <ravel/element/detail/functions.hpp>

#include <support/catch.hpp>
#include <support/elements.hpp>
#include <support/random.hpp>

#include <bit>
#include <string>

using namespace ravel;
using namespace ravel::detail;

namespace {

template <class T>
bool identical(const T& a, const T& b) {
  if constexpr (complex_element<T>) {
    return identical(a.real(), b.real()) && identical(a.imag(), b.imag());
  } else if constexpr (real_element<T>) {
    using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return std::bit_cast<bits>(a) == std::bit_cast<bits>(b) || (a != a && b != b);
  } else {
    return a == b;
  }
}

template <class T>
std::vector<T> values() {
  auto all = support::edges<T>();
  support::random r(7);
  for (int i = 0; i < 50; ++i) all.push_back(r.value<T>());
  return all;
}

// f(a, b) for edges and for random values of both types.
template <class A, class B, class F>
void each_pair(F f) {
  for (const A a : values<A>()) {
    for (const B b : values<B>()) f(a, b);
  }
}

// A user's number, with an abs and an order of its own.
struct metres {
  int value = 0;
  friend metres abs(metres m) { return {m.value < 0 ? -m.value : m.value}; }
  friend metres operator*(metres a, metres b) { return {a.value * b.value}; }
  friend bool operator<(metres a, metres b) { return a.value < b.value; }
  friend bool operator==(metres, metres) = default;
};

struct without_order {
  int value = 0;
  friend bool operator==(const without_order&, const without_order&) = default;
  operator int() const { return value; }  // no way into ::abs
};

template <class F, class... Ts>
using result_t = std::invoke_result_t<F, const Ts&...>;

}  // namespace

TEST_CASE("the types that the functions of elements give") {
  static_assert(std::is_same_v<result_t<absolute, std::int8_t>, std::int32_t>);
  static_assert(std::is_same_v<result_t<absolute, std::uint64_t>, std::uint64_t>);
  static_assert(std::is_same_v<result_t<absolute, float>, float>);
  static_assert(std::is_same_v<result_t<absolute, std::complex<float>>, float>);
  static_assert(!std::invocable<absolute, const bool&>);
  static_assert(std::is_same_v<result_t<sign_of, std::uint8_t>, std::int32_t>);
  static_assert(!std::invocable<sign_of, const std::complex<double>&>);
  static_assert(std::is_same_v<result_t<squared, std::int16_t>, std::int32_t>);

  static_assert(std::is_same_v<result_t<smaller, std::int8_t, std::int8_t>, std::int32_t>);
  static_assert(std::is_same_v<result_t<larger, std::int32_t, float>, double>);
  static_assert(std::is_same_v<result_t<larger, bool, bool>, bool>);
  static_assert(!std::invocable<smaller, const std::int64_t&, const std::uint64_t&>);
  static_assert(!std::invocable<smaller, const std::complex<float>&, const float&>);
  static_assert(std::is_same_v<result_t<clipped, std::uint8_t, std::uint8_t, double>, double>);
  static_assert(std::is_same_v<result_t<chosen, bool, bool, bool>, bool>);
  static_assert(std::is_same_v<result_t<chosen, bool, float, std::complex<double>>, std::complex<double>>);
  static_assert(!std::invocable<chosen, const int&, const int&, const int&>);
  static_assert(!std::invocable<chosen, const bool&, const std::string&, const char* const&>);

  static_assert(std::is_same_v<result_t<real_part, std::complex<float>>, float>);
  static_assert(std::is_same_v<result_t<imaginary_part, std::int8_t>, std::int8_t>);
  static_assert(std::is_same_v<result_t<conjugated, std::complex<double>>, std::complex<double>>);
}

TEMPLATE_TEST_CASE("absolute values and signs of integers", "", std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t) {
  using P = promote_t<TestType>;
  for (const TestType a : values<TestType>()) {
    const __int128 exact = a;
    CHECK(absolute{}(a) == static_cast<P>(static_cast<unsigned __int128>(exact < 0 ? -exact : exact)));
    CHECK(sign_of{}(a) == static_cast<P>(exact > 0 ? 1 : exact < 0 ? -1 : 0));
  }
  if constexpr (std::is_same_v<TestType, P> && signed_element<P>) {
    CHECK(absolute{}(std::numeric_limits<P>::min()) == std::numeric_limits<P>::min());
  }
}

TEMPLATE_TEST_CASE("absolute values and signs of reals", "", float, double) {
  for (const TestType a : values<TestType>()) {
    CHECK(identical(absolute{}(a), std::abs(a)));
    CHECK(identical(absolute{}(std::complex<TestType>(a, 3)), std::abs(std::complex<TestType>(a, 3))));
    CHECK(identical(sign_of{}(a), a > 0 ? TestType(1) : a < 0 ? TestType(-1) : a));
    CHECK(identical(squared{}(a), a * a));
  }
}

TEST_CASE("the smaller and the larger of two, of every pair of types") {
  support::ordered_types::each([]<class A>() {
    support::ordered_types::each([]<class B>() {
      if constexpr (promotable<A, B>) {
        each_pair<A, B>([](A a, B b) {
          using P = result_t<smaller, A, B>;
          const P first = promoted<P>(a), second = promoted<P>(b);
          const bool nan = first != first || second != second;
          const P low = nan ? first + second : std::min(first, second), high = nan ? first + second : std::max(first, second);
          if (!identical(smaller{}(a, b), low) || !identical(larger{}(a, b), high))
            FAIL(name(dtype_of<A>()) << " and " << name(dtype_of<B>()));
        });
      }
    });
  });
  CHECK(std::signbit(smaller{}(-0.0, 0.0)));
  CHECK_FALSE(std::signbit(smaller{}(0.0, -0.0)));
  CHECK(std::signbit(larger{}(-0.0, 0.0)));
}

TEST_CASE("clipping") {
  each_pair<double, double>([](double a, double b) {
    const double low = std::min(b, 1.5), high = std::max(b, 1.5);
    if (b != b) return;
    REQUIRE(identical(clipped{}(a, low, high), a != a ? a : a < low ? low : high < a ? high : a));
  });
  CHECK(clipped{}(5, 10, 0) == 0);  // bounds that cross: the upper one
  CHECK(clipped{}(std::int8_t{-7}, std::int8_t{0}, 2.5) == 0.0);
}

TEST_CASE("choosing, of every pair of types") {
  support::element_types::each([]<class A>() {
    support::element_types::each([]<class B>() {
      if constexpr (promotable<A, B>) {
        support::random r(3);
        for (int i = 0; i < 100; ++i) {
          const A a = r.value<A>();
          const B b = r.value<B>();
          using P = result_t<chosen, bool, A, B>;
          if (!identical(chosen{}(true, a, b), promoted<P>(a)) || !identical(chosen{}(false, a, b), promoted<P>(b))) {
            FAIL(name(dtype_of<A>()) << " and " << name(dtype_of<B>()));
          }
        }
      }
    });
  });
}

TEST_CASE("parts of numbers") {
  using complex = std::complex<double>;
  CHECK(real_part{}(complex(3, 4)) == 3);
  CHECK(imaginary_part{}(complex(3, 4)) == 4);
  CHECK(conjugated{}(complex(3, 4)) == complex(3, -4));
  CHECK(std::signbit(conjugated{}(complex(3, 0)).imag()));
  CHECK(real_part{}(7) == 7);
  CHECK(imaginary_part{}(7.5f) == 0.0f);
  CHECK(conjugated{}(-2.5) == -2.5);
}

TEST_CASE("types outside the set use what they bring along") {
  CHECK(absolute{}(metres{-3}) == metres{3});
  CHECK(squared{}(metres{-3}) == metres{9});
  CHECK(smaller{}(metres{2}, metres{1}) == metres{1});
  CHECK(larger{}(std::string("a"), std::string("b")) == "b");
  CHECK(chosen{}(false, without_order{1}, without_order{2}) == without_order{2});
  static_assert(!std::invocable<absolute, const without_order&>);
  static_assert(!std::invocable<absolute, const std::string&>);
  static_assert(!std::invocable<smaller, const std::complex<long double>&, const std::complex<long double>&>);
}
