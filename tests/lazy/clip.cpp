// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/functions.hpp>

#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

namespace {

using ravel::buffer;
using ravel::reader;

const double no_number = std::numeric_limits<double>::quiet_NaN();

template <class X, class Low, class High>
concept can_clip = requires(X x, Low low, High high) { clip(x, low, high); };

}  // namespace

TEST_CASE("elements are brought between two bounds") {
  CHECK_EQUAL(clip(buffer<int>{-5, 3, 99}, 0, 10), {0, 3, 10});
  CHECK_EQUAL(clip(buffer<double>{-1, no_number, 0.5}, 0, 1), {0, no_number, 0.5});
  CHECK_EQUAL(clip(buffer<int>{1, 2, 3}, 1.5, 2.5), {1.5, 2.0, 2.5});
  CHECK_EQUAL(clip(buffer<int>{1, 5, 9}, buffer<int>{2, 2, 2}, 8), {2, 5, 8});
  CHECK_EQUAL(clip(buffer<int>{1, 5, 9}, 2, buffer<int>{3, 4, 5}), {2, 4, 5});
  CHECK_EQUAL(clip(buffer<double>{1, 1}, buffer<double>{3, no_number}, buffer<double>{2, 5}), {2, no_number});  // crossed: the upper bound
  CHECK_EQUAL(clip(ravel::make_buffer<float>(0), 0, 1), {});
}

TEST_CASE("bounds that are no bounds") {
  const buffer<int> x{1, 2};
  CHECK_THROWS_AS(clip(x, 3, 2), ravel::value_error);
  CHECK_THROWS_WITH(clip(x, 3, 2.5), "cannot clip to [3, 2.5]: the lower bound must not be above the upper one");
  CHECK_THROWS_AS(clip(buffer<double>{1}, no_number, 1), ravel::value_error);
  CHECK_THROWS_AS(clip(buffer<double>{1}, 0, no_number), ravel::value_error);
  CHECK_NOTHROW(clip(x, 2, 2));
  CHECK_THROWS_AS(clip(buffer<std::uint8_t>{1}, -1, 2), ravel::type_error);
  CHECK_THROWS_AS(clip(x, buffer<int>{1}, 3), ravel::shape_error);
}

TEST_CASE("the type of what is clipped") {
  static_assert(std::is_same_v<decltype(clip(reader<float>(), 0, 1.5))::value_type, float>);
  static_assert(std::is_same_v<decltype(clip(reader<int>(), 0, 1.5))::value_type, double>);
  static_assert(std::is_same_v<decltype(clip(reader<std::uint8_t>(), 0, 9))::value_type, std::int32_t>);
  static_assert(!can_clip<reader<std::complex<double>>, double, double>);
  static_assert(!can_clip<double, double, double>);
  static_assert(!can_clip<reader<std::string>, int, int>);
}

TEST_CASE("clipping keeps the contract") {
  for (const ravel::index_t n : support::contract_sizes<double>()) {
    const auto values = support::samples<double>(n);
    std::vector<double> expected;
    for (const double v : values) expected.push_back(v < -1 ? -1 : v > 1.5 ? 1.5 : v);
    for (const auto& r : support::in_every_way(values)) support::check_reader(clip(r, -1, 1.5), expected, support::contract::quick);
  }
}
