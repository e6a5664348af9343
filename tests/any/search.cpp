// SPDX-License-Identifier: BSL-1.0
// searchsorted of run-time types is that of the tensors with these types, for every type, and exact across them.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using any_tests::for_each_kind_of_type;
using any_tests::random_tensor;

TEST_CASE("places of values of each kind of type", "[any]") {
  support::random r(13);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto values = random_tensor<T>(r, {3, 4});
    if constexpr (complex_element<T>) {
      CHECK_THROWS_AS(searchsorted(any_tensor(tensor<int>{1}), any_tensor(values)), type_error);
      CHECK_THROWS_AS(searchsorted(any_tensor(tensor<T>{1}), any_tensor(values)), type_error);
    } else {
      const auto sorted = sort(random_tensor<T>(r, {20}));
      for (const search_side side : {search_side::left, search_side::right})
        REQUIRE_EQUAL(searchsorted(any_tensor(sorted), any_tensor(values), side), searchsorted(sorted, values, side));
    }
  });
}

TEST_CASE("equals of each kind of type", "[any]") {
  support::random r(17);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {5, 6});
    const auto values = random_tensor<T>(r, {2, 3});
    const any_tensor x = t;
    CHECK(index_of(x, values(1, 2)) == index_of(t, values(1, 2)));
    CHECK(last_index_of(x, t(0, 1)) == last_index_of(t, t(0, 1)));
    REQUIRE_EQUAL(index_of(x, any_tensor(values)), index_of(t, values));
    REQUIRE_EQUAL(membership(x, any_tensor(values)), membership(t, values));
    REQUIRE_EQUAL(membership(x, values), membership(t, values));
    REQUIRE_EQUAL(membership(t, any_tensor(values)), membership(t, values));
    const auto mask = t == t(2, 3);
    REQUIRE_EQUAL(nonzero(x == t(2, 3)), nonzero(mask));
    CHECK(index_set(argfilter(x == t(2, 3))) == index_set(argfilter(mask)));
    if constexpr (!complex_element<T>) {
      REQUIRE_EQUAL(arg_top_k(x, 4), arg_top_k(t, 4));
      REQUIRE_EQUAL(arg_top_k(x, 2, 0), arg_top_k(t, 2, 0));
    } else {
      CHECK_THROWS_AS(arg_top_k(x, 4), type_error);
    }
  });
}

TEST_CASE("equals among words, half floats and other types", "[any]") {
  const any_tensor words = tensor<std::string>{"Ulm", "Bern", "Ulm"};
  CHECK(index_of(words, "Bern") == 1);
  CHECK(last_index_of(words, "Ulm") == 2);
  CHECK(index_of(words, "Rom") == std::nullopt);
  REQUIRE_EQUAL(membership(words, any_tensor(tensor<std::string>{"Ulm", "Rom"})), (tensor<bool>{true, false, true}));
  REQUIRE_EQUAL(arg_top_k(words, 1), (buffer<index_t>{0}));
  CHECK_THROWS_AS(index_of(words, 1), type_error);
  CHECK_THROWS_AS(membership(words, any_tensor(tensor<int>{1})), type_error);
  const any_tensor halves = cast(any_tensor(tensor<double>{0.5, 2}), dtype::float16);
  CHECK(index_of(halves, 2) == 1);
  REQUIRE_EQUAL(membership(any_tensor(tensor<double>{2, 3}), halves), (tensor<bool>{true, false}));
  const any_tensor whole = tensor<std::int8_t>{-1, 5};
  REQUIRE_EQUAL(index_of(whole, any_tensor(tensor<std::int64_t>{5, 255})), (tensor<index_t>{1, no_position}));
  CHECK(index_of(whole, 2.5) == std::nullopt);
  const std::int64_t big = (std::int64_t{1} << 53) + 1;
  const any_tensor large = tensor<std::int64_t>{big};
  CHECK(index_of(large, 0x1p53) == std::nullopt);  // which it is, rounded
  CHECK_THROWS_WITH(membership(large, any_tensor(tensor<double>{0x1p53})),
                    "membership of int64 and float64: no type has all values of both, cast one of them");
  CHECK_THROWS_AS(membership(large, any_tensor(tensor<std::uint64_t>{1})), type_error);
  CHECK_THROWS_AS(nonzero(whole), type_error);
  CHECK_THROWS_AS(argfilter(whole), type_error);
}

TEST_CASE("values of two types are compared exactly", "[any]") {
  const std::int64_t big = (std::int64_t{1} << 53) + 1;
  const any_tensor sorted = tensor<std::int64_t>{-1, big - 1, big, big + 1};
  REQUIRE_EQUAL(searchsorted(sorted, any_tensor(tensor<double>{0x1p53, -1.5, NAN})), {1, 0, 4});
  REQUIRE_EQUAL(searchsorted(sorted, any_tensor(tensor<std::uint64_t>{~std::uint64_t{0}, 0})), {4, 1});
  REQUIRE_EQUAL(searchsorted(any_tensor(tensor<std::uint8_t>{1, 5}), any_tensor(tensor<std::int8_t>{-1, 5}), search_side::right), {0, 2});
  CHECK(lower_bound(sorted, 0x1p53) == 1);
  CHECK(upper_bound(sorted, 0x1p53) == 2);
  CHECK(lower_bound(sorted, std::numeric_limits<std::uint64_t>::max()) == 4);
  CHECK(binary_search(sorted, big));
  CHECK_FALSE(binary_search(sorted, 0.5));
  CHECK(binary_search(any_tensor(tensor<float>{1, NAN}), NAN));  // the last in order, and equal to itself there
  CHECK_FALSE(binary_search(zeros(dtype::int8, {0}), 0));
  const any_tensor words = tensor<std::string>{"ant", "bee"};
  CHECK(lower_bound(words, "bat") == 1);
  CHECK(binary_search(words, "bee"));
  CHECK_THROWS_WITH(lower_bound(words, 1), Catch::Matchers::StartsWith("lower_bound of string"));
  CHECK_THROWS_WITH(binary_search(sorted, "bee"), Catch::Matchers::StartsWith("binary_search of string"));
  CHECK_THROWS_WITH(upper_bound(sorted, std::complex<double>(1, 2)), Catch::Matchers::StartsWith("upper_bound of int64 and complex128"));
  const tensor<double> typed{0x1p53, -1.5};
  REQUIRE_EQUAL(searchsorted(sorted, typed), {1, 0});
  REQUIRE_EQUAL(searchsorted(tensor<std::uint8_t>{1, 5}, any_tensor(tensor<std::int8_t>{-1, 5}), search_side::right), {0, 2});
  REQUIRE_EQUAL(index_of(typed, any_tensor(tensor<float>{-1.5F, 7})), {1, no_position});
  REQUIRE_EQUAL(membership(any_tensor(tensor<float>{-1.5F, 7}), typed), (tensor<bool>{true, false}));
  const tensor<int> two_axes{{0, 1}, {2, 3}};
  const tensor<int> wanted{3, 0, 7};
  REQUIRE_EQUAL(searchsorted(any_tensor(two_axes), any_tensor(wanted)), searchsorted(two_axes, wanted));
}

TEST_CASE("a list stands beside data of run-time type that is searched", "[any]") {
  support::random r(19);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {5, 6});
    const any_tensor x = t;
    if constexpr (!std::same_as<T, bool>) {
      const std::vector<T> list{T(2), t(3, 1), t(0, 0)};
      const tensor<const T> values(dims::row_major(3), reader<T>(buffer<T>{list[0], list[1], list[2]}));
      REQUIRE_EQUAL(membership(x, list), membership(t, values));
      REQUIRE_EQUAL(membership(list, x), membership(values, t));
      REQUIRE_EQUAL(index_of(x, list), index_of(t, values));
      REQUIRE_EQUAL(index_of(list, x), index_of(values, t));
      REQUIRE_EQUAL(membership(x, reader<T>(values)), membership(t, values));
      if constexpr (!complex_element<T>) {
        const auto sorted = sort(flat(t));
        REQUIRE_EQUAL(searchsorted(any_tensor(sorted), list), searchsorted(sorted, values));
        REQUIRE_EQUAL(searchsorted(sort(std::vector<T>(list)), x, search_side::right), searchsorted(sort(values), t, search_side::right));
      } else {
        CHECK_THROWS_AS(searchsorted(x, list), type_error);
      }
    }
  });
  const any_tensor words = tensor<std::string>{"ant", "bee", "cat"}, numbers = tensor<std::int8_t>{-1, 5};
  const std::vector<std::string> known{"bee", "fly"};
  REQUIRE_EQUAL(membership(words, known), (tensor<bool>{false, true, false}));
  REQUIRE_EQUAL(searchsorted(words, known), (tensor<index_t>{1, 3}));
  REQUIRE_EQUAL(searchsorted(std::array{0, 5, 9}, any_reader(numbers)), (tensor<index_t>{0, 1}));
  REQUIRE_EQUAL(membership(std::vector<std::int64_t>{5, 255}, numbers), (tensor<bool>{true, false}));
  REQUIRE_EQUAL(index_of(numbers, std::vector<double>()), zeros<index_t>({0}));
  CHECK(index_of(words, std::string("bee")) == 1);  // a value
  CHECK_THROWS_AS(membership(numbers, known), type_error);
  CHECK_THROWS_AS(membership(any_tensor(tensor<double>{1}), std::vector<std::int64_t>{1}), type_error);
}
