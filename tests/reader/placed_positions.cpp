// SPDX-License-Identifier: BSL-1.0
// Positions in order, each with its place, as a stable sort brings them.
#include <ravel/reader/detail/entries.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace {

using ravel::index_t;
using list = std::vector<index_t>;
constexpr index_t limit = std::numeric_limits<index_t>::max();

list iota(std::size_t n) {
  list made(n);
  std::iota(made.begin(), made.end(), 0);
  return made;
}

void check_sorted(list positions, list places) {
  std::vector<std::pair<index_t, index_t>> expected;
  for (std::size_t i = 0; i < positions.size(); ++i) expected.emplace_back(positions[i], places[i]);
  std::sort(expected.begin(), expected.end());
  ravel::detail::sort_by_position(positions.data(), places.data(), static_cast<index_t>(positions.size()));
  for (std::size_t i = 0; i < positions.size(); ++i) {
    CAPTURE(i);
    REQUIRE(positions[i] == expected[i].first);
    REQUIRE(places[i] == expected[i].second);
  }
}
void check_sorted(const list& positions) { check_sorted(positions, iota(positions.size())); }

TEST_CASE("positions are sorted with their places") {
  support::random random(3);
  for (const std::size_t n : {0u, 1u, 2u, 3u, 255u, 256u, 257u, 5000u}) {
    for (const index_t below : {index_t{1}, index_t{2}, index_t{100}, index_t{1} << 30, limit}) {
      list positions(n);
      for (index_t& p : positions) p = random.below(below);
      check_sorted(positions);
      std::sort(positions.begin(), positions.end());
      check_sorted(positions);
      std::reverse(positions.begin(), positions.end());
      check_sorted(positions);
      std::rotate(positions.begin(), positions.begin() + static_cast<std::ptrdiff_t>(n / 3), positions.end());
      check_sorted(positions);
      std::reverse(positions.begin(), positions.end());
      check_sorted(positions);
    }
  }
}

TEST_CASE("positions that fall and rise again keep the order of equal ones") {
  list positions(3000);
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<index_t>((3000 - i) / 4);
  positions.back() = 100;
  check_sorted(positions);
}

TEST_CASE("positions and places of any size are sorted") {
  support::random random(4);
  list positions(1000), places(1000);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    positions[i] = static_cast<index_t>(random.bits());
    places[i] = static_cast<index_t>(i) + (limit - 1000);
  }
  check_sorted(positions, places);
}

TEST_CASE("values go where the places say") {
  ravel::detail::placed_positions placed;
  placed.add(2, 1);
  placed.add(5, 0);
  const double values[] = {0.5, 1.5};
  const ravel::detail::entry_array<double> made(
      ravel::detail::entry_list(ravel::detail::element_room_of<double>, std::move(placed), values));
  REQUIRE(made.size() == 2);
  CHECK(made.positions()[1] == 5);
  CHECK(made.values()[0] == 1.5);
  CHECK(made.values()[1] == 0.5);
}

}  // namespace
