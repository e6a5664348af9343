// SPDX-License-Identifier: BSL-1.0
// Groups and counts of run-time types are those of the tensors with these types, for every type.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/op/keys/arggroup.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using any_tests::for_each_kind_of_type;
using any_tests::random_tensor;

TEST_CASE("groups of each kind of type", "[any]") {
  support::random r(11);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {6, 10});
    const auto expected = arggroup(t);
    const any_groups found = arggroup(any_tensor(t));
    CHECK(found.keys.dtype() == dtype_of<T>());
    REQUIRE_EQUAL(as<T>(found.keys), as_tensor(expected.keys(), -1));
    REQUIRE(static_cast<index_t>(found.positions.size()) == expected.size());
    for (index_t i = 0; i < expected.size(); ++i) REQUIRE_EQUAL(found.positions[static_cast<std::size_t>(i)], expected.positions(i));
    CHECK(arggroup(any_tensor(zeros<T>({0}))).keys.size() == 0);
  });
  const any_groups found = arggroup(any_tensor(tensor<float>{NAN, 0, NAN, -0.0f}));
  CHECK(found.keys.size() == 2);
  REQUIRE_EQUAL(found.positions[0], {0, 2});
  REQUIRE_EQUAL(found.positions[1], {1, 3});
}

TEST_CASE("counts of each kind of type", "[any]") {
  support::random r(12);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {6, 10});
    const any_tensor x = t;
    if constexpr (complex_element<T>) {
      CHECK_THROWS_AS(value_counts(x), type_error);
      CHECK_THROWS_AS(count_unique(x), type_error);
    } else {
      const auto expected = value_counts(t);
      const any_counted_values found = value_counts(x);
      CHECK(found.values.dtype() == dtype_of<T>());
      REQUIRE_EQUAL(as<T>(found.values), as_tensor(expected.values, -1));
      REQUIRE_EQUAL(found.counts, as_tensor(expected.counts, -1));
      CHECK(most_common(x) == any_scalar(most_common(t)));
      CHECK(most_common(x).dtype() == dtype_of<T>());
      CHECK(count_unique(x) == count_unique(t));
      CHECK_THROWS_AS(most_common(any_tensor(zeros<T>({0}))), value_error);
    }
  });
}

TEST_CASE("most common values and numbers of values go along axes", "[any]") {
  const tensor<std::int8_t> t{{1, 2, 2, 1}, {3, 3, 1, 3}};
  const any_tensor x = t;
  REQUIRE_EQUAL(as<std::int8_t>(most_common(x, 1)), most_common(t, 1));
  REQUIRE_EQUAL(as<std::int8_t>(most_common(x, -1, keep)), (tensor<std::int8_t>{{1}, {3}}));
  REQUIRE_EQUAL(as<std::int8_t>(most_common(x, {0, 1})), most_common(t, {0, 1}));
  REQUIRE_EQUAL(count_unique(x, 1), (tensor<index_t>{2, 2}));
  REQUIRE_EQUAL(count_unique(x, 0, keep), (tensor<index_t>{{2, 2, 2, 2}}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  REQUIRE_EQUAL(count_unique(any_tensor(tensor<double>{{nan, nan, 0.0}, {-0.0, 0.0, 1.0}}), 1), (tensor<index_t>{2, 2}));
  REQUIRE_EQUAL(as<std::string>(most_common(any_tensor(tensor<std::string>{{"a", "b", "b"}}), 1)), (tensor<std::string>{"b"}));
  const any_tensor none = zeros<int>({2, 0});
  CHECK_THROWS_AS(most_common(none, 1), value_error);
  CHECK(equal(most_common(none, 1, when_empty{7}), tensor<int>{7, 7}));
  CHECK(most_common(none, 0).shape() == shape{0});
  CHECK(equal(any_tensor(count_unique(none, 1)), any_tensor(tensor<index_t>{0, 0})));
  CHECK_THROWS_AS(most_common(any_tensor(zeros<std::complex<double>>({2, 2})), 0), type_error);
  CHECK_THROWS_AS(most_common(x, 2), index_error);
}
