// SPDX-License-Identifier: BSL-1.0
// Sets that look at a mapped file beside the same sets in memory: every question, set algebra, bytes and lifetime.
#include <ravel/base/error.hpp>
#include <ravel/storage/map_file.hpp>

#include <support/faults.hpp>
#include <support/folder.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <filesystem>
#include <limits>
#include <optional>

using ravel::from_roaring;
using ravel::index_limit;
using ravel::index_set;
using ravel::index_t;
using ravel::map_roaring;
using ravel::roaring_form;
using ravel::slice;
using ravel::to_roaring;
using support::folder;
using support::is_mapped;

namespace {

constexpr index_t chunk = 65536, part = index_t{1} << 32;

index_set random_set(support::random& r, bool has_64_bits) {
  std::vector<index_t> members;
  const index_t bases[] = {0, chunk - 20, 3 * chunk, part - 3 * chunk, part - 50, 5 * part - 30, index_limit - 3 * chunk};
  for (index_t pieces = r.below(5); pieces > 0; --pieces) {
    const index_t base = bases[r.below(has_64_bits ? 7 : 4)], count = r.below(9000), spread = 1 + r.below(9);
    for (index_t i = 0; i < count; ++i) members.push_back(base + (spread == 1 ? i : r.below(count * spread / 4 + 1)));
  }
  return index_set(members);
}

void require_same_answers(const index_set& mapped, const index_set& made) {
  REQUIRE(mapped.size() == made.size());
  REQUIRE(mapped.empty() == made.empty());
  REQUIRE(mapped.hash() == made.hash());
  REQUIRE(mapped == made);
  REQUIRE(made == mapped);
  REQUIRE_EQUAL(positions(mapped), positions(made));
  if (made.empty()) return;
  REQUIRE(mapped.min() == made.min());
  REQUIRE(mapped.max() == made.max());
  for (const index_t rank : {index_t{0}, made.size() / 2, made.size() - 1}) {
    const index_t member = made.select(rank);
    REQUIRE(mapped.select(rank) == member);
    for (const index_t position : {member - 1, member, member + 1, member + chunk, member + part}) {
      REQUIRE(mapped.contains(position) == made.contains(position));
      REQUIRE(mapped.rank(position) == made.rank(position));
    }
  }
  REQUIRE_FALSE(mapped.contains(-1));
  REQUIRE_FALSE(mapped.contains(std::numeric_limits<index_t>::max()));
}

}  // namespace

TEST_CASE("a mapped set is the one that was written", "[storage]") {
  const folder here;
  support::random r(3);
  index_set other{7, chunk, part};
  for (int trial = 0; trial < 40; ++trial) {
    const auto form = r.chance(2) ? roaring_form::bits_64 : roaring_form::bits_32;
    const index_set made = random_set(r, form == roaring_form::bits_64);
    const auto bytes = to_roaring(made, form);
    const index_set mapped = map_roaring(here.file("set", bytes), form), copied = from_roaring(bytes, form);
    require_same_answers(mapped, made);
    REQUIRE((mapped & other) == (made & other));
    REQUIRE((other | mapped) == (other | made));
    REQUIRE((mapped - other) == (made - other));
    REQUIRE((other - mapped) == (other - made));
    REQUIRE((mapped ^ other) == (made ^ other));
    REQUIRE((mapped ^ mapped).empty());
    REQUIRE(to_roaring(mapped, form) == bytes);
    if (!made.empty()) {
      const index_t most = std::min(index_limit - made.max(), 2 * part);
      for (const index_t by : {index_t{0}, std::min(most, chunk), most / part * part, -made.min()})
        REQUIRE(mapped.offset(by) == made.offset(by));
      if (made.max() < 5 * part) REQUIRE(complement(mapped, 6 * part) == complement(made, 6 * part));
    }
    other = index_set(slice(3 * chunk, 900)) | mapped;
  }
}

TEST_CASE("a set keeps its file mapped for as long as it or a view of it lives", "[storage]") {
  const folder here;
  const auto path = here.file("set", to_roaring(index_set{3, 5, part + 9}));
  std::optional<index_set> s = map_roaring(path);
  CHECK(is_mapped(path));
  auto members = positions(*s);
  s.reset();
  CHECK(is_mapped(path));
  CHECK_EQUAL(members, {index_t{3}, index_t{5}, part + 9});
  members = {};
  CHECK_FALSE(is_mapped(path));
}

TEST_CASE("a file that lies behind something else, or is no set", "[storage]") {
  using Catch::ContainsSubstring;
  const folder here;
  const index_set made{3, 5};
  std::vector<std::byte> bytes(3, std::byte{77});
  for (const std::byte b : to_roaring(made)) bytes.push_back(b);
  const auto path = here.file("set", bytes);
  CHECK(map_roaring(path, roaring_form::bits_64, 3) == made);
  CHECK_THROWS_WITH(map_roaring(path), ContainsSubstring("no Roaring bitmap"));
  CHECK_THROWS_WITH(map_roaring(path, roaring_form::bits_32, 3), ContainsSubstring("12346"));
  CHECK_THROWS_WITH(map_roaring(path, roaring_form::bits_64, 300), ContainsSubstring("300") && ContainsSubstring(path));
  CHECK_THROWS_WITH(map_roaring(path, roaring_form::bits_64, -3), ContainsSubstring("-3"));
  CHECK_THROWS_WITH(map_roaring(path, roaring_form::bits_64, index_limit), ContainsSubstring("4611686018427387904"));
  CHECK_THROWS_AS(map_roaring(std::filesystem::path(path).parent_path()), ravel::io_error);
  CHECK_FALSE(is_mapped(path));
  CHECK_THROWS_AS(map_roaring(here.file("nothing", std::vector<std::byte>{})), ravel::value_error);
  CHECK_THROWS_AS(map_roaring("no such file"), ravel::io_error);
  CHECK(map_roaring(here.file("empty", to_roaring(index_set()))).empty());

  // Positions up to 2^62 and not beyond.
  auto far = to_roaring(index_set{index_limit});
  CHECK(map_roaring(here.file("far", far)) == index_set{index_limit});
  far[far.size() - 2] = std::byte{1};
  CHECK_THROWS_AS(map_roaring(here.file("far", far)), ravel::overflow_error);
}

TEST_CASE("a mapped set keeps only its table in memory", "[storage]") {
  const folder here;
  const index_set made(slice(0, 200'000, 3));
  const auto bytes = to_roaring(made);
  const index_set mapped = map_roaring(here.file("set", bytes));
  CHECK(mapped.bytes() == 0);
  CHECK(mapped.rank(300) == 100);
  CHECK(mapped.bytes() < std::ssize(bytes) / 8);
}
