// SPDX-License-Identifier: BSL-1.0
// fill_missing, fill_gaps and arg_largest_triangle along an axis are the operation on each line alone, over every backing; without an axis
// they want a line.
#include <ravel/op/keys/rolling_by.hpp>
#include <ravel/op/missing/missing.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/op/windows/diff.hpp>
#include <ravel/op/windows/downsample.hpp>
#include <ravel/op/windows/rolling.hpp>
#include <ravel/op/windows/rolling_order.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <numeric>
#include <string>

#include <tensor/backing.hpp>

using namespace backing;
using ravel::all;
using ravel::buffer;
using ravel::fill_policy;
using ravel::index_set;

namespace {

constexpr fill_policy policies[] = {fill_policy::forward, fill_policy::backward, fill_policy::nearest, fill_policy::linear};

// Of a tensor as a mask: the positions along the axis that are missing in line i.
index_set of_line(const ravel::tensor<bool>& mask, index_t axis, index_t i) {
  return index_set(argfilter(axis == 0 ? mask(all, i) : mask(i, all)));
}
ravel::tensor<bool> as_mask(const index_set& set, const shape& s) { return clone(as_tensor(mask(set, s.elements()), s)); }

}  // namespace

TEST_CASE("missing values are filled from neighbours in their line", "[tensor][lines]") {
  support::random r(8);
  for (const shape& s : {shape{4, 6}, shape{7, 3}}) {
    std::vector<index_t> chosen;
    for (index_t i = 0; i < s.elements(); ++i) {
      if (r.below(3) > 0) chosen.push_back(i);
    }
    const index_set missing(ravel::borrow(chosen));
    for (const kind how : all_kinds) {
      const tensor<const double> t = readable<double>(how, s, digits<double>(r, s.elements()));
      for (const index_t axis : {0, 1}) {
        std::vector<int> keys = digits<int>(r, s[axis]);
        std::partial_sum(keys.begin(), keys.end(), keys.begin());
        for (const fill_policy policy : policies) {
          const auto found = fill_missing(t, missing, policy, axis), by_keys = fill_missing(t, missing, keys, policy, axis - 2);
          REQUIRE(found.values.shape() == s);
          REQUIRE(by_keys.values.shape() == s);
          for (index_t i = 0; i < s[1 - axis]; ++i) {
            const auto line_of = [&](const auto& of) { return axis == 0 ? of(all, i) : of(i, all); };
            const std::vector<double> line = to_vector(line_of(t));
            const index_set here = of_line(as_mask(missing, s), axis, i);
            const auto wanted = ravel::fill_missing(line, here, policy), wanted_by_keys = ravel::fill_missing(line, here, keys, policy);
            REQUIRE_EQUAL(line_of(found.values), wanted.values);
            REQUIRE_EQUAL(line_of(by_keys.values), wanted_by_keys.values);
            REQUIRE(of_line(as_mask(found.missing, s), axis, i) == wanted.missing);
            REQUIRE(of_line(as_mask(by_keys.missing, s), axis, i) == wanted_by_keys.missing);
          }
        }
      }
    }
  }
}

TEST_CASE("gaps along an axis are those of every line, and so are triangles", "[tensor][lines]") {
  support::random r(9);
  const shape s{5, 6};
  for (const kind how : all_kinds) {
    const tensor<const double> t = readable<double>(how, s, digits<double>(r, s.elements()));
    for (const index_t axis : {0, 1}) {
      std::vector<int> keys(static_cast<std::size_t>(s[axis]), 3);
      std::partial_sum(keys.begin(), keys.end(), keys.begin());
      const auto filled = fill_gaps(keys, t, 1, fill_policy::linear, axis);
      const auto constant = fill_gaps(keys, t, 2, -7, axis);
      const auto chosen = arg_largest_triangle(t, 4, axis), by_keys = arg_largest_triangle(keys, t, 3, axis);
      REQUIRE(filled.values.extent(axis) == 3 * s[axis] - 2);
      for (index_t i = 0; i < s[1 - axis]; ++i) {
        const auto line_of = [&](const auto& of) { return axis == 0 ? of(all, i) : of(i, all); };
        const std::vector<double> line = to_vector(line_of(t));
        const auto wanted = ravel::fill_gaps(keys, line, 1, fill_policy::linear), others = ravel::fill_gaps(keys, line, 2, -7);
        REQUIRE_EQUAL(line_of(filled.values), wanted.values);
        CHECK_EQUAL(filled.keys, wanted.keys);
        CHECK(filled.inserted == wanted.inserted);
        REQUIRE_EQUAL(line_of(constant.values), others.values);
        CHECK(constant.inserted == others.inserted);
        REQUIRE_EQUAL(line_of(chosen), ravel::arg_largest_triangle(line, 4));
        REQUIRE_EQUAL(line_of(by_keys), ravel::arg_largest_triangle(keys, line, 3));
      }
    }
  }
}

TEST_CASE("missing elements of a tensor without an axis", "[tensor][lines]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const tensor<double> t{{1, nan}, {nan, 4}}, line{nan, 2, nan, 8};
  const auto missing = missing_where(t);
  CHECK_EQUAL(fill_missing(t, missing, 0), {1, 0, 0, 4});
  CHECK(fill_missing(t, missing, 0).shape() == shape{2, 2});
  CHECK_EQUAL(fill_missing(transpose(t), missing, 7), {1, 7, 7, 4});
  CHECK_EQUAL(drop_missing(t, missing), {1, 4});  // as filter, of all
  // Not from the row before.
  const auto carried = fill_missing(t, missing, fill_policy::forward, 1);
  CHECK_EQUAL(carried.values(0, all), {1, 1});
  CHECK(std::isnan(carried.values(1, 0)));
  CHECK(carried.missing == index_set{2});
  CHECK(fill_missing(t, missing, fill_policy::forward, 0).missing == index_set{1});

  const auto filled = fill_missing(line, missing_where(line), fill_policy::linear);
  CHECK(filled.values.shape() == shape{4});
  CHECK(filled.values(2) == 5);
  CHECK(filled.missing == index_set{0});
  CHECK(fill_missing(line, missing_where(line), buffer<int>{0, 1, 4, 5}, fill_policy::linear).values(2) == 6.5);
  CHECK_EQUAL(fill_gaps(buffer<int>{0, 2}, tensor<int>{5, 6}, 1, fill_policy::forward).values, {5, 5, 6});
  CHECK_EQUAL(arg_largest_triangle(tensor<int>{0, 9, 1, 0}, 3), {0, 1, 3});

  const tensor<std::string> words{{"a", "b"}, {"", "d"}};
  CHECK(fill_missing(words, index_set{2}, fill_policy::backward, 1).values(1, 0) == "d");
  CHECK(fill_missing(words, index_set{2}, fill_policy::backward, 0).missing == index_set{2});
}

TEST_CASE("missing values of tensors, at their edges", "[tensor][lines]") {
  const tensor<double> t = ravel::zeros<double>({2, 3});
  const buffer<int> keys{0, 1, 2};
  const index_set none;
  CHECK_THROWS_AS(fill_missing(t, none, fill_policy::forward), ravel::shape_error);
  CHECK_THROWS_AS(fill_missing(t, none, keys, fill_policy::forward), ravel::shape_error);
  CHECK_THROWS_AS(fill_gaps(keys, t, 1, 0), ravel::shape_error);
  CHECK_THROWS_AS(fill_gaps(keys, t, 1, fill_policy::linear), ravel::shape_error);
  CHECK_THROWS_AS(arg_largest_triangle(t, 2), ravel::shape_error);
  CHECK_THROWS_AS(arg_largest_triangle(keys, t, 2), ravel::shape_error);
  CHECK_THROWS_WITH(fill_missing(t, none, keys, fill_policy::forward, 0),
                    "fill_missing: 3 keys for axis 0 of shape [2 3], which has 2 places");
  CHECK_THROWS_AS(fill_missing(t, index_set{6}, fill_policy::forward, 1), ravel::index_error);
  CHECK_THROWS_AS(fill_missing(t, none, fill_policy::forward, 2), ravel::index_error);
  CHECK_THROWS_AS(fill_missing(t, none, buffer<int>{0, 2, 1}, fill_policy::forward, 1), ravel::value_error);
  CHECK_THROWS_AS(fill_missing(tensor<int>{{1}}, none, fill_policy::linear, 1), ravel::type_error);
  CHECK(fill_missing(ravel::zeros<double>({3, 0}), none, fill_policy::forward, 1).values.shape() == shape{3, 0});
  CHECK(fill_missing(ravel::zeros<double>({0, 3}), none, keys, fill_policy::forward, 1).values.shape() == shape{0, 3});
  CHECK(fill_gaps(keys, ravel::zeros<double>({0, 3}), 1, 0, 1).values.shape() == shape{0, 3});
  CHECK(arg_largest_triangle(ravel::zeros<double>({0, 3}), 2, 1).shape() == shape{0, 2});
  CHECK_THROWS_AS(arg_largest_triangle(ravel::zeros<double>({0, 3}), 4, 1), ravel::value_error);
}
