// SPDX-License-Identifier: BSL-1.0
// Positions of run-time type take elements along an axis, and whole numbers of run-time type are counted, as those of a type are.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using any_tests::for_each_kind_of_type;
using any_tests::random_tensor;
using any_tests::require_same;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("elements of any type are taken at positions of run-time type", "[any]") {
  support::random r(24);
  const tensor<int> places{{3, 0}, {0, 0}, {1, 3}, {2, 1}, {0, 2}};
  const any_tensor at = places, narrow = cast(at, dtype::uint8), large = cast(at, dtype::uint64);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {5, 4});
    const any_tensor x = t;
    const auto wanted = take_along_axis(t, places, 1);
    for (const any_tensor& given : {at, narrow, large}) {
      require_same(take_along_axis(x, given, 1), wanted);
      REQUIRE_EQUAL(take_along_axis(t, given, 1), wanted);
    }
    require_same(take_along_axis(x, places, 1), wanted);
    require_same(take_along_axis(x(all, 1), any_reader(at(all, 0)), 0), take_along_axis(t(all, 1), places(all, 0), 0));
    const auto made = zeros<T>({5, 2});
    take_along_axis(t, narrow, 1, into{made});
    REQUIRE_EQUAL(made, wanted);
    if constexpr (!complex_element<T>) require_same(take_along_axis(x, any_tensor(argsort(x, 0)), 0), sort(t, 0));
  });
  const any_tensor x = tensor<int>{{3, 1, 2}};
  CHECK_THROWS_WITH(take_along_axis(x, x, 1), ContainsSubstring("3"));
  CHECK_THROWS_AS(take_along_axis(x, x, 1), index_error);
  CHECK_THROWS_AS(take_along_axis(x, any_tensor(tensor<int>{0}), 1), shape_error);
  CHECK_THROWS_AS(take_along_axis(x, any_tensor(tensor<std::uint64_t>{{~std::uint64_t{0}}}), 1), type_error);
  CHECK_THROWS_WITH(take_along_axis(x, x * 0.5, 1), ContainsSubstring("take_along_axis of float64"));
  CHECK_THROWS_WITH(take_along_axis(x, x > 1, 1), ContainsSubstring("compress(x, mask, axis)"));
}

TEST_CASE("whole numbers of run-time type are counted, and weights of any type added", "[any]") {
  const tensor<double> more{0.5, 2, 0.25, 1};
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const tensor<T> t{T(1), T(0), T(1), T(3)};
    const any_tensor x = t, by = more;
    if constexpr (boolean_element<T> || integer_element<T>) {
      REQUIRE_EQUAL(bincount(x), bincount(t));
      REQUIRE_EQUAL(bincount(any_reader(x), at_least{7}), bincount(t, at_least{7}));
      REQUIRE_EQUAL(bincount(x, by), bincount(t, more));
      REQUIRE_EQUAL(bincount(t, by), bincount(t, more));
      REQUIRE_EQUAL(bincount(x, more, at_least{7}), bincount(t, more, at_least{7}));
      REQUIRE_EQUAL(bincount(x, std::vector<int>{1, 2, 3, 4}), bincount(t, std::vector<int>{1, 2, 3, 4}));
    } else {
      CHECK_THROWS_WITH(bincount(x), ContainsSubstring("bincount of " + std::string(name(x.dtype()))));
    }
    if constexpr (complex_element<T>) {
      CHECK_THROWS_AS(bincount(std::vector<int>{1, 0, 1, 3}, x), type_error);
    } else {
      REQUIRE_EQUAL(bincount(std::vector<int>{1, 0, 1, 3}, x), bincount(std::vector<int>{1, 0, 1, 3}, t));
    }
  });
  REQUIRE_EQUAL(bincount(zeros(dtype::int8, {0})), buffer<index_t>());
  REQUIRE_EQUAL(bincount(any_tensor(tensor<int>{{1, 3}, {1, 0}})), (buffer<index_t>{1, 2, 0, 1}));
  CHECK_THROWS_WITH(bincount(any_tensor(tensor<int>{1, -3})), "bincount counts from 0 up, and element 1 is -3");
  CHECK_THROWS_AS(bincount(any_tensor(tensor<std::uint64_t>{~std::uint64_t{0}})), type_error);
  CHECK_THROWS_AS(bincount(any_tensor(tensor<int>{1, 2}), any_tensor(more)), shape_error);
  CHECK_THROWS_AS(bincount(any_tensor(tensor<std::string>{"a"})), type_error);
}

TEST_CASE("points of run-time type are counted in cells by rules or edges of each coordinate", "[any]") {
  support::random r(25);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {40, 2});
    const any_tensor x = t;
    const std::vector<bin_rule> rules{bin_rule::sturges, bin_rule::sqrt};
    const std::vector<buffer<double>> edges{{-2, 0, 1}, {-3, -1, 0, 2}};
    if constexpr (complex_element<T>) {
      CHECK_THROWS_AS(histogram_nd(x, rules), type_error);
      CHECK_THROWS_AS(histogram_nd(x, bin_rule::rice), type_error);
    } else {
      const auto by_rules = histogram_nd(t, rules), by_edges = histogram_nd(t, edges);
      for (const auto& made : {histogram_nd(x, rules), histogram_nd(x, {bin_rule::sturges, bin_rule::sqrt}),
                               histogram_nd(x, {bin_rule::sturges, bin_rule::sqrt}, nan_policy::skip)}) {
        REQUIRE_EQUAL(made.counts, by_rules.counts);
        REQUIRE_EQUAL(made.edges[1], by_rules.edges[1]);
      }
      for (const auto& made : {histogram_nd(x, edges), histogram_nd(x, {edges[0], edges[1]}), histogram_nd(x, edges, nan_policy::skip)})
        REQUIRE_EQUAL(made.counts, by_edges.counts);
      REQUIRE_EQUAL(histogram_nd(x, bin_rule::rice).edges[0], histogram_nd(t, bin_rule::rice).edges[0]);
    }
  });
  CHECK_THROWS_AS(histogram_nd(any_tensor(zeros<int>({3, 2})), {bin_rule::sqrt}), shape_error);
}
