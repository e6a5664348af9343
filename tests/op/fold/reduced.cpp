// SPDX-License-Identifier: BSL-1.0
// Reductions along axes have the bits of each slice alone, for every kind of layout and every element type. Some are refused.
#include "reduced.hpp"

#include <ravel/op/fold/reduce.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/tensor/elementwise.hpp>

using namespace ravel;
using namespace reduced_tests;

TEMPLATE_LIST_TEST_CASE("each result has the bits of its slice alone", "[tensor][reduce]", support::element_types) {
  support::random r(11);
  for (int round = 0; round < 6; ++round) {
    const tensor<TestType> t = values<TestType>(r, some_shape(r));
    with_views(r, t, [&](const auto& view) { check_all_forms(view, some_axes(r, view.rank())); });
  }
}

TEMPLATE_LIST_TEST_CASE("short lines have the bits of their slices", "[tensor][reduce]", support::element_types) {
  support::random r(16);
  for (const index_t length : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 31, 32, 33}) {
    const tensor<TestType> t = values<TestType>(r, {70, length});
    check_all_forms(t, {1});
    check_all_forms(flip(t, 1), {1});
    check_all_forms(slice(t, 0, 0, 35, 2), {1});
  }
}

TEMPLATE_TEST_CASE("numbers with signs, NaN and zeros in short lines", "[tensor][reduce]", double, float) {
  using T = TestType;
  const T special[] = {T(-0.0), T(0.0), std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(), T(1e30), T(-1e30),
                       T(1),    T(0.1)};
  support::random r(17);
  for (index_t length = 1; length < 12; ++length) {
    const tensor<T> t = empty<T>({300, length});
    for (index_t i = 0; i < t.size(); ++i) t.data()[i] = special[r.below(8)];
    check_all_forms(t, {1});
  }
}

TEST_CASE("results whose elements memory has in several places come by in turns", "[tensor][reduce]") {
  support::random r(14);
  for (const shape& of : {shape{4, 5, 37}, shape{3, 2, 9, 5}, shape{2, 3, 1, 40}, shape{2, 2, 3, 2, 32}}) {
    const tensor<double> t = values<double>(r, of);
    const tensor<std::uint8_t> bytes = values<std::uint8_t>(r, of);
    for (index_t kept = 1; kept + 1 < of.rank(); ++kept) {
      std::vector<index_t> axes;
      for (index_t axis = 0; axis < of.rank(); ++axis) {
        if (axis != kept) axes.push_back(axis);
      }
      check_all_forms(t, axes);
      check_all_forms(t + 1.0, axes);
      check_all_forms(flip(t, of.rank() - 1), axes);
      check_all_forms(bytes, axes);
    }
  }
}

TEST_CASE("extremes of bands of every width, with NaN", "[tensor][reduce]") {
  support::random r(16);
  for (const index_t width : {1, 2, 15, 16, 17, 33}) {
    const tensor<double> t = values<double>(r, {37, width});
    t(20, width / 2) = std::numeric_limits<double>::quiet_NaN();
    REQUIRE_EQUAL(max(t, 0), slice_by_slice(t, {0}, [](const auto& line) { return max(line); }));
    REQUIRE_EQUAL(min(t, 0), slice_by_slice(t, {0}, [](const auto& line) { return min(line); }));
  }
}

TEST_CASE("bands wider than one pass takes", "[tensor][reduce]") {
  constexpr index_t band = 16384, wide = band + 700;  // more columns than are read at once
  const tensor<double> t = as_tensor(clone(sqrt(cast<double>(iota<int>(40 * wide)))), {40, wide});
  const auto down = sum(t, 0);
  for (const index_t column : {index_t{0}, band - 1, band, wide - 1}) CHECK(down[column] == sum(t(all, column)));
  const auto computed = sum(t + 1.0, 0);
  CHECK(computed[wide - 1] == sum(t(all, last) + 1.0));
  const tensor<double> cube = reshape(t(all, slice(0, 160 * 106)), {40, 160, 106});
  const auto through = sum(cube, 0), fused = sum(transpose(cube, {2, 0, 1}) * 2.0, 1);
  for (const index_t i : {0, 38, 39, 77, 159}) {
    CHECK(through(i, 105) == sum(cube(all, i, 105)));
    CHECK(fused(3, i) == sum(cube(all, i, 3) * 2.0));
  }
}

TEST_CASE("keep leaves the axes with extent 1", "[tensor][reduce]") {
  const tensor<int> t = reshape(arange<int>(24), {2, 3, 4});
  CHECK(sum(t, {0, 2}, keep).shape() == shape{1, 3, 1});
  CHECK(min(t, -1, keep).shape() == shape{2, 3, 1});
  CHECK(mean(t, {0, 1, 2}, keep).shape() == shape{1, 1, 1});
  CHECK(all_of(t >= 0, 1, keep).shape() == shape{2, 1, 4});
  CHECK(sum(t, {0, 1, 2}).shape() == shape{});
  CHECK(sum(t, {2, 0}).shape() == shape{3});
  REQUIRE_EQUAL(sum(t, ints({})), cast<std::int64_t>(t));
  CHECK(sum(t / sum(t, 0, keep), {0}).shape() == shape{3, 4});
}

TEST_CASE("masks along axes", "[tensor][reduce]") {
  const tensor<int> t{{0, 1, 2}, {3, 0, 5}};
  REQUIRE_EQUAL(all_of(t > 0, 0), (buffer<bool>{false, false, true}));
  REQUIRE_EQUAL(any_of(t > 4, 1), (buffer<bool>{false, true}));
  REQUIRE_EQUAL(none_of(t > 4, 1), (buffer<bool>{true, false}));
  REQUIRE_EQUAL(count(t == 0, {1}), (buffer<index_t>{1, 1}));
  REQUIRE_EQUAL(count(t == 0, {0, 1}), (buffer<index_t>{2}));
  const auto none = zeros<bool>({0, 2});
  REQUIRE_EQUAL(all_of(none, 0), (buffer<bool>{true, true}));
  REQUIRE_EQUAL(any_of(none, 0), (buffer<bool>{false, false}));
  REQUIRE_EQUAL(none_of(none, 0), (buffer<bool>{true, true}));
  CHECK(count(none, 1).size() == 0);
}

TEST_CASE("reductions of nothing", "[tensor][reduce]") {
  const auto t = zeros<double>({3, 0, 2});
  REQUIRE_EQUAL(sum(t, 1), make_buffer<double>(6, 0.0));
  REQUIRE_EQUAL(product(t, 1), make_buffer<double>(6, 1.0));
  CHECK_THROWS_AS(min(t, 1), value_error);
  CHECK_THROWS_AS(max(t, {0, 1}), value_error);
  CHECK_THROWS_AS(mean(t, 1), value_error);
  CHECK_THROWS_WITH(max(t, 1), "max of no elements has no value: the shape is [3 0 2]");
  CHECK_THROWS_WITH(max(t), "max of no elements has no value: the shape is [3 0 2]");
  CHECK_THROWS_WITH(mean(t), "mean of no elements has no value: the shape is [3 0 2]");
  CHECK(max(t, 0).shape() == shape{0, 2});
  CHECK(mean(t, {0, 2}).shape() == shape{0});
}

TEST_CASE("exact or refused, with NaN and zeros as in the whole", "[tensor][reduce]") {
  const auto big = std::numeric_limits<std::int64_t>::max();
  const tensor<std::int64_t> t{{big, 1}, {-big, 2}, {1, 3}};
  REQUIRE_EQUAL(sum(t, 0), (buffer<std::int64_t>{1, 6}));
  CHECK_THROWS_AS(sum(t, 1), overflow_error);
  CHECK_THROWS_AS(product(tensor<std::int64_t>{{big}, {2}}, 0), overflow_error);
  const std::string said = "the sum of the integers does not fit 64 bits (it is about 9223372036854775808): line ";
  CHECK_THROWS_WITH(sum(t, 1), said + "[0 _]");
  CHECK_THROWS_WITH(sum(tensor<std::int64_t>{{1, big, big}, {2, 1, 1}}, 0), said + "[_ 1]");
  CHECK_THROWS_WITH(sum(transpose(t) + std::int64_t{0}, 0, keep), said + "[_ 0]");
  CHECK_THROWS_WITH(product(tensor<std::int64_t>{{1, 5}, {big, 2}}, 1), Catch::Matchers::EndsWith(": line [1 _]"));
  REQUIRE_EQUAL(product(tensor<std::int64_t>{{big, big}, {big, big}, {big, big}, {0, 0}}, 0), (buffer<std::int64_t>{0, 0}));
  CHECK_THROWS_AS(product(tensor<std::int64_t>{{big}, {big}, {big}, {1}}, 0), overflow_error);
  REQUIRE_EQUAL(mean(t, 0), (buffer<double>{1.0 / 3, 2}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const tensor<double> n{{1, nan}, {nan, 2}, {0, 3}};
  REQUIRE_EQUAL(max(n, 0), (buffer<double>{nan, nan}));
  REQUIRE_EQUAL(min(n, 1), (buffer<double>{nan, nan, 0}));
  CHECK(!std::signbit(min(tensor<double>{{0.0}, {-0.0}}, 0)[0]));
  CHECK(!std::signbit(sum(tensor<double>{{-0.0}}, 0)[0]));
}

TEMPLATE_TEST_CASE("a policy about NaN is followed along axes outside the closed set", "[tensor][reduce]", float16, bfloat16, long double) {
  const TestType one(1.0F), two(2.0F), nan(NAN);
  const tensor<TestType> t{{one, nan}, {two, two}};
  REQUIRE_EQUAL(sum(t, 1, nan_policy::skip), (buffer<TestType>{one, TestType(4.0F)}));
  REQUIRE_EQUAL(sum(t, 0, keep, nan_policy::skip), (tensor<TestType>{{TestType(3.0F), two}}));
  REQUIRE_EQUAL(max(t, 1, nan_policy::skip), (buffer<TestType>{one, two}));
  CHECK(std::isnan(static_cast<double>(sum(t, 1, nan_policy::keep)(0))));
  CHECK_THROWS_AS(sum(t, 1, nan_policy::refuse), value_error);
}

TEST_CASE("a NaN that is refused is named by its line", "[tensor][reduce]") {
  const tensor<double> t{{1, 2, 3}, {4, NAN, 6}};
  CHECK_THROWS_WITH(sum(t, 1, nan_policy::refuse), "sum was told to refuse NaN, and element 1 is NaN: line [1 _]");
  CHECK_THROWS_WITH(max(t, 0, keep, nan_policy::refuse), "max was told to refuse NaN, and element 1 is NaN: line [_ 1]");
  CHECK_THROWS_WITH(median(t, -1, nan_policy::refuse), "median was told to refuse NaN, and element 1 is NaN: line [1 _]");
  CHECK_THROWS_WITH(mean(t, {0, 1}, nan_policy::refuse), "mean was told to refuse NaN, and element 4 is NaN");
  REQUIRE_EQUAL(sum(tensor<double>{{1, 2, 3}}, 1, nan_policy::refuse), (buffer<double>{6}));
}

TEST_CASE("axes that are refused", "[tensor][reduce]") {
  const auto t = zeros<int>({2, 3});
  CHECK_THROWS_AS(sum(t, 2), index_error);
  CHECK_THROWS_AS(sum(t, -3), index_error);
  CHECK_THROWS_AS(sum(t, {0, 0}), value_error);
  CHECK_THROWS_AS(max(t, {1, -1}), value_error);
  CHECK_THROWS_AS(sum(scalar_tensor(1), 0), index_error);
  CHECK(sum(scalar_tensor(1), ints({}))() == 1);
}

TEST_CASE("a sum over no axes is the tensor itself", "[tensor][reduce]") {
  const tensor<double> t{{1, 2}, {3, 4}};
  const auto same_elements = sum(t, {});
  REQUIRE(same_elements.shape() == t.shape());
  REQUIRE(to_vector(same_elements) == to_vector(t));
}

TEST_CASE("an executor stands before all else that a reduction takes", "[tensor][reduce]") {
  const tensor<double> t{{1, NAN, 3}, {4, 5, 6}};
  const auto add = [](double sum, double x) { return sum + x; };
  const auto skip = nan_policy::skip;
  REQUIRE_EQUAL(sum(serial, t, 1, skip), sum(t, 1, skip));
  REQUIRE_EQUAL(sum(serial, t, {0, 1}, keep, skip), sum(t, {0, 1}, keep, skip));
  REQUIRE_EQUAL(min(serial, t, 0, skip, keep), min(t, 0, skip, keep));
  REQUIRE_EQUAL(max(serial, t, {0}, skip), max(t, {0}, skip));
  REQUIRE_EQUAL(reduce(serial, t(1, all), 0.0, add, 0, keep), tensor<double>{15});
  REQUIRE_EQUAL(reduce(serial, t, 0.0, add, {1}), reduce(t, 0.0, add, {1}));
  CHECK(reduce(serial, t(1, all), 0.0, add) == 15);
  const buffer<double> b{1, NAN, 3};
  CHECK(sum(serial, b, skip) == 4);
  CHECK(min(serial, b, skip) == 1);
  CHECK(max(serial, b, skip) == 3);
}
