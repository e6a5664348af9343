// SPDX-License-Identifier: BSL-1.0
// Elements and views of run-time types, by places and by name.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;

TEST_CASE("elements and views by places", "[any]") {
  const tensor<int> t = reshape(clone(as_tensor(iota<int>(24), {24})), {2, 3, 4});
  const any_tensor x = t;
  CHECK(x(1, 2, 3) == 23);
  CHECK(x(1, 2, 3).dtype() == dtype::int32);
  CHECK(x.at({0, 1, 1}) == 5);
  CHECK_THROWS_AS(x(1, 3, 0), index_error);
  CHECK_THROWS_AS(x(1, 2), index_error);
  CHECK(equal(x(1, all), t(1, all)));
  CHECK(equal(x(all, slice(0, 2), {3, 0}), t(all, slice(0, 2), {3, 0})));
  CHECK(equal(x(ellipsis, last), t(ellipsis, last)));
  CHECK(equal(x(newaxis, 0), t(newaxis, 0)));
  CHECK(equal(transpose(x), transpose(t)));
  CHECK(equal(transpose(x, {1, 0, 2}), transpose(t, {1, 0, 2})));
  CHECK(equal(swap_axes(x, 0, 1), swap_axes(t, 0, 1)));
  CHECK(equal(select(x, 1, 2), select(t, 1, 2)));
  CHECK(equal(slice(x, 2, 3, 2, -2), slice(t, 2, 3, 2, -2)));
  CHECK(equal(slice(x, 2, slice(1, 2)), slice(t, 2, slice(1, 2))));
  CHECK(equal(take(x, 1, {2, 0}), take(t, 1, {2, 0})));
  CHECK(equal(flip(x, {0, 2}), flip(t, {0, 2})));
  CHECK(equal(flip(x), flip(t)));
  CHECK(equal(rot90(x), rot90(t)));
  CHECK(equal(rot90(x, -1, 2, 0), rot90(t, -1, 2, 0)));
  CHECK(equal(rotate(x, {1, 0, -1}), rotate(t, {1, 0, -1})));
  CHECK(equal(reshape(x, {4, -1}), reshape(t, {4, -1})));
  CHECK(equal(flat(x), flat(t)));
  CHECK(equal(squeeze(new_axis(x, 1)), x));
  CHECK(equal(squeeze(new_axis(x, 1), 1), x));
  CHECK(equal(diagonal(x, 0, 1, 1), diagonal(t, 0, 1, 1)));
  CHECK(equal(broadcast(x, {4, 2, 3, 4}), broadcast(t, {4, 2, 3, 4})));
  CHECK(equal(tile(x, {2, 1, 1}), tile(t, {2, 1, 1})));
  CHECK(equal(windows(x, 2, 3), windows(t, 2, 3)));
  CHECK(equal(stretch(x(0, 0, all), {5, 4}), stretch(t(0, 0, all), {5, 4})));
  const auto parts = split(x, 1, {1, 2});
  REQUIRE(parts.size() == 2);
  CHECK(equal(parts[1], t(all, slice(1, 2), all)));
  const any_reader r = flat(x);
  CHECK(equal(reshape(r, {6, -1}), reshape(t, {6, -1})));
  CHECK(equal(split(r, 0, {20, 4})[1], slice(flat(t), 0, 20, 4)));
  CHECK(equal(pad(r, 2, pad_mode::wrap), pad(flat(t), 2, pad_mode::wrap)));
  static_assert(std::same_as<decltype(flip(r)), any_tensor> && std::same_as<decltype(tile(r, {2})), any_tensor>);
  CHECK(transpose(x).writable());
  CHECK_FALSE(broadcast(x, {4, 2, 3, 4}).writable());
  CHECK_FALSE(tile(x, {1, 1, 1}).writable());
  CHECK(is_view_of(flip(reshape(x, {6, 4}), 0), x));
}

TEST_CASE("masks and positions of run-time types are places", "[any]") {
  const tensor<int> t = clone(reshape(arange(6), {2, 3}));
  const any_tensor x = t;
  CHECK(equal(x(x > 3), tensor<int>{4, 5}));
  CHECK(equal(x(all, x(0, all) != 1), tensor<int>{{0, 2}, {3, 5}}));
  CHECK(equal(t(x > 3), tensor<int>{4, 5}));
  CHECK(equal(t(all, any_reader(any_tensor(tensor<bool>{true, false, true}))), tensor<int>{{0, 2}, {3, 5}}));
  CHECK(equal(x(any_tensor(tensor<std::int8_t>{1, 1, 0})), t({1, 1, 0})));
  x(x > 3) = -1;
  CHECK(equal(t, tensor<int>{{0, 1, 2}, {3, -1, -1}}));
  CHECK_THROWS_AS(x(any_tensor(tensor<double>{1})), type_error);
  CHECK_THROWS_AS(x(any_tensor(tensor<bool>{true})), shape_error);
  CHECK_THROWS_AS(x(any_tensor(tensor<int>{2})), index_error);
}

TEST_CASE("tensors put together", "[any]") {
  const any_tensor a = tensor<int>{{1, 2}, {3, 4}}, b = tensor<double>{{1, 0.5}, {0, 1}};
  CHECK(equal(concat(along(0), a, b), tensor<double>{{1, 2}, {3, 4}, {1, 0.5}, {0, 1}}));
  CHECK(concat(along(1), a, a).dtype() == dtype::int32);
  const any_tensor narrow = tensor<std::int8_t>{1};
  CHECK(concat(along(0), narrow, narrow).dtype() == dtype::int8);
  CHECK(stack(along(0), a, b).shape() == shape{2, 2, 2});
  const std::vector<any_tensor> parts{a, b, a};
  CHECK(stack(along(-1), parts)(1, 1, 2) == 4.0);
  const tensor<int> typed{{5, 6}};
  CHECK(equal(concat(along(0), a, typed), tensor<int>{{1, 2}, {3, 4}, {5, 6}}));
  CHECK(equal(concat(along(0), typed * 2, a, typed), tensor<int>{{10, 12}, {1, 2}, {3, 4}, {5, 6}}));
  CHECK(stack(along(0), typed, a(slice(0, 1), all)).shape() == shape{2, 1, 2});
  CHECK_THROWS_AS(concat(along(0), std::vector<any_tensor>()), value_error);
  CHECK_THROWS_AS(concat(along(0), a, any_tensor(tensor<std::uint64_t>{{1, 2}})), type_error);
  CHECK_THROWS_AS(concat(along(0), a, any_tensor(tensor<int>{1})), shape_error);
}

using any_tests::for_each_kind_of_type;
using any_tests::random_tensor;

TEST_CASE("margins of each kind of type", "[any]") {
  support::random r(31);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {3, 4});
    const any_tensor x = t;
    const margins widths{{1, 2}, {0, 3}};
    for (const pad_mode mode : {pad_mode::edge, pad_mode::reflect, pad_mode::wrap})
      REQUIRE_EQUAL(as<T>(pad(x, widths, mode)), pad(t, widths, mode));
    REQUIRE_EQUAL(as<T>(pad(x, widths, T(1))), pad(t, widths, T(1)));
    REQUIRE_EQUAL(as<T>(pad(x, 2)), pad(t, 2));
    CHECK_FALSE(pad(x, 1).writable());
    CHECK_FALSE(pad(x, 1, pad_mode::edge).writable());
  });
}

TEST_CASE("margins of words and half floats, and values that do not fit", "[any]") {
  const any_tensor words = tensor<std::string>{"Ulm", "Bern"};
  REQUIRE_EQUAL(as<std::string>(pad(words, 1)), (tensor<std::string>{"", "Ulm", "Bern", ""}));
  REQUIRE_EQUAL(as<std::string>(pad(words, 1, "-")), (tensor<std::string>{"-", "Ulm", "Bern", "-"}));
  const any_tensor halves = cast(any_tensor(tensor<double>{0.5, 2}), dtype::float16);
  CHECK(pad(halves, 1).dtype() == dtype::float16);
  CHECK(equal(pad(halves, 1, 7), tensor<double>{7, 0.5, 2, 7}));
  const any_tensor x = tensor<std::uint8_t>{{1, 2}, {3, 4}};
  CHECK_THROWS_AS(pad(x, 1, 300), type_error);
  CHECK_THROWS_AS(pad(x, 1, 0.5), type_error);
  CHECK_THROWS_AS(pad(x, {1, 1, 1}), shape_error);
  CHECK(pad(any_tensor(tensor<int>(dims::row_major({}), buffer<int>{5})), margins({}))() == 5);
}
