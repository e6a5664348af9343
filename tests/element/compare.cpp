// SPDX-License-Identifier: BSL-1.0
#include <ravel/element/detail/compare.hpp>
#include <ravel/element/dtype.hpp>

#include <support/catch.hpp>
#include <support/elements.hpp>

#include <string>

using namespace ravel;
using namespace ravel::detail;

namespace {

// long double holds every int64, uint64 and double exactly.
static_assert(std::numeric_limits<long double>::digits >= 64);

// All six comparisons of one pair against those of the exact values.
template <class A, class B>
bool all_comparisons_agree(A a, B b) {
  const auto x = static_cast<long double>(a);
  const auto y = static_cast<long double>(b);
  return equals{}(a, b) == (x == y) && differs{}(a, b) == (x != y) && less{}(a, b) == (x < y) && less_equal{}(a, b) == (x <= y) &&
         greater{}(a, b) == (x > y) && greater_equal{}(a, b) == (x >= y);
}

static_assert(less{}(-1, 1u) && less{}(std::int64_t{-1}, std::uint64_t{1}) && greater{}(UINT64_MAX, std::int64_t{-1}));
static_assert(!equals{}(std::int64_t{-1}, UINT64_MAX) && differs{}((std::int64_t{1} << 53) + 1, 0x1p53) && less{}(INT64_MAX, 0x1p63));
static_assert(less{}(0x1p53, (1ll << 53) + 1) && less_equal{}(UINT64_MAX, 0x1p64f) && !greater_equal{}(UINT64_MAX, 0x1p64f));
static_assert(equals{}(true, 1) && less{}(false, true) && less{}(true, 1.5) && equals{}('a', 97));

static_assert(!std::invocable<less, std::complex<double>, std::complex<double>>);
static_assert(!std::invocable<greater_equal, double, std::complex<float>>);
static_assert(!std::invocable<equals, std::string, int> && !std::invocable<less, std::string, int>);

struct version {
  int major;
  friend constexpr bool operator==(version, version) = default;
};
static_assert(equals{}(version{1}, version{1}) && differs{}(version{1}, version{2}) && !std::invocable<less, version, version>);

}  // namespace

TEST_CASE("any two numbers compare by value", "[element]") {
  support::ordered_types::each([]<class A>() {
    support::ordered_types::each([]<class B>() {
      int wrong = 0;
      for (const A a : support::edges<A>()) {
        for (const B b : support::edges<B>()) {
          if (all_comparisons_agree(a, b) || ++wrong > 5) continue;
          CAPTURE(+a, +b, name(dtype_of<A>()), name(dtype_of<B>()));
          FAIL_CHECK("a comparison differs from that of the exact values");
        }
      }
    });
  });
}

TEST_CASE("complex numbers are equal when both parts are", "[element]") {
  using single = std::complex<float>;
  using complex = std::complex<double>;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  REQUIRE(equals{}(complex(1, 2), single(1, 2)));
  REQUIRE(differs{}(complex(1, 2), complex(1, 3)));
  REQUIRE(equals{}(complex(3, -0.0), 3));
  REQUIRE(differs{}(3, complex(3, 1)));
  REQUIRE(differs{}((std::int64_t{1} << 53) + 1, complex(0x1p53, 0)));
  REQUIRE(equals{}(true, single(1, 0)));
  REQUIRE(differs{}(complex(0.1, 0), single(0.1f, 0)));
  REQUIRE_FALSE(equals{}(complex(1, nan), complex(1, nan)));
  REQUIRE(differs{}(complex(1, nan), 1.0));
}

TEST_CASE("a type outside the set compares as it says", "[element]") {
  REQUIRE(equals{}(std::string("bob"), "bob"));
  REQUIRE(differs{}("ann", std::string("bob")));
  REQUIRE(less{}("ann", std::string("bob")));
  REQUIRE(greater_equal{}(std::string("bob"), std::string_view("bob")));
}
