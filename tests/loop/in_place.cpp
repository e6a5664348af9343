// SPDX-License-Identifier: BSL-1.0
// += and its like on buffers, writers and views of them.
#include <ravel/lazy/field.hpp>
#include <ravel/lazy/reverse.hpp>
#include <ravel/lazy/select.hpp>
#include <ravel/loop/in_place.hpp>

#include <support/require_equal.hpp>

#include <complex>

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
