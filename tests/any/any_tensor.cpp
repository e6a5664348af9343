// SPDX-License-Identifier: BSL-1.0
// Handles of run-time types: what goes in comes out without a copy, views, elements, assignment through views, and what is refused.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/storage/list.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>
#include <support/require_equal.hpp>

using namespace ravel;
using Catch::Matchers::Contains;

namespace {

template <class A, class B>
concept adds = requires(A a, B b) { a + b; };
template <class A, class B>
concept adds_to = requires(A a, B b) { a += b; };
template <class A, class B>
concept copies = requires(A a, B b) { copy(a, b); };

}  // namespace

TEST_CASE("what stands beside run-time types, and what does not become one", "[any]") {
  static_assert(std::semiregular<any_tensor> && std::semiregular<any_reader> && std::semiregular<any_scalar>);
  static_assert(!std::equality_comparable<any_tensor>);
  static_assert(adds<tensor<int>, any_tensor> && adds<any_tensor&, tensor<const float>&> && adds<any_reader, int>);
  static_assert(!adds<reader<int>, any_tensor> && !adds<any_tensor, buffer<int>&>);  // any_reader(r) + x
  static_assert(!adds<any_tensor, std::string> && !adds<any_tensor, std::vector<int>> && !adds<reader<int>, any_scalar>);
  static_assert(!adds<tensor<std::uint64_t>, tensor<std::int64_t>>);
  static_assert(adds_to<any_tensor, double> && !adds_to<tensor<int>, double>);
  static_assert(copies<int, any_tensor> && !copies<tensor<double>, tensor<int>> && !copies<int, tensor<int>>);
  static_assert(std::same_as<decltype(any_scalar(1) < 2), bool>);
  static_assert(std::same_as<decltype(any_scalar(1) + 2), any_scalar>);
  static_assert(std::same_as<decltype(tensor<int>() < any_tensor()), any_tensor>);
  static_assert(std::same_as<decltype(any_scalar(1) + any_tensor()), any_tensor>);
  CHECK(equal(tensor<int>{1, 2} + any_scalar(2), tensor<int>{3, 4}));
  CHECK(equal(tensor<int>{1, 2} < any_scalar(1.5), tensor<bool>{true, false}));
}

TEST_CASE("a typed tensor goes in and comes out without a copy", "[any]") {
  const tensor<double> t{{1, 2, 3}, {4, 5, 6}};
  const any_tensor x = t;
  CHECK(x.dtype() == dtype::float64);
  CHECK(x.shape() == shape{2, 3});
  CHECK(x.size() == 6);
  CHECK(x.rank() == 2);
  CHECK(x.extent(-1) == 3);
  CHECK(x.writable());
  CHECK(x.layout() == layout::contiguous);
  const auto back = as<double>(x);
  static_assert(std::same_as<decltype(as<double>(x)), tensor<const double>>);
  CHECK(back.data() == t.data());
  const tensor<double> written = as_writable<double>(x);
  written(0, 0) = 10;
  CHECK(t(0, 0) == 10);
  CHECK(same(x, any_tensor(t)));
  CHECK(is_view_of(select(x, 0, 1), any_tensor(t)));
  CHECK_FALSE(is_view_of(any_tensor(clone(t)), x));
  CHECK_THROWS_AS(as<float>(x), type_error);
  CHECK_THROWS_WITH(as<float>(x), Contains("float64") && Contains("float32"));
  CHECK_THROWS_AS(as_writable<int>(x), type_error);

  const any_tensor read = tensor<const double>(t);
  CHECK_FALSE(read.writable());
  CHECK_THROWS_AS(as_writable<double>(read), layout_error);
  CHECK_THROWS_AS(read(0, all) = 1, layout_error);
  CHECK_THROWS_AS(fill(read, 1), layout_error);
  CHECK_THROWS_AS(read += 1, layout_error);
  const any_tensor lazy = t + t;
  CHECK_FALSE(lazy.writable());
  CHECK(as<double>(lazy)(1, 2) == 12);
}

TEST_CASE("handles share, and may be empty", "[any]") {
  any_tensor nothing;
  CHECK(nothing.shape() == shape{0});
  CHECK(nothing.dtype() == dtype::float64);
  any_tensor x = tensor<int>{1, 2, 3};
  const any_tensor other = x;
  x(all)(slice(0, 1)) = 7;
  CHECK(other(0) == 7);
  any_tensor moved = std::move(x);
  CHECK(x.size() == 0);
  CHECK(moved.size() == 3);
  x = moved;
  CHECK(x.size() == 3);
  nothing = tensor<bool>{true};
  CHECK(nothing.dtype() == dtype::bool_);
  CHECK(sum(any_tensor()) == 0.0);
}

TEST_CASE("visit calls with the typed tensor", "[any]") {
  const any_tensor x = tensor<std::int16_t>{3, 4};
  const index_t bytes = visit(x, [](const auto& t) { return t.size() * index_t{sizeof(t(0))}; });
  CHECK(bytes == 4);
  visit_writable(x, [](const auto& t) { t(1) = 9; });
  CHECK(x(1) == 9);
  CHECK_THROWS_AS(visit_writable(any_tensor(tensor<const int>{1}), [](const auto&) {}), layout_error);
}

TEST_CASE("elements and views by places", "[any]") {
  const tensor<int> t = reshape(clone(as_tensor(iota<int>(24), {24})), {2, 3, 4});
  const any_tensor x = t;
  CHECK(x(1, 2, 3) == 23);
  CHECK(x(1, 2, 3).dtype() == dtype::int32);
  CHECK(x.at({0, 1, 1}) == 5);
  CHECK_THROWS_AS(x(1, 3, 0), index_error);
  CHECK_THROWS_AS(x(1, 2), shape_error);
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
  CHECK(transpose(x).writable());
  CHECK_FALSE(broadcast(x, {4, 2, 3, 4}).writable());
  CHECK_FALSE(tile(x, {1, 1, 1}).writable());
  CHECK(is_view_of(flip(reshape(x, {6, 4}), 0), x));
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

  CHECK_THROWS_WITH(x(0, all) = 2.5, Contains("2.5 does not fit int32"));
  CHECK_THROWS_AS(x(0, all) = any_tensor(tensor<double>{1, 2, 1e10}), type_error);
  CHECK_THROWS_AS(x += 0.5, type_error);
  CHECK_THROWS_WITH(x += 0.5, Contains("float64") && Contains("int32"));
  CHECK_THROWS_AS(x.write({0, 0}, std::int64_t{1} << 40), type_error);
  CHECK_THROWS_AS(x(0, all) = tensor<int>({1, 2}), shape_error);
  const any_tensor bytes = tensor<std::uint8_t>{250};
  CHECK_THROWS_AS(bytes += 10, type_error);
  bytes -= 10;
  CHECK(bytes(0) == 240);

  x(0, all) = 18;
  copy_where(any_tensor(tensor<bool>{true, false, true}), 0, x);
  REQUIRE_EQUAL(t, {0, 18, 0, 0, 11, 0});
}

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
  CHECK_THROWS_AS(full(dtype::int32, {2}, 0.5), type_error);
  CHECK(equal(arange(dtype::int16, 1, 10, 3), tensor<int>{1, 4, 7}));
  CHECK(equal(arange(dtype::float32, 0, 1, 0.25), tensor<double>{0, 0.25, 0.5, 0.75}));
  CHECK(arange(dtype::uint8, 250, 256).size() == 6);
  CHECK_THROWS_AS(arange(dtype::complex64, 0, 3), type_error);
}

TEST_CASE("single values", "[any]") {
  const any_scalar s = std::int8_t{5};
  CHECK(s.dtype() == dtype::int8);
  CHECK(as<std::int8_t>(s) == 5);
  CHECK_THROWS_AS(as<int>(s), type_error);
  CHECK(cast_value<double>(s) == 5.0);
  CHECK_THROWS_AS(cast_value<bool>(s), type_error);
  CHECK(s == 5);
  CHECK(s < 5.5);
  CHECK(any_scalar(-1) < std::uint64_t{1});
  CHECK_FALSE(any_scalar(NAN) == NAN);
  CHECK_FALSE(any_scalar(NAN) <= NAN);
  CHECK((s + s).dtype() == dtype::int32);
  CHECK(s + 1 == 6);
  CHECK(-s == -5);
  CHECK(sqrt(any_scalar(4)) == 2.0);
  CHECK(cast(s, dtype::complex64).dtype() == dtype::complex64);
  CHECK(any_scalar(true).dtype() == dtype::bool_);
  CHECK(any_scalar(1LL).dtype() == dtype::int64);
}

TEST_CASE("readers of run-time types", "[any]") {
  const any_reader r = iota<int>(5);
  CHECK(r.dtype() == dtype::int32);
  CHECK(r.size() == 5);
  CHECK(r[3] == 3);
  CHECK_THROWS_AS(r[5], index_error);
  REQUIRE_EQUAL(as<int>(r), {0, 1, 2, 3, 4});
  CHECK_THROWS_AS(as<double>(r), type_error);
  CHECK(sum(r) == 10);
  CHECK(equal(r + 1, tensor<int>{1, 2, 3, 4, 5}));
  const buffer<double> b{1, 2};
  const any_reader shared = b;
  b[1] = 5;
  CHECK(shared[1] == 5.0);
  CHECK(any_reader(any_tensor(tensor<int>{{1, 2}, {3, 4}})).size() == 4);
  CHECK(visit(r, [](const auto& typed) { return typed.size(); }) == 5);
  CHECK(any_reader().size() == 0);
}

TEST_CASE("allocations that fail change nothing", "[any]") {
  const tensor<int> t{1, 2, 3};
  bool right = false;
  support::for_each_allocation_failure([&] {
    const any_tensor x = t;
    const any_tensor y = transpose(x + 1.5);
    right = sum(y) == 10.5;
  });
  CHECK(right);
  REQUIRE_EQUAL(t, {1, 2, 3});
}
