// SPDX-License-Identifier: BSL-1.0
// What is vouched to be finite is the same reader, and its product with sparse elements is sparse.
#include <ravel/lazy/assume.hpp>
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/stored.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/require_equal.hpp>
#include <support/sparse_samples.hpp>

using support::listed;

TEST_CASE("finite is the same reader, with its memory", "[lazy][sparse]") {
  const ravel::buffer<double> b{1, 2, 3};
  const auto f = assume_finite(b);
  REQUIRE_EQUAL(f, b);
  CHECK(f.memory()->data == b.data());
  CHECK(!f.fill());
  CHECK(ravel::assume_finite(listed<double>(5, 2.0)).fill() == 2.0);
}

TEST_CASE("0 times what is finite is not stored", "[lazy][sparse]") {
  const auto s = listed<double>(6, 0.0, {{1, 2.0}, {4, 3.0}});
  const ravel::buffer<double> dense{1, 2, 3, 4, 5, 6};
  CHECK(!(s * dense).fill());
  const auto product = s * assume_finite(dense);
  CHECK(product.fill() == 0.0);
  REQUIRE_EQUAL(ravel::stored_values(product), (ravel::buffer<double>{4, 15}));
  REQUIRE_EQUAL(product, s * dense);
  CHECK((assume_finite(dense) * s + 1.0).fill() == 1.0);
  CHECK(!(s + assume_finite(dense)).fill());
  CHECK(!(listed<double>(6, 1.0) * assume_finite(dense)).fill());
}

TEST_CASE("parts of what is finite are finite", "[lazy][sparse]") {
  const ravel::buffer<double> dense{1, 2, 3, 4};
  const auto s = listed<double>(8, 0.0, {{1, 2.0}});
  CHECK((s * concat(assume_finite(dense), assume_finite(reverse(dense)))).fill());
  CHECK(!(s * concat(assume_finite(dense), dense)).fill());
  CHECK((slice(s, 0, 4) * slice(assume_finite(dense), 0, 4)).fill());
}
