// SPDX-License-Identifier: BSL-1.0
// Reductions of run-time types are those of the tensors with these types, for every type.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;

using any_tests::for_each_kind_of_type;
using any_tests::random_tensor;

TEST_CASE("reductions of each kind of type, whole and along axes", "[any]") {
  support::random r(9);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {3, 4, 5});
    const any_tensor x = t;
    CHECK(sum(x) == sum(t));
    CHECK(sum(x).dtype() == dtype_of<sum_t<T>>());
    CHECK(mean(x) == mean(t));
    CHECK(equal(sum(x, {0, -1}), sum(t, {0, -1})));
    CHECK(sum(x, 1, keep).shape() == shape{3, 1, 5});
    CHECK(sum(x, {0, 2}, keep).shape() == shape{1, 4, 1});
    CHECK(equal(product(x, 0), product(t, 0)));
    if constexpr (!complex_element<T>) {
      CHECK(min(x) == min(t));
      CHECK(max(x).dtype() == dtype_of<T>());
      CHECK(equal(max(x, {0, 1}), max(t, {0, 1})));
      CHECK(argmin(x) == argmin(t));
      CHECK(equal(argmax(x, 2), argmax(t, 2)));
      CHECK(argmax(x, 2, nan_policy::skip, keep).shape() == shape{3, 4, 1});
    } else {
      CHECK_THROWS_AS(min(x), type_error);
      CHECK_THROWS_AS(argmax(x, 1), type_error);
    }
  });
  const any_tensor mask = tensor<bool>{{true, false}, {true, true}};
  CHECK_FALSE(all_of(mask));
  CHECK(any_of(mask));
  CHECK_FALSE(none_of(mask));
  CHECK(equal(none_of(mask, 0), tensor<bool>{false, false}));
  CHECK(none_of(!mask, {1}, keep).shape() == shape{2, 1});
  CHECK(count(mask) == 3);
  CHECK(equal(all_of(mask, 1), tensor<bool>{false, true}));
  CHECK(count(mask, 0, keep).shape() == shape{1, 2});
  CHECK_THROWS_AS(all_of(any_tensor(tensor<int>{1})), type_error);
  const any_tensor nan = tensor<double>{1, NAN, 2};
  CHECK(sum(nan, nan_policy::skip) == 3.0);
  CHECK(argmax(nan) == 1);
  CHECK(argmax(nan, nan_policy::skip) == 2);
  CHECK(equal(argmin(nan, 0, nan_policy::skip), full<index_t>({}, 0)));
  CHECK_THROWS_AS(argmin(nan, nan_policy::refuse), value_error);
  CHECK(equal(sum(nan, 0, nan_policy::skip, keep), tensor<double>{3}));  // options come in any order
  const any_tensor square = tensor<int>{{1, 2}, {3, 4}};                 // braces are axes: none at all
  CHECK(equal(sum(square, {}), square));
  CHECK(equal(product(square, {}), square));
  CHECK(equal(mean(square, {}), square));
  CHECK(equal(min(square, {}), square));
  CHECK(equal(max(square, {}, keep), square));
  CHECK(equal(variance(square, {}), square * 0));
  CHECK_THROWS_AS(sum(nan, nan_policy::refuse), value_error);
  CHECK(min(nan, 0, nan_policy::skip)() == 1.0);
  CHECK_THROWS_AS(min(any_tensor(zeros<int>({0}))), value_error);
  CHECK_THROWS_AS(sum(nan, 1), index_error);
  CHECK_THROWS_AS(sum(any_tensor(full<std::int64_t>({3}, INT64_MAX))), overflow_error);
}

namespace {

using comparison = any_tensor (*)(const any_tensor&, const any_tensor&);
constexpr comparison comparisons[] = {
    [](const any_tensor& x, const any_tensor& y) -> any_tensor { return x == y; },
    [](const any_tensor& x, const any_tensor& y) -> any_tensor { return x != y; },
    [](const any_tensor& x, const any_tensor& y) -> any_tensor { return x < y; },
    [](const any_tensor& x, const any_tensor& y) -> any_tensor { return x <= y; },
    [](const any_tensor& x, const any_tensor& y) -> any_tensor { return x > y; },
    [](const any_tensor& x, const any_tensor& y) -> any_tensor { return x >= y; },
};

// Of a type, with values that several types share, and NaN where it has one.
any_tensor compared_data(dtype type, std::uint64_t seed, const shape& extents) {
  const tensor<double> drawn = clone(cast<double>(random_integers<int>(extents, 0, type == dtype::bool_ ? 1 : 5, seed)));
  if (kind_of(type) == element_kind::real && drawn.size() > 3) drawn.data()[3] = NAN;
  return clone(cast(any_tensor(drawn), type));
}

void check_counts(const any_tensor& x, const any_tensor& y) {
  for (const comparison compare : comparisons) {
    const any_tensor lazy = compare(x, y), computed = clone(lazy);
    CHECK(count(lazy) == count(computed));
    CHECK(count(slice(lazy, 1, 1, 30, 3)) == count(slice(computed, 1, 1, 30, 3)));
    CHECK(equal(count(lazy, 0), count(computed, 0)));
  }
}

}  // namespace

TEST_CASE("answers of a comparison that are only counted are not written", "[any]") {
  const any_tensor a = tensor<double>{1, 2}, i = tensor<int>{1, 2}, words = tensor<std::string>{"a", "b"};
  const auto only_counted = [](const any_tensor& mask) {
    const auto& node = detail_access::node(as<bool>(mask).base());
    detail::arena from(node.need(), 2);
    std::int64_t found = 0;
    return node.add_up(0, 2, nullptr, &found, from) && found == count(clone(mask));
  };
  CHECK(only_counted(a < 2));
  CHECK(only_counted(a != i));
  CHECK(only_counted(i >= flip(i, 0)));
  CHECK_FALSE(only_counted(clone(a < 2)));
  CHECK(only_counted(words == "a"));
}

TEST_CASE("a comparison that nobody computed is counted as its answers are", "[any]") {
  for (const dtype a : {dtype::bool_, dtype::int8, dtype::uint16, dtype::int32, dtype::uint32, dtype::int64, dtype::uint64, dtype::float32,
                        dtype::float64}) {
    const any_tensor x = compared_data(a, 1, {100, 101});
    for (const dtype b : {dtype::int16, dtype::int32, dtype::uint32, dtype::int64, dtype::uint64, dtype::float32, dtype::float64}) {
      CAPTURE(a, b);
      const any_tensor y = compared_data(b, 2, {101, 100});
      check_counts(x, transpose(y));
      check_counts(x, compared_data(b, 3, {101}));
      check_counts(x, flip(compared_data(b, 4, {100, 101}), 1));
      check_counts(x, compared_data(b, 5, {}));
      check_counts(compared_data(b, 6, {}), x);
    }
    CHECK(count(x < x) == 0);
    CHECK(count(x == x) + count(x != x) == x.size());
  }
  const any_tensor x = compared_data(dtype::float32, 7, {40, 250});
  CHECK(count(x < 3) == count(clone(x < 3)));
  CHECK(count(3 >= x) == count(clone(3 >= x)));
  CHECK(count(x != NAN) == x.size());
  CHECK(count(zeros(dtype::int32, {0, 3}) == 0) == 0);
}

using any_tests::for_each_kind_of_type;
using any_tests::random_tensor;

TEST_CASE("products of each kind of type", "[any]") {
  support::random r(9);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {4, 3});
    if constexpr (!boolean_element<T>) {
      const auto square_of = random_tensor<T>(r, {4, 4});
      CHECK(equal(matmul(any_tensor(square_of), any_tensor(t)), matmul(square_of, t)));
    }
  });
  const any_tensor a = tensor<int>{{1, 2}, {3, 4}}, b = tensor<double>{{1, 0.5}, {0, 1}};
  CHECK(equal(matmul(a, b), tensor<double>{{1, 2.5}, {3, 5.5}}));
  CHECK(dot(a(0, all), b(all, 1))() == 2.5);
  CHECK(equal(outer(a(0, all), b(0, all)), tensor<double>{{1, 0.5}, {2, 1}}));
  const tensor<double> typed{{1, 0.5}, {0, 1}};  // may stand beside one without a type
  CHECK(equal(matmul(a, typed), matmul(a, b)));
  CHECK(equal(matmul(typed, a), matmul(b, a)));
  CHECK(dot(typed(all, 1), a(0, all))() == 2.5);
  CHECK(equal(outer(a(0, all), typed(0, all) * 1.0), outer(a(0, all), b(0, all))));
  CHECK_THROWS_AS(matmul(any_tensor(tensor<std::uint64_t>{1}), any_tensor(tensor<int>{1})), type_error);
  CHECK_THROWS_AS(matmul(a, any_tensor(tensor<int>{1, 2, 3})), shape_error);
}
