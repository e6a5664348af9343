// SPDX-License-Identifier: BSL-1.0
// searchsorted of run-time types is that of the tensors with these types, for every type, and exact across them.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using any_tests::for_each_type;
using any_tests::random_tensor;

TEST_CASE("places of values of every type", "[any]") {
  support::random r(13);
  for_each_type([&](auto type) {
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

TEST_CASE("values of two types are compared exactly", "[any]") {
  const std::int64_t big = (std::int64_t{1} << 53) + 1;
  const any_tensor sorted = tensor<std::int64_t>{-1, big - 1, big, big + 1};
  REQUIRE_EQUAL(searchsorted(sorted, any_tensor(tensor<double>{0x1p53, -1.5, NAN})), {1, 0, 4});
  REQUIRE_EQUAL(searchsorted(sorted, any_tensor(tensor<std::uint64_t>{~std::uint64_t{0}, 0})), {4, 1});
  REQUIRE_EQUAL(searchsorted(any_tensor(tensor<std::uint8_t>{1, 5}), any_tensor(tensor<std::int8_t>{-1, 5}), search_side::right), {0, 2});
  CHECK_THROWS_AS(searchsorted(any_tensor(zeros<int>({2, 2})), sorted), shape_error);
}
