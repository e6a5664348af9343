// SPDX-License-Identifier: BSL-1.0
// What a sparse reader stores, of readers and of expressions; and that what is not sparse says so.
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/stored.hpp>

#include <support/require_equal.hpp>
#include <support/sparse_samples.hpp>
#include <support/tree.hpp>

using ravel::index_t;
using support::listed;

TEST_CASE("entries are counted, listed and visited", "[op][sparse]") {
  const auto r = listed<double>(100, 1.0, {{3, 2.0}, {50, -1.0}, {99, 7.0}});
  CHECK(ravel::stored_count(r) == 3);
  REQUIRE_EQUAL(ravel::stored_positions(r), (ravel::buffer<index_t>{3, 50, 99}));
  REQUIRE_EQUAL(ravel::stored_values(r), (ravel::buffer<double>{2, -1, 7}));
  std::vector<std::pair<index_t, double>> seen;
  for_each_stored(r, [&](index_t at, double value) { seen.emplace_back(at, value); });
  CHECK(seen == std::vector<std::pair<index_t, double>>{{3, 2}, {50, -1}, {99, 7}});
}

TEST_CASE("the entries of an expression are computed, and those that become the fill are gone", "[op][sparse]") {
  const auto a = listed<int>(2000, 0, {{1, 5}, {7, 2}, {1999, 4}}), b = listed<int>(2000, 0, {{1, -5}, {8, 3}});
  REQUIRE_EQUAL(ravel::stored_positions(a + b), (ravel::buffer<index_t>{7, 8, 1999}));
  REQUIRE_EQUAL(ravel::stored_values(slice(a + b, 5, 10)), (ravel::buffer<int>{2, 3}));
  CHECK(ravel::stored_count(a * b) == 1);
  CHECK(ravel::stored_count(a - a) == 0);
}

TEST_CASE("blocks of entries come in order, as often as one asks", "[op][sparse]") {
  support::stored_elements<int> many;
  for (index_t i = 0; i < 3000; ++i) many[i * 7] = static_cast<int>(i) + 1;
  const auto r = listed<int>(100000, 0, many);
  auto range = ravel::blocks_stored(r * 2);
  for (int again = 0; again < 2; ++again) {
    index_t seen = 0;
    for (auto [positions, values] : range) {
      REQUIRE(positions.size() == values.size());
      for (std::size_t i = 0; i < positions.size(); ++i, ++seen) {
        REQUIRE(positions[i] == seen * 7);
        REQUIRE(values[i] == 2 * (seen + 1));
      }
    }
    CHECK(seen == 3000);
  }
  for ([[maybe_unused]] auto [positions, values] : ravel::blocks_stored(listed<int>(5, 0))) FAIL("there is nothing stored");
}

TEST_CASE("the entries of a high tree are computed once for each node", "[op][sparse]") {
  constexpr index_t n = 20000, stored = 2500;  // more than two blocks of entries
  support::stored_elements<double> some;
  for (index_t i = 0; i < stored; ++i) some[i * 8] = static_cast<double>(i) + 1;
  constexpr index_t low_places = 89;  // of one node in the levels at the bottom, whose entries are not kept
  const auto calls = support::no_calls();
  const auto middle = [](const ravel::reader<double>& a, const ravel::reader<double>& b) { return ravel::reader<double>((a + b) * 0.5); };
  const auto tree = support::tree_of(support::counted(listed<double>(n, 0.0, some), calls, 100 * stored), middle);
  const auto once = [&](const auto& operation) {
    *calls = 0;
    const auto found = operation();
    CHECK(*calls >= stored);
    CHECK(*calls <= low_places * (stored + 1));  // and the fill
    return found;
  };
  CHECK(once([&] { return ravel::stored_count(tree); }) == stored);
  const auto positions = once([&] { return ravel::stored_positions(tree); });
  CHECK(positions[stored - 1] == 8 * (stored - 1));
  CHECK(once([&] { return ravel::stored_values(tree); })[stored - 1] == stored);
  CHECK(once([&] {
          double total = 0;
          for_each_stored(tree, [&](index_t, double value) { total += value; });
          return total;
        }) == stored * (stored + 1) / 2);
  CHECK(once([&] {
          index_t seen = 0;
          for (auto [places, values] : ravel::blocks_stored(tree)) seen += std::ssize(values);
          return seen;
        }) == stored);
}

TEST_CASE("dense readers are refused by the name of the operation", "[op][sparse]") {
  const ravel::buffer<int> b{1, 2, 3};
  REQUIRE_THROWS_AS(ravel::stored_count(b), ravel::value_error);
  REQUIRE_THROWS_WITH(ravel::stored_values(b + 1),
                      "stored_values of a reader of 3 elements that is not sparse: it has no fill. to_sparse(x) of "
                      "<ravel/sparse.hpp> makes a sparse one of it");
  REQUIRE_THROWS_AS(ravel::blocks_stored(b), ravel::value_error);
}
