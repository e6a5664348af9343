// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/error.hpp>
#include <ravel/lazy/functions.hpp>

#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <bit>
#include <limits>

namespace {

using ravel::buffer;
using ravel::reader;

template <class Mask, class A, class B>
concept can_choose = requires(Mask mask, A a, B b) { where(mask, a, b); };

template <class A, class B>
using where_t = typename decltype(where(reader<bool>(), std::declval<A>(), std::declval<B>()))::value_type;

}  // namespace

TEST_CASE("a mask chooses between readers and scalars") {
  const buffer<bool> mask{true, false, true};
  const buffer<int> a{1, 2, 3}, b{10, 20, 30};
  CHECK_EQUAL(where(mask, a, b), {1, 20, 3});
  CHECK_EQUAL(where(mask, a, 0), {1, 0, 3});
  CHECK_EQUAL(where(mask, 0.5, b), {0.5, 20.0, 0.5});
  CHECK_EQUAL(where(mask, 1, 0), {1, 0, 1});
  CHECK_EQUAL(where(!mask, 1, 0.5), {0.5, 1.0, 0.5});
  CHECK_EQUAL(where(a > 1, a, -a), {-1, 2, 3});
  CHECK_EQUAL(where(mask, mask, !mask), {true, true, true});
  CHECK_EQUAL(where(mask, buffer<std::string>{"a", "b", "c"}, "none"), {"a", "none", "c"});
}

TEST_CASE("the type that is chosen") {
  static_assert(std::is_same_v<where_t<reader<float>, double>, float>);  // weak
  static_assert(std::is_same_v<where_t<reader<int>, double>, double>);
  static_assert(std::is_same_v<where_t<reader<std::int8_t>, reader<std::int8_t>>, std::int32_t>);
  static_assert(std::is_same_v<where_t<reader<bool>, bool>, bool>);
  static_assert(std::is_same_v<where_t<bool, bool>, bool>);
  static_assert(std::is_same_v<where_t<int, float>, double>);
  static_assert(std::is_same_v<where_t<long long, int>, std::int64_t>);
  static_assert(std::is_same_v<where_t<std::complex<float>, reader<double>>, std::complex<double>>);
  static_assert(!can_choose<reader<int>, int, int>);
  static_assert(!can_choose<bool, int, int>);
  static_assert(!can_choose<reader<bool>, reader<std::string>, int>);
  static_assert(!can_choose<reader<bool>, reader<std::int64_t>, reader<std::uint64_t>>);
}

TEST_CASE("chosen elements keep their bits") {
  const double nan = std::bit_cast<double>(0xfff8'0000'0000'1234), zero = -0.0;
  const buffer<bool> mask{true, false};
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  double block[2];
  where(mask, buffer<double>{nan, 1}, 2.0).read(0, block);
  CHECK(bits(block[0]) == bits(nan));
  CHECK(bits(where(mask, buffer<double>{nan, 1}, 2.0)[0]) == bits(nan));
  CHECK(bits(where(mask, 1.0, buffer<double>{2, zero})[1]) == bits(zero));
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  CHECK_EQUAL(where(mask, buffer<std::int64_t>{least, 0}, least + 1), {least, least + 1});
  CHECK_EQUAL(where(mask, buffer<std::uint32_t>{~0u, 0}, 7u), {~0u, 7u});
}

TEST_CASE("both sides are computed, and sizes agree") {
  const buffer<int> x{4, 0};
  CHECK_THROWS_AS(where(x != 0, 8 / x, 0)[1], ravel::value_error);
  CHECK_EQUAL(where(x != 0, 8 / where(x != 0, x, 1), 0), {2, 0});
  CHECK_THROWS_AS(where(x != 0, buffer<int>{1}, 0), ravel::shape_error);
  CHECK_THROWS_AS(where(x != 0, buffer<std::uint8_t>{1, 2}, 300), ravel::type_error);
}

TEMPLATE_TEST_CASE("choosing keeps the contract", "", bool, std::int64_t, float, double, std::complex<double>) {
  for (const ravel::index_t n : support::contract_sizes<TestType>()) {
    const auto a = support::samples<TestType>(n, 1), b = support::samples<TestType>(n, 2);
    const auto mask = support::samples<bool>(n, 3);
    std::vector<TestType> expected;
    for (std::size_t i = 0; i < a.size(); ++i) expected.push_back(mask[i] ? a[i] : b[i]);
    const auto masks = support::in_every_way(mask);
    const auto left = support::in_every_way(a), right = support::in_every_way(b);
    for (std::size_t way = 0; way < left.size(); ++way) {
      support::check_reader(where(masks[way], left[way], right[3 - way]), expected, support::contract::quick);
    }
  }
}
