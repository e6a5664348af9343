// SPDX-License-Identifier: BSL-1.0
// The handle itself: elements by coordinates, views by places, what = and assign do, and what is refused.
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

static_assert(std::semiregular<tensor<double>> && std::semiregular<tensor<const double>>);
static_assert(std::derived_from<tensor<int>, tensor<const int>> && std::derived_from<tensor<const int>, reader<int>>);
static_assert(!std::convertible_to<decltype(tensor<int>() == tensor<int>()), bool>);

TEST_CASE("elements by coordinates are checked, references to memory", "[tensor]") {
  const tensor<int> t{{0, 1, 2}, {3, 4, 5}};
  t(1, 2) = 7;
  CHECK(t(1, 2) == 7);
  CHECK(transpose(t)(2, 1) == 7);
  CHECK_THROWS_AS(t(2, 0), index_error);
  CHECK_THROWS_AS(t(0, -1), index_error);
  CHECK_THROWS_AS(t(0), index_error);
  CHECK_THROWS_AS(t(0, 0, 0), index_error);
  const auto u = t.unchecked<2>();
  u(0, 0) = -1;
  CHECK(t(0, 0) == -1);
  CHECK_THROWS_AS(t.unchecked<1>(), layout_error);
  const tensor<int> one = scalar_tensor(5);
  CHECK(one() == 5);
  CHECK_THROWS_AS(t(), index_error);
}

TEST_CASE("coordinates outside are one error, however an element is named", "[tensor]") {
  const auto check = [](const auto& t) {
    const auto outside = "position 2 is outside [0, 2) on axis 0 of shape [2 3]",
               too_many = "3 coordinates [0 0 0] for shape [2 3] of rank 2";
    CHECK_THROWS_WITH(t(2, 0), outside);
    CHECK_THROWS_WITH(t.at({2, 0}), outside);
    CHECK_THROWS_AS(t.at({2, 0}), index_error);
    CHECK_THROWS_WITH(t(0, 0, 0), too_many);
    CHECK_THROWS_WITH(t.at({0, 0, 0}), too_many);
    CHECK_THROWS_AS(t(0, 0, 0), index_error);
    CHECK_THROWS_AS(t.at({0, 0, 0}), index_error);
  };
  const tensor<int> t{{0, 1, 2}, {3, 4, 5}};
  check(t);
  check(t + 1);
  check(tensor<const int>(t + 1));
  check(t({1, 0}, all));
  CHECK_THROWS_WITH(t.write({2, 0}, 1), "position 2 is outside [0, 2) on axis 0 of shape [2 3]");
}

TEST_CASE("= rebinds a name and writes through a view just made", "[tensor]") {
  tensor<double> t = zeros<double>({2, 3});
  tensor<double> name = t;
  name = ones<double>({2, 2});
  CHECK(sum(t) == 0);
  t(1, all) = 5;
  t(all, 0) = t(all, 1) + 1.0;
  REQUIRE_EQUAL(t, (buffer<double>{1, 0, 0, 6, 5, 5}));
  const tensor<double> row = t(0, all);
  row.assign(iota<double>(3));
  t(1, all) += row;
  t *= 2.0;
  REQUIRE_EQUAL(t, (buffer<double>{0, 2, 4, 12, 12, 14}));
  CHECK_THROWS_AS((t(all, {0, 0}) = 1.0), layout_error);
  CHECK_THROWS_AS(t += (tensor<double>{1, 2}), shape_error);
  tensor<std::uint8_t> bytes{250, 5};
  bytes += 5;
  REQUIRE_EQUAL(bytes, (buffer<std::uint8_t>{255, 10}));
  CHECK_THROWS_AS(bytes += 1, type_error);
}

TEST_CASE("facts about a tensor", "[tensor]") {
  const tensor<int> t = zeros<int>({2, 3});
  CHECK(t.layout() == layout::contiguous);
  CHECK(transpose(t).layout() == layout::strided);
  CHECK(*transpose(t).strides() == std::vector<index_t>{1, 3});
  CHECK(t(1, all).offset() == 3);
  CHECK(rotate(t, {0, 1}).layout() == layout::indexed);
  CHECK((t + t).layout() == layout::computed);
  CHECK(is_view_of(t(1, all), t));
  CHECK(!is_view_of(clone(t), t));
  CHECK(is_contiguous(t));
  CHECK(same(contiguous(t), t));
  CHECK(!same(contiguous(transpose(t)), transpose(t)));
  CHECK(t.base().size() == 6);
}

TEST_CASE("a tensor over a writer without memory writes through it", "[tensor]") {
  const auto memory = make_buffer<int>(6);
  const writer<int> w = select(memory, {3, 4, 5, 0, 1, 2});
  const tensor<int> t(dims::row_major({2, 3}), w);
  t.write({0, 1}, 4);
  CHECK(memory[4] == 4);
  CHECK_THROWS_AS(t(0, 1), layout_error);
  CHECK(tensor<const int>(t)(0, 1) == 4);
  transpose(t).assign(tensor<int>{{1, 2}, {3, 4}, {5, 6}});
  REQUIRE_EQUAL(memory, (buffer<int>{2, 4, 6, 1, 3, 5}));
}

TEST_CASE("a base must hold every address", "[tensor]") {
  CHECK_THROWS_AS(tensor<int>(dims::row_major({2, 3}), make_buffer<int>(5)), layout_error);
  CHECK_THROWS_AS(tensor<int>(dims::strided({2}, {-1}), make_buffer<int>(5)), layout_error);
  CHECK(tensor<int>(dims::row_major({0, 3}), make_buffer<int>(0)).size() == 0);
}

TEST_CASE("a tensor that was given nothing, or gave it away, has the shape [0]", "[tensor]") {
  const auto check = [](const auto& t) {
    CHECK_FALSE(t.bound());
    CHECK(t.shape() == shape{0});
    CHECK(t.size() == 0);
    CHECK_THROWS_AS(t(0), index_error);
    CHECK(t(all).shape() == shape{0});
    CHECK((t + 1).shape() == shape{0});
    CHECK(sum(t) == 0);
    CHECK(clone(t).shape() == shape{0});
    CHECK(equal(t, t));
  };
  check(tensor<int>());
  check(tensor<const double>());
  tensor<int> given{{1, 2}, {3, 4}};
  tensor<const int> read = given;
  auto expression = given + read;
  const auto taken = std::move(expression);
  CHECK(taken.shape() == shape{2, 2});
  CHECK(expression.shape() == shape{0});
  CHECK(clone(expression).size() == 0);
  CHECK(equal(expression + 1, expression));
  const auto written = std::move(given);
  check(given);
  const auto kept = std::move(read);
  check(read);
}

TEST_CASE("a tensor is not bound anew through its base alone", "[tensor]") {
  tensor<int> t{{1, 2}, {3, 4}};
  const tensor<const int> fixed = t + 1;
  tensor<const int>& read = t;
  reader<int>& flat = t;
  CHECK_THROWS_AS(read = fixed, type_error);
  CHECK_THROWS_AS(flat = reader<int>(fixed), type_error);
  CHECK_THROWS_AS(flat = reader<int>(make_buffer<int>(3)), type_error);
  tensor<const int> own = t;
  own = fixed;
  CHECK(own(1, 1) == 5);
  reader<int>& of_own = own;
  CHECK_THROWS_AS(of_own = make_buffer<int>(3), type_error);
}

TEST_CASE("a tensor without axes converts to its element", "[tensor]") {
  const tensor<double> t{{1, 2}, {3, 4}};
  const double corner = t(ravel::last, ravel::last), computed = (t + 1.0)(ravel::last, 0);
  CHECK((corner == 4 && computed == 4));
  const std::string word = tensor<std::string>{"a", "b"}(ravel::last);
  CHECK(word == "b");
  const bool truth = tensor<bool>{false, true}(ravel::last);
  CHECK(truth);
  static_assert(!std::convertible_to<tensor<double>, int> && !std::convertible_to<const tensor<double>&, double>);
  const auto of_row = [&] { return static_cast<double>(t(ravel::last)); };
  CHECK_THROWS_AS(of_row(), ravel::index_error);
}
