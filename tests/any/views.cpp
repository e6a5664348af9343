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
