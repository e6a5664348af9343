// SPDX-License-Identifier: BSL-1.0
// += and its like on buffers, writers and views of them.
#include <ravel/lazy/field.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/in_place.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/elementwise.hpp>

#include <support/require_equal.hpp>

#include <array>
#include <complex>
#include <deque>
#include <ranges>
#include <span>
#include <vector>

using ravel::buffer;

TEST_CASE("every sign writes what its operator gives", "[op]") {
  const buffer<int> b{7, 8, 9};
  b += 1;
  CHECK_EQUAL(b, {8, 9, 10});
  b -= buffer<int>{1, 2, 3};
  CHECK_EQUAL(b, {7, 7, 7});
  b *= 3;
  CHECK_EQUAL(b, {21, 21, 21});
  b /= 2;
  CHECK_EQUAL(b, {10, 10, 10});
  b %= 4;
  CHECK_EQUAL(b, {2, 2, 2});
  b |= 5;
  CHECK_EQUAL(b, {7, 7, 7});
  b &= buffer<int>{1, 2, 4};
  CHECK_EQUAL(b, {1, 2, 4});
  b ^= 1;
  CHECK_EQUAL(b, {0, 3, 5});
}

TEST_CASE("views just made, writers and elements of other types", "[op]") {
  const buffer<double> b{1, 2, 3, 4};
  slice(b, 0, 2) += 10;
  reverse(b) *= buffer<int>{1, 2, 3, 4};
  CHECK_EQUAL(b, {44.0, 36.0, 6.0, 4.0});
  const ravel::writer<double> w = select(b, {3, 0});
  w -= 4;
  CHECK_EQUAL(b, {40.0, 36.0, 6.0, 0.0});
  const buffer<std::complex<double>> z{{1, 2}};
  z *= b[2];
  CHECK(z[0] == std::complex<double>(6, 12));
  const buffer<bool> mask{true, false};
  mask |= buffer<bool>{false, false};
  CHECK_EQUAL(mask, {true, false});
}

TEST_CASE("it is right when it reads what it writes, and checked when it narrows", "[op]") {
  const buffer<int> b{1, 2, 3};
  b += reverse(b);
  CHECK_EQUAL(b, {4, 4, 4});
  const buffer<std::uint8_t> bytes{250, 5};
  CHECK_THROWS_AS(bytes += buffer<std::uint8_t>({5, 5}) * 2, ravel::type_error);
  CHECK_THROWS_AS(bytes += 300, ravel::type_error);
  CHECK_THROWS_AS(bytes += buffer<std::uint8_t>{1}, ravel::shape_error);
  bytes -= 5;
  CHECK((bytes[0] == 245 && bytes[1] == 0));
}

namespace {

struct twos : ravel::reader_base {
  int size() const { return 3; }
  int operator[](int) const { return 2; }
};
// An element that combines with a std::array, which is then one value for all elements.
struct pair_of_ints {
  int first = 0, second = 0;
  friend pair_of_ints operator+(const pair_of_ints& a, const std::array<int, 2>& b) { return {a.first + b[0], a.second + b[1]}; }
  friend pair_of_ints operator+(const std::array<int, 2>& a, const pair_of_ints& b) { return b + a; }
};

}  // namespace

TEST_CASE("vectors, arrays, spans and readers of others beside a target", "[op]") {
  const buffer<double> b{1, 2, 3};
  b += std::vector<double>{10, 20, 30};
  CHECK_EQUAL(b, {11.0, 22.0, 33.0});
  const int factors[] = {1, 0, 2};
  b *= factors;
  CHECK_EQUAL(b, {11.0, 0.0, 66.0});
  b -= twos();
  const twos two;
  slice(b, 0, 2) -= slice(ravel::borrow(factors), 0, 2);
  b /= two;
  CHECK_EQUAL(b, {4.0, -1.0, 32.0});
  const ravel::writer<double> w = b;
  w += std::span<const double>(b.data(), 3);
  CHECK_EQUAL(b, {8.0, -2.0, 64.0});
  std::vector<double> v{1, 2, 3, 4};
  ravel::borrow(v.data() + 1, 3) += std::span<double>(v).first(3);  // it is written as it is read
  CHECK(v == std::vector<double>{1, 3, 5, 7});
  const buffer<int> bits{1, 2};
  bits <<= std::vector<int>{3, 1};
  CHECK_EQUAL(bits, {8, 4});

  CHECK_THROWS_WITH(b += (std::vector<double>{1, 2}), "operands have 3 and 2 elements: equal sizes are wanted");
  const buffer<std::uint8_t> bytes{250, 5};
  CHECK_THROWS_AS(bytes += (std::vector<int>{6, 0}), ravel::type_error);
  bytes += std::vector<int>{5, 0};
  CHECK((bytes[0] == 255 && bytes[1] == 5));

  const buffer<pair_of_ints> pairs{{1, 2}, {3, 4}, {5, 6}};
  pairs += std::array<int, 2>{10, 20};
  CHECK((pairs[2].first == 15 && pairs[2].second == 26));
}

TEST_CASE("arrays, deques, bits and views of the standard library beside a target", "[op]") {
  const buffer<int> b{1, 2, 3};
  int steps[] = {10, 20, 30};
  b += steps;
  b -= std::deque<int>{1, 1, 1};
  b *= std::array<int, 3>{1, 2, 1};
  b += std::span<int>(steps).first(3);
  CHECK_EQUAL(b, {20, 62, 62});
  b -= std::vector<int>{1, 2, 3} | std::views::transform([](int i) { return 10 * i; });
  b += std::views::iota(0, 3);
  CHECK_EQUAL(b, {10, 43, 34});
  const std::vector<std::int8_t> narrow{1, 2, 3};
  b += narrow | std::views::reverse;
  CHECK_EQUAL(b, {13, 45, 35});

  const buffer<bool> mask{true, false, true};
  mask &= std::vector<bool>{true, true, false};
  CHECK_EQUAL(mask, {true, false, false});
  mask |= std::vector<bool>{false, true, false};
  mask ^= std::vector<bool>{true, true, true};
  CHECK_EQUAL(mask, {false, false, true});
  std::vector<bool> bits{true, false, false};
  mask &= bits | std::views::reverse;
  CHECK_EQUAL(mask, {false, false, true});

  std::deque<int> shared{1, 2, 3, 4};
  std::vector<int> v{1, 2, 3, 4};
  ravel::borrow(v) += std::views::reverse(v);  // the range is read before the target is written
  CHECK(v == std::vector<int>{5, 5, 5, 5});
  const buffer<std::uint8_t> bytes{250, 5};
  CHECK_THROWS_AS(bytes += (std::deque<int>{6, 0}), ravel::type_error);
  CHECK_THROWS_WITH(b += shared, "operands have 3 and 4 elements: equal sizes are wanted");
}

TEST_CASE("a range beside a tensor stands on its last axis", "[op]") {
  const ravel::tensor<double> t(ravel::dims::row_major({2, 3}), buffer<double>{1, 2, 3, 4, 5, 6});
  t += std::deque<int>{10, 20, 30};
  CHECK_EQUAL(t, {11.0, 22.0, 33.0, 14.0, 25.0, 36.0});
  t(1, ravel::all) = std::views::iota(0, 3);
  CHECK_EQUAL(t, {11.0, 22.0, 33.0, 0.0, 1.0, 2.0});
  CHECK_THROWS_AS(t += std::deque<int>(2), ravel::shape_error);
}

TEST_CASE("a vector beside a tensor stands on its last axis", "[op]") {
  const ravel::tensor<double> t(ravel::dims::row_major({2, 3}), buffer<double>{1, 2, 3, 4, 5, 6});
  t += std::vector<double>{10, 20, 30};
  CHECK_EQUAL(t, {11.0, 22.0, 33.0, 14.0, 25.0, 36.0});
  t(1, ravel::all) *= std::vector<int>{0, 1, 2};
  CHECK_EQUAL(t, {11.0, 22.0, 33.0, 0.0, 25.0, 72.0});
  CHECK_THROWS_AS(t += std::vector<double>(2), ravel::shape_error);
  CHECK_THROWS_AS(t += std::vector<double>(6), ravel::shape_error);
}
