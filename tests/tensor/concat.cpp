// SPDX-License-Identifier: BSL-1.0
// Tensors one after the other and on top of each other, against loops; appending in a loop, mixed types, and what does not fit.
#include <ravel/lazy/field.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/concat.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <string>

using namespace ravel;

TEST_CASE("concat along each axis", "[tensor]") {
  const tensor<int> a{{1, 2}, {3, 4}}, b{{5, 6}};
  support::check_reader(concat(along(0), a, b), std::vector<int>{1, 2, 3, 4, 5, 6});
  support::check_reader(concat(along(-1), a, transpose(a)), std::vector<int>{1, 2, 1, 3, 3, 4, 2, 4});
  REQUIRE_EQUAL(concat(along(0), iota<int>(3), tensor<int>{7}), (buffer<int>{0, 1, 2, 7}));
  CHECK(concat(along(0), a).shape() == shape{2, 2});
  CHECK(concat(along(0), a, zeros<int>({0, 2}), b).shape() == shape{3, 2});
  b(0, 0) = 50;
  CHECK(concat(along(0), a, b)(2, 0) == 50);
}

TEST_CASE("stack makes an axis", "[tensor]") {
  const tensor<int> a{{1, 2}, {3, 4}};
  REQUIRE_EQUAL(stack(along(0), a, a * 10), (buffer<int>{1, 2, 3, 4, 10, 20, 30, 40}));
  REQUIRE_EQUAL(stack(along(1), a, a * 10), (buffer<int>{1, 2, 10, 20, 3, 4, 30, 40}));
  REQUIRE_EQUAL(stack(along(-1), a, a * 10), (buffer<int>{1, 10, 2, 20, 3, 30, 4, 40}));
  CHECK(stack(along(-1), a, a).shape() == shape{2, 2, 2});
  CHECK(stack(along(0), scalar_tensor(1), scalar_tensor(2)).shape() == shape{2});
}

TEST_CASE("as many as are known at run time", "[tensor]") {
  std::vector<tensor<double>> frames;
  for (int i = 0; i < 1000; ++i) frames.push_back(full<double>({2, 3}, i));
  const auto film = stack(along(0), frames);
  CHECK(film.shape() == shape{1000, 2, 3});
  CHECK(film(734, 1, 2) == 734);
  const auto wide = concat(along(1), std::span<const tensor<double>>(frames));
  CHECK(wide.shape() == shape{2, 3000});
  bool right = true;
  for (index_t i = 0; i < 3000; ++i) right = right && wide(1, i) == static_cast<double>(i / 3);
  CHECK(right);
  CHECK_THROWS_AS(concat(along(0), std::vector<tensor<int>>()), value_error);
  CHECK_THROWS_AS(stack(along(0), std::vector<tensor<int>>()), value_error);
}

TEST_CASE("a reader counts as a tensor of one axis", "[tensor]") {
  struct sample {
    double time;
    int count;
  };
  const std::vector<sample> samples{{1, 2}, {3, 4}};
  const buffer<double> x{5, 6};
  const auto time = field(borrow(samples), &sample::time);
  const auto count = field(borrow(samples), &sample::count);
  support::check_reader(stack(along(1), x, time), std::vector<double>{5, 1, 6, 3});
  support::check_reader(concat(along(0), x, count), std::vector<double>{5, 6, 2, 4});
  CHECK(stack(along(0), x, count, iota<int>(2)).shape() == shape{3, 2});
  CHECK_THROWS_AS(concat(along(1), x, x), index_error);
  CHECK_THROWS_AS(stack(along(0), x, buffer<double>{1}), shape_error);
  const std::vector<buffer<double>> columns{x, buffer<double>{7, 8}};
  REQUIRE_EQUAL(stack(along(1), columns), (buffer<double>{5, 7, 6, 8}));
  REQUIRE_EQUAL(concat(along(0), columns), (buffer<double>{5, 6, 7, 8}));
}

TEST_CASE("appending in a loop does not get deeper", "[tensor]") {
  tensor<const int> grown = zeros<int>({0, 2});
  for (int i = 0; i < 600; ++i) grown = concat(along(0), grown, full<int>({1, 2}, i));
  CHECK(grown.shape() == shape{600, 2});
  CHECK(grown(599, 1) == 599);
  tensor<const int> wide = zeros<int>({2, 1});
  for (int i = 0; i < 300; ++i) wide = concat(along(1), wide, full<int>({2, 1}, i));
  CHECK(wide(1, 300) == 299);
  REQUIRE_EQUAL(concat(along(0), reshape(concat(along(0), tensor<int>{{1, 2}}, tensor<int>{{3, 4}}), {1, 4}), tensor<int>{{5, 6, 7, 8}}),
                (buffer<int>{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST_CASE("element types meet as in arithmetic", "[tensor]") {
  const tensor<std::int8_t> a{1, -2};
  static_assert(std::same_as<decltype(concat(along(0), a, a)), tensor<const std::int8_t>>);
  static_assert(std::same_as<decltype(concat(along(0), a, tensor<float>())), tensor<const float>>);
  static_assert(std::same_as<decltype(stack(along(0), a, a, tensor<std::int64_t>())), tensor<const std::int64_t>>);
  REQUIRE_EQUAL(concat(along(0), a, tensor<double>{0.5}), (buffer<double>{1, -2, 0.5}));
}

TEST_CASE("random pieces along random axes", "[tensor]") {
  support::random r(11);
  for (int round = 0; round < 200; ++round) {
    std::vector<index_t> extents;
    for (index_t k = r.between(1, 3); k > 0; --k) extents.push_back(r.between(0, 4));
    const auto axis = static_cast<std::size_t>(r.below(static_cast<std::int64_t>(extents.size())));
    std::vector<tensor<const int>> parts;
    index_t total = 0;
    for (index_t n = r.between(1, 5); n > 0; --n) {
      extents[axis] = r.between(0, 4);
      total += extents[axis];
      const tensor<int> made = empty<int>(ints(extents));
      made.assign(as_tensor(iota<int>(made.size(), static_cast<int>(100 * n)), made.shape()));
      parts.push_back(r.chance(2) ? tensor<const int>(made) : tensor<const int>(made + 1));
    }
    const auto joined = concat(along(axis), parts);
    extents[axis] = total;
    const tensor<int> expected = zeros<int>(ints(extents));
    index_t start = 0;
    for (const auto& part : parts) {
      copy(part, slice(expected, static_cast<index_t>(axis), start, part.extent(static_cast<index_t>(axis))));
      start += part.extent(static_cast<index_t>(axis));
    }
    REQUIRE(joined.shape() == expected.shape());
    REQUIRE_EQUAL(joined, expected);
    REQUIRE_EQUAL(transpose(joined), transpose(expected));
    REQUIRE_EQUAL(clone(transpose(joined)), transpose(expected));
  }
}

// Many rows fit a block, and blocks begin within rows.
TEST_CASE("rows of short parts, from any position on", "[tensor]") {
  const auto check = [](const auto& value_of) {
    using T = std::remove_const_t<decltype(value_of(index_t{}))>;
    for (const index_t behind : {1, 2}) {
      const index_t rows = 1500, widths[] = {1, 0, 3, 2};
      std::vector<tensor<const T>> parts;
      for (const index_t width : widths) {
        std::vector<T> values;
        for (index_t i = 0; i < rows * width * behind; ++i) values.push_back(value_of(1000 * width + i));
        parts.push_back(as_tensor(adopt(std::move(values)), {rows, width, behind}));
      }
      parts[2] = clone(transpose(parts[2], {2, 1, 0}));  // rows of a part that do not lie one after the other
      parts[2] = transpose(parts[2], {2, 1, 0});
      const reader<T> joined = concat(along(1), parts);
      std::vector<T> expected;
      for (index_t row = 0; row < rows; ++row) {
        for (const auto& part : parts) {
          for (index_t i = 0; i < part.extent(1) * behind; ++i) expected.push_back(part(row, i / behind, i % behind));
        }
      }
      for (const index_t start : {index_t{0}, index_t{1}, 6 * behind - 1, 6 * behind, index_t{777}, joined.size() - 2})
        CHECK_EQUAL(slice(joined, start, joined.size() - start), std::vector<T>(expected.begin() + start, expected.end()));
      CHECK_EQUAL(slice(joined, 5, 4), std::vector<T>(expected.begin() + 5, expected.begin() + 9));
    }
  };
  check([](index_t i) { return static_cast<std::int8_t>(i); });
  check([](index_t i) { return static_cast<double>(i); });
  check([](index_t i) { return "word " + std::to_string(i); });
}

TEST_CASE("shapes that cannot be joined", "[tensor]") {
  const tensor<int> a{{1, 2}, {3, 4}}, b{{5, 6}};
  CHECK_THROWS_AS(concat(along(1), a, b), shape_error);
  CHECK_THROWS_AS(concat(along(0), a, tensor<int>{1, 2}), shape_error);
  CHECK_THROWS_AS(concat(along(2), a, b), index_error);
  CHECK_THROWS_AS(concat(along(0), scalar_tensor(1)), index_error);
  CHECK_THROWS_AS(stack(along(0), a, b), shape_error);
  CHECK_THROWS_AS(stack(along(3), a, a), index_error);
}

TEST_CASE("pieces and the rest", "[tensor]") {
  const tensor<double> a{{1, 2}, {3, 4}}, b{{5, 6, 7}};
  const auto p = pieces<double>({4, 5}, {{{0, 0}, a}, {{2, 1}, b}}, -1);
  CHECK(p.shape() == shape{4, 5});
  support::check_reader(p, std::vector<double>{1, 2, -1, -1, -1, 3, 4, -1, -1, -1, -1, 5, 6, 7, -1, -1, -1, -1, -1, -1});
  support::check_reader(transpose(p), std::vector<double>{1, 3, -1, -1, 2, 4, 5, -1, -1, -1, 6, -1, -1, -1, 7, -1, -1, -1, -1, -1});
  REQUIRE_EQUAL(p(slice(1, 3), slice(4, 3, -1)), (buffer<double>{-1, -1, -1, -1, 7, 6, -1, -1, -1}));
  CHECK(p(2, 2) == 6);
  CHECK(sum(p) == 28 - 13);
  b(0, 1) = 60;  // it is a view
  CHECK(p(2, 2) == 60);
  REQUIRE_EQUAL(clone(p + p)(2, all), (buffer<double>{-2, 10, 120, 14, -2}));
}

TEST_CASE("pieces of any kind of tensor", "[tensor]") {
  const tensor<int> a{{1, 2, 3}, {4, 5, 6}};
  const tensor<const int> reversed = flip(a, {0, 1}), twice = a * 2, tiled = tile(a(all, slice(0, 1)), {1, 2});
  const std::vector<piece<int>> placed{{{0, 0}, reversed}, {{2, 1}, twice}, {{0, 3}, tiled}};
  support::check_reader(pieces<int>({4, 5}, placed), std::vector<int>{6, 5, 4, 1, 1, 3, 2, 1, 4, 4, 0, 2, 4, 6, 0, 0, 8, 10, 12, 0});
  CHECK(pieces<int>({2, 3}, {{{0, 0}, a}})(1, 2) == 6);
  CHECK(pieces<int>({}, {{{}, scalar_tensor(4)}})() == 4);
  CHECK(pieces<int>({0, 3}, {}).size() == 0);
  const tensor<std::string> words{{"a", "b"}};
  support::check_reader(pieces<std::string>({2, 2}, {{{1, 0}, words}}, "-"), std::vector<std::string>{"-", "-", "a", "b"});
}

TEST_CASE("writing over what the pieces read is as if it had been read first", "[tensor]") {
  const tensor<int> t = arange<int>(6);
  t.assign(pieces<int>({6}, {{{0}, t(slice(3, 3))}, {{3}, t(slice(0, 3))}}));
  REQUIRE_EQUAL(t, (buffer<int>{3, 4, 5, 0, 1, 2}));
  t(slice(1, 5)) = pieces<int>({5}, {{{1}, t(slice(0, 4))}}, 9) + t(slice(0, 5));
  REQUIRE_EQUAL(t, (buffer<int>{3, 12, 7, 9, 5, 1}));
}

TEST_CASE("pieces that do not fit are refused", "[tensor]") {
  const tensor<int> a{{1, 2}, {3, 4}};
  CHECK_THROWS_AS(pieces<int>({4, 4}, {{{0, 0}, a}, {{1, 1}, a}}), shape_error);
  CHECK_THROWS_AS(pieces<int>({4, 4}, {{{3, 0}, a}}), shape_error);
  CHECK_THROWS_AS(pieces<int>({4}, {{{0, 0}, a}}), shape_error);
  CHECK_THROWS_AS(pieces<int>({4, 4}, {{{0, 0}, tensor<const int>()}}), shape_error);
}

TEST_CASE("margins of one value", "[tensor]") {
  const tensor<int> t{{1, 2}, {3, 4}};
  support::check_reader(pad(t, 1), std::vector<int>{0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 0});
  support::check_reader(pad(t, {{0, 1}, {2, 0}}, 7), std::vector<int>{7, 7, 1, 2, 7, 7, 3, 4, 7, 7, 7, 7});
  CHECK(pad(t, {{1, 2}}).shape() == shape{5, 5});
  CHECK(pad(t, {1, 2}).shape() == shape{4, 6});
  CHECK(pad(t, std::vector<margin>{{1, 0}, 2}).shape() == shape{3, 6});
  CHECK(equal(pad(t, 0), t));
  REQUIRE_EQUAL(pad(t * 2, {{1, 0}, 0}, -1), (buffer<int>{-1, -1, 2, 4, 6, 8}));
  REQUIRE_EQUAL(pad(zeros<double>({0, 2}), {1, 0}, 1), (buffer<double>{1, 1, 1, 1}));
  CHECK(pad(tensor<std::string>{"a"}, 1, "b")(2) == "b");
  CHECK(pad(scalar_tensor(3), 1)() == 3);
  t(1, 1) = 5;
  CHECK(pad(t, 1)(2, 2) == 5);
}

TEST_CASE("margins that the tensor fills itself", "[tensor]") {
  const tensor<int> t{1, 2, 3};
  REQUIRE_EQUAL(pad(t, 4, pad_mode::edge), (buffer<int>{1, 1, 1, 1, 1, 2, 3, 3, 3, 3, 3}));
  REQUIRE_EQUAL(pad(t, 4, pad_mode::reflect), (buffer<int>{1, 2, 3, 2, 1, 2, 3, 2, 1, 2, 3}));
  REQUIRE_EQUAL(pad(t, 4, pad_mode::wrap), (buffer<int>{3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1}));
  REQUIRE_EQUAL(pad(tensor<int>{8}, 2, pad_mode::reflect), (buffer<int>{8, 8, 8, 8, 8}));
  const tensor<int> m{{1, 2}, {3, 4}};
  REQUIRE_EQUAL(pad(m + m, {{1, 0}, {0, 1}}, pad_mode::edge), (buffer<int>{2, 4, 4, 2, 4, 4, 6, 8, 8}));
  CHECK(pad(zeros<int>({0, 2}), {0, 1}, pad_mode::edge).shape() == shape{0, 4});
  CHECK_THROWS_AS(pad(zeros<int>({0, 2}), {1, 0}, pad_mode::edge), shape_error);
}

TEST_CASE("a padded tensor written over itself", "[tensor]") {
  const tensor<int> t = arange<int>(5);
  t.assign(pad(t(slice(1, 3)), {{2, 0}}, 9));
  REQUIRE_EQUAL(t, (buffer<int>{9, 9, 1, 2, 3}));
  t.assign(pad(t(slice(1, 3)), 1, pad_mode::wrap));
  REQUIRE_EQUAL(t, (buffer<int>{2, 9, 1, 2, 9}));
}

TEST_CASE("margins that make no sense", "[tensor]") {
  const tensor<int> t{{1, 2}, {3, 4}};
  CHECK_THROWS_AS(pad(t, {1, 2, 3}), shape_error);
  CHECK_THROWS_AS(pad(t, -1), value_error);
  CHECK_THROWS_AS(pad(t, {{0, -1}, 0}, pad_mode::wrap), value_error);
  CHECK_THROWS_AS(pad(t, index_limit), overflow_error);
  CHECK_THROWS_AS(pad(tensor<std::uint8_t>{1}, 1, 300), type_error);
}
