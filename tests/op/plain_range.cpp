// SPDX-License-Identifier: BSL-1.0
// Eager operations look at elements that Ravel does not own, in memory or behind iterators; strings stay values.
#include <ravel/loop.hpp>
#include <ravel/op.hpp>
#include <ravel/storage.hpp>

#include <array>
#include <deque>
#include <ranges>
#include <string>
#include <vector>

#include <support/catch.hpp>

TEST_CASE("eager operations take vectors, arrays and spans") {
  const std::vector<double> v{3, 1, 2};
  const std::array<int, 3> a{4, 5, 6};
  const int c[3] = {1, 5, 9};
  CHECK(ravel::sum(v) == 6);
  CHECK(ravel::mean(a) == 5);
  CHECK(ravel::sum(c) == 15);
  CHECK(ravel::median(std::span(v)) == 2);
  CHECK(ravel::dot(v, a) == 29);
  CHECK(ravel::to_vector(ravel::sort(v)) == std::vector<double>{1, 2, 3});
  CHECK(ravel::to_vector(ravel::argsort(v)) == std::vector<ravel::index_t>{1, 2, 0});
  CHECK(ravel::to_vector(ravel::digitize(v, c)) == std::vector<ravel::index_t>{1, 1, 1});
  CHECK(ravel::binary_search(c, 5));
  CHECK(ravel::count(v, [](double x) { return x > 1; }) == 2);
  CHECK(ravel::sum(std::vector<double>{}) == 0);
  CHECK_THROWS_AS(ravel::max(std::vector<double>{}), ravel::value_error);
  CHECK(ravel::equal(v, ravel::buffer<int>{3, 1, 2}));
}

TEST_CASE("eager operations take deques, bits and views of the standard library") {
  const std::deque<double> d{3, 1, 2};
  const std::vector<bool> bits{true, false, true};
  const auto squares = std::views::iota(1, 2001) | std::views::transform([](std::int64_t i) { return i * i; });
  CHECK(ravel::sum(d) == 6);
  CHECK(ravel::median(d) == 2);
  CHECK(ravel::dot(d, std::views::iota(1, 4)) == 11);
  CHECK(ravel::to_vector(ravel::argsort(d)) == std::vector<ravel::index_t>{1, 2, 0});
  CHECK(ravel::count(bits) == 2);
  CHECK(ravel::to_vector(ravel::compress(d, bits)) == std::vector<double>{3, 2});
  CHECK(ravel::sum(squares) == 2668667000);
  CHECK(ravel::sum(std::views::iota(std::int64_t{0}, std::int64_t{5})) == 10);
  CHECK(ravel::max(squares | std::views::take(3)) == 9);
  CHECK_THROWS_AS(ravel::max(std::deque<int>{}), ravel::value_error);
}

TEST_CASE("a vector may be the source of a write") {
  const ravel::buffer<double> b{0, 0, 0};
  ravel::copy(std::array{1, 2, 3}, b);
  CHECK(ravel::to_vector(b) == std::vector<double>{1, 2, 3});
  b.assign(std::vector<double>{7, 8, 9});
  CHECK(b[2] == 9);
  CHECK_THROWS_AS(b.assign(std::vector<double>{7, 8}), ravel::shape_error);
  CHECK(ravel::clone(std::vector<double>{7, 8})[1] == 8);
}

TEST_CASE("a vector that lies in the target is read first") {
  std::vector<int> v{1, 2, 3, 4};
  const auto all = ravel::borrow(v);
  ravel::slice(all, 1, 3).assign(std::span<const int>(v).first(3));
  CHECK(v == std::vector<int>{1, 1, 2, 3});
}

TEST_CASE("a string is one value") {
  STATIC_REQUIRE(ravel::detail::input<std::vector<int>>);
  STATIC_REQUIRE(ravel::detail::input<int[3]>);
  STATIC_REQUIRE(!ravel::detail::input<std::string>);
  STATIC_REQUIRE(!ravel::detail::input<char[4]>);
  STATIC_REQUIRE(ravel::detail::input<std::vector<bool>>);
  const std::vector<std::string> names{"bob", "ada"};
  CHECK(*ravel::index_of(names, std::string("ada")) == 1);
  CHECK(ravel::sort(names)[0] == "ada");
}
