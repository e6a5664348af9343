// SPDX-License-Identifier: BSL-1.0
// Writing into tensors of run-time types, with checked casts, and copies of them.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("assignment through views, with checked casts", "[any]") {
  const tensor<int> t = zeros<int>({2, 3});
  const any_tensor x = t;
  x(0, all) = 5;
  x(1, all) = any_tensor(tensor<double>{1, 2, 3});
  REQUIRE_EQUAL(t, {5, 5, 5, 1, 2, 3});
  x(all, 0) = tensor<std::int8_t>{-1, -2};
  REQUIRE_EQUAL(t, {-1, 5, 5, -2, 2, 3});
  x(1, all) = x(0, all) * 2;
  REQUIRE_EQUAL(t, {-1, 5, 5, -2, 10, 10});
  x(all, slice(0, 2)) = flip(x, 1)(all, slice(0, 2));  // reads what it writes
  REQUIRE_EQUAL(t, {5, 5, 5, 10, 10, 10});
  const any_tensor row = x(0, all);
  row.assign(7).assign(row + 1);
  REQUIRE_EQUAL(t, {8, 8, 8, 10, 10, 10});
  x += 1;
  row *= any_tensor(tensor<int>{1, 2, 3});
  REQUIRE_EQUAL(t, {9, 18, 27, 11, 11, 11});
  x.write({1, 2}, 4);
  CHECK(t(1, 2) == 4);

  CHECK_THROWS_WITH(x(0, all) = 2.5, ContainsSubstring("2.5 does not fit int32"));
  CHECK_THROWS_AS(x(0, all) = any_tensor(tensor<double>{1, 2, 1e10}), type_error);
  CHECK_THROWS_AS(x += 0.5, type_error);
  CHECK_THROWS_WITH(x += 0.5, ContainsSubstring("float64") && ContainsSubstring("int32"));
  CHECK_THROWS_AS(x.write({0, 0}, std::int64_t{1} << 40), type_error);
  CHECK_THROWS_AS(x(0, all) = tensor<int>({1, 2}), shape_error);
  const any_tensor bytes = tensor<std::uint8_t>{250};
  CHECK_THROWS_AS(bytes += 10, type_error);
  bytes -= 10;
  CHECK(bytes(0) == 240);
  bytes >>= 4;
  CHECK(bytes(0) == 15);
  bytes <<= any_tensor(tensor<std::uint8_t>{3});
  CHECK(bytes(0) == 120);
  CHECK_THROWS_AS(bytes <<= 3, type_error);
  CHECK_THROWS_AS(any_tensor(tensor<double>{1}) <<= 1, type_error);

  x(0, all) = 18;
  copy_where(any_tensor(tensor<bool>{true, false, true}), 0, x);
  REQUIRE_EQUAL(t, {0, 18, 0, 0, 11, 0});
}

TEST_CASE("contiguous keeps contiguous data and copies other data", "[any]") {
  const any_tensor a = tensor<int>{1, 2};
  CHECK(describe(a) == describe(tensor<int>{1, 2}));
  CHECK(is_contiguous(a));
  CHECK(same(contiguous(a), a));
  CHECK(contiguous(flip(a, 0)).layout() == layout::contiguous);
}
