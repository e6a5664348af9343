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
using Catch::Matchers::ContainsSubstring;

namespace {

template <class A, class B>
concept adds = requires(A a, B b) { a + b; };
template <class A, class B>
concept adds_to = requires(A a, B b) { a += b; };
template <class A, class B>
concept copies = requires(A a, B b) { copy(a, b); };

}  // namespace

TEST_CASE("operands beside run-time types, and types that do not become one", "[any]") {
  static_assert(std::semiregular<any_tensor> && std::semiregular<any_reader> && std::semiregular<any_scalar>);
  static_assert(!std::equality_comparable<any_tensor>);
  static_assert(adds<tensor<int>, any_tensor> && adds<any_tensor&, tensor<const float>&> && adds<any_reader, int>);
  static_assert(adds<reader<int>, any_tensor> && adds<any_tensor, buffer<int>&> && !adds<any_tensor, buffer<std::pair<int, int>>&>);
  static_assert(!adds<any_tensor, std::string> && !adds<any_tensor, std::vector<int>> && adds<reader<int>, any_scalar>);
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

TEST_CASE("an empty and a moved-from handle are empty tensors of float64", "[any]") {
  any_tensor x = tensor<const int>{1, 2};
  const any_tensor y = std::move(x);
  CHECK(y.dtype() == dtype::int32);
  for (const any_tensor& empty : {x, any_tensor()}) {
    CHECK(empty.dtype() == dtype::float64);
    CHECK(empty.shape() == shape{0});
    CHECK(empty.writable());
    CHECK(same(empty, any_tensor()));
    CHECK(clone(empty).size() == 0);
    CHECK(concat(along(0), empty, empty).size() == 0);
    CHECK(pad(empty, 1).size() == 2);
  }
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
  CHECK_THROWS_WITH(as<float>(x), ContainsSubstring("float64") && ContainsSubstring("float32"));
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
  CHECK_THROWS_WITH(as<double>(r), "the reader has elements of int32, not float64: cast<float64> converts them");
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
  support::fail_each_allocation([&] {
    const any_tensor x = t;
    const any_tensor y = transpose(x + 1.5);
    right = sum(y) == 10.5;
  });
  CHECK(right);
  REQUIRE_EQUAL(t, {1, 2, 3});
}

TEST_CASE("typed data converts to a handle of a run-time type", "[any]") {
  const tensor<double> t{{1, 2}, {3, 4}};
  const buffer<double> b{1, 2, 3};
  const list<float> l{1, 2};
  const any_tensor of_buffer = b, of_list = l, of_expression = b + 1.0, of_reader = reader<double>(b);
  CHECK((of_buffer.writable() && of_buffer.shape() == shape{3}));
  CHECK((of_list.dtype() == dtype::float32 && !of_reader.writable()));
  CHECK(as<double>(of_expression)(2) == 4);
  const any_reader in_row = t, turned = transpose(t), sum = t + 1.0;
  CHECK((in_row.size() == 4 && as<double>(turned)[1] == 3 && as<double>(sum)[3] == 5));
  std::vector<any_reader> columns;
  columns.push_back(t);
  columns.push_back(b);
  columns.push_back(of_list);
  CHECK(columns[2].size() == 2);
  CHECK(visit(t, [](const auto& x) { return x.rank(); }) == 2);
  CHECK(visit(in_row, [](const auto& x) { return x.size(); }) == 4);
  const std::map<std::string, any_tensor> archive{{"sensor", l}, {"t", t}, {"e", b * 2.0}};
  CHECK(archive.at("sensor").size() == 2);
  CHECK(equal(any_tensor(tensor<double>{{1}, {2}}) + b, tensor<double>{{2, 3, 4}, {3, 4, 5}}));
  CHECK(ravel::cast<double>(any_scalar(3)) == 3);
}
