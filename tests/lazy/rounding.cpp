// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/rounding.hpp>

#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <cmath>

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
