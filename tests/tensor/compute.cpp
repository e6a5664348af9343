// SPDX-License-Identifier: BSL-1.0
// Tensors that a function computes.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

TEST_CASE("compute calls its function with coordinates", "[tensor]") {
  const auto f = compute<int>({2, 3, 2}, [](index_t i, index_t j, index_t k) { return static_cast<int>(100 * i + 10 * j + k); });
  CHECK(f(1, 2, 1) == 121);
  CHECK(to_vector(f(all, 1, all)) == std::vector<int>{10, 11, 110, 111});
  CHECK(to_vector(transpose(f)(1, 2, all)) == std::vector<int>{21, 121});
  CHECK(compute<int>({}, [] { return 7; })() == 7);
  CHECK(compute<int>({0, 2}, [](index_t, index_t) { return 7; }).size() == 0);
  CHECK_THROWS_AS(compute<int>({2}, [](index_t, index_t) { return 1; }), shape_error);
  CHECK_THROWS_AS(clone(compute<int>({2}, [](index_t) -> int { throw std::runtime_error("mine"); })), std::runtime_error);
}

TEST_CASE("a part of a computed tensor begins anywhere and ends anywhere", "[tensor]") {
  const auto f = compute<int>({3, 1, 4}, [](index_t i, index_t j, index_t k) { return static_cast<int>(100 * i + 10 * j + k); });
  std::vector<int> wanted;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 4; ++k) wanted.push_back(100 * i + k);
  for (index_t start = 0; start <= f.size(); ++start) {
    for (index_t n = 0; n <= f.size() - start; ++n) {
      std::vector<int> part(static_cast<std::size_t>(n));
      f.read(start, part);
      REQUIRE(part == std::vector<int>(wanted.begin() + start, wanted.begin() + start + n));
    }
  }
}
