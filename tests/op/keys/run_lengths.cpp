// SPDX-License-Identifier: BSL-1.0
// Lengths of runs of equal elements, on every face.
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <limits>
#include <string>

using namespace ravel;

TEST_CASE("each element is told how long its run is", "[op][keys]") {
  CHECK(to_vector(run_lengths(buffer<int>{7, 7, 3, 7, 7, 7})) == std::vector<index_t>{2, 2, 1, 3, 3, 3});
  CHECK(run_lengths(buffer<int>()).size() == 0);
  CHECK(to_vector(run_lengths(buffer<std::string>{"a", "a", "b"})) == std::vector<index_t>{2, 2, 1});
  CHECK(to_vector(run_lengths(buffer<bool>{true})) == std::vector<index_t>{1});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(to_vector(run_lengths(buffer<double>{nan, nan, 0.0, -0.0})) == std::vector<index_t>{2, 2, 2, 2});
}

TEST_CASE("lengths of runs have every face", "[op][keys]") {
  const auto t = clone(compute<int>({3, 8}, [](index_t i, index_t j) { return static_cast<int>((i + j) / 3); }));
  const tensor<index_t> made = run_lengths(t, 1);
  for (index_t i = 0; i < 3; ++i) REQUIRE_EQUAL(made(i, all), as_tensor(run_lengths(reader<int>(t(i, all))), -1));
  REQUIRE_EQUAL(run_lengths(t(2, all)), made(2, all));
  REQUIRE_EQUAL(as<index_t>(run_lengths(any_tensor(t), 1)), made);
  const dim i("i"), j("j");
  REQUIRE_EQUAL(order(run_lengths(t(i, j), j), i, j), made);
  with_threads(3, [&] { REQUIRE_EQUAL(run_lengths(t, 1), made); });
}
