// SPDX-License-Identifier: BSL-1.0
// Tensors made by a tag, writing with checked casts, and copies.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("made by a tag", "[any]") {
  for (int k = 0; k < static_cast<int>(dtype::other); ++k) {
    const auto type = static_cast<dtype>(k);
    CAPTURE(type);
    CHECK(zeros(type, {2, 3}).dtype() == type);
    CHECK(equal(zeros(type, {2}), tensor<int>{0, 0}));
    CHECK(equal(ones(type, {2}), tensor<int>{1, 1}));
    CHECK(equal(full(type, {2}, 1), ones(type, {2})));
    CHECK(empty(type, {2, 0}).shape() == shape{2, 0});
    CHECK(equal(eye(type, 2), tensor<int>{{1, 0}, {0, 1}}));
    CHECK(zeros(type, {}).rank() == 0);
  }
  CHECK_THROWS_AS(zeros(dtype::other, {2}), type_error);
  CHECK_THROWS_AS(full(dtype::uint8, {2}, 300), type_error);
  CHECK_THROWS_AS(full(dtype::uint8, {index_t{1} << 60}, 300), type_error);  // before any memory is made
  CHECK_THROWS_AS(full(dtype::int32, {2}, 0.5), type_error);
  CHECK(equal(arange(dtype::int16, 1, 10, 3), tensor<int>{1, 4, 7}));
  CHECK(equal(arange(dtype::float32, 0, 1, 0.25), tensor<double>{0, 0.25, 0.5, 0.75}));
  CHECK(arange(dtype::uint8, 250, 256).size() == 6);
  CHECK_THROWS_AS(arange(dtype::complex64, 0, 3), type_error);
  CHECK_THROWS_WITH(arange(dtype::int32, 0, 2.5), "2.5 does not fit int32");
  CHECK_THROWS_WITH(arange(dtype::uint8, 0, 3, 0.5), "0.5 does not fit uint8");
}

TEST_CASE("memory of others by a tag", "[any]") {
  const auto owner = std::make_shared<std::vector<float>>(std::vector<float>{1, 2, 3, 4, 5, 6});
  const long before = owner.use_count();
  {
    const any_tensor x = wrap(dtype::float32, owner->data(), {2, 3}, owner);
    CHECK(x.dtype() == dtype::float32);
    const auto typed = as<float>(x);
    CHECK(typed.data() == owner->data());
    CHECK(x.writable());
    x.write({1, 2}, 16);
    CHECK(owner->back() == 16);
    CHECK(owner.use_count() == before + 1);
    const std::vector<float>& fixed = *owner;
    const any_tensor y = wrap(dtype::float32, fixed.data(), {3, 2}, owner);
    CHECK_FALSE(y.writable());
    CHECK(y(2, 0) == 5);
    const any_tensor backwards = wrap(dtype::float32, owner->data() + 5, {2, 2}, {-3, -2}, owner);
    CHECK(equal(backwards, tensor<float>{{16, 4}, {3, 1}}));
  }
  CHECK(owner.use_count() == before);
  CHECK_THROWS_WITH(wrap(dtype::float64, owner->data(), {std::int64_t{1} << 62}, owner),
                    Catch::Matchers::ContainsSubstring("4611686018427387904"));
  char bytes[17] = {};
  CHECK_THROWS_AS(wrap(dtype::float64, bytes + (reinterpret_cast<std::uintptr_t>(bytes) % 8 == 0 ? 1 : 0), {2}, owner), value_error);
  CHECK_THROWS_AS(wrap(dtype::int32, static_cast<void*>(nullptr), {2}, owner), value_error);
  CHECK_THROWS_AS(wrap(dtype::float64, owner->data(), {2}, {-(std::int64_t{1} << 61)}, owner), overflow_error);
  CHECK_THROWS_AS(wrap(dtype::string, bytes, {2}, owner), type_error);
  CHECK(owner.use_count() == before);  // also where nothing was made
  CHECK(wrap(dtype::int32, static_cast<void*>(nullptr), {0, 3}, owner).size() == 0);
  for (int k = 0; k < static_cast<int>(dtype::other); ++k) {
    const auto type = static_cast<dtype>(k);
    const any_tensor made = ones(type, {4});
    CAPTURE(type);
    const void* memory = visit(made, [](const auto& t) -> const void* { return t.data(); });
    CHECK(equal(borrow(type, memory, {2}, 2), ones(type, {2})));
    CHECK(borrow(type, memory, {2, 2}).dtype() == type);
  }
  double square[2][2] = {{1, 2}, {3, 4}};
  borrow(dtype::float64, square, {2, 2})(0, all) = 7;
  CHECK(square[0][1] == 7);
}

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
