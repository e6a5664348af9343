// SPDX-License-Identifier: BSL-1.0
// Index sets as bytes: exchanged with CRoaring called directly, in both forms; long runs; and bytes that were cut, lengthened or changed at
// random, against a reader of the format in plain lines, as copies and looked at where they lie.
#include <ravel/base/error.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>
#include <support/roaring_model.hpp>
#include <support/stopped.hpp>

#include <roaring/roaring64map.hh>

#include <optional>
#include <set>

// Where the C++ classes of some versions stand.
namespace roaring {}
using namespace roaring;  // NOLINT: of CRoaring

namespace {

using ravel::from_roaring;
using ravel::index_limit;
using ravel::index_set;
using ravel::index_t;
using ravel::roaring_form;
using ravel::slice;
using ravel::to_roaring;
using bytes = std::vector<std::byte>;

constexpr index_t chunk = 65536, part = index_t{1} << 32;

// Scattered, dense and in runs, on both sides of borders.
std::set<index_t> random_members(support::random& r, bool has_64_bits) {
  const index_t bases[] = {0, chunk - 20, 3 * chunk, part - 3 * chunk, part - 50, 5 * part - 30, index_limit - 3 * chunk};
  std::set<index_t> members;
  for (index_t pieces = r.below(5); pieces > 0; --pieces) {
    const index_t base = bases[r.below(has_64_bits ? 7 : 4)];
    switch (r.below(3)) {
      case 0:
        for (index_t i = 0; i < 200; ++i) members.insert(base + r.below(2 * chunk));
        break;
      case 1:
        for (index_t i = 0; i < 9000; ++i) members.insert(base + r.below(20000));
        break;
      default:
        for (index_t i = 0, n = r.below(9000); i < n; ++i) members.insert(base + i);
    }
  }
  return members;
}

template <class Theirs>
bytes written(const Theirs& s) {
  bytes made(s.getSizeInBytes());
  s.write(reinterpret_cast<char*>(made.data()));
  return made;
}
template <class Theirs, class Position>
Theirs theirs_of(const std::set<index_t>& members, bool in_runs) {
  Theirs s;
  for (const index_t p : members) s.add(static_cast<Position>(p));
  if (in_runs) s.runOptimize();
  return s;
}
template <class Theirs>
std::vector<index_t> listed(const Theirs& s) {
  std::vector<index_t> all;
  for (const auto p : s) all.push_back(static_cast<index_t>(p));
  return all;
}

std::optional<index_set> taken(const bytes& from, roaring_form form) {
  try {
    return from_roaring(from, form);
  } catch (const ravel::error&) {
    return std::nullopt;
  }
}
// The library and the model agree, on whether these are a set and on which.
bool require_alike(const bytes& given, roaring_form form) {
  const auto wanted = support::roaring_model::of(given, form == roaring_form::bits_64);
  const auto made = taken(given, form);
  REQUIRE(made.has_value() == wanted.has_value());
  if (!made) return false;
  index_t members = 0;
  for (const auto& [first, end] : *wanted) {
    const auto count = static_cast<index_t>(end - first), last = static_cast<index_t>(end - 1);
    REQUIRE(made->contains(last));
    REQUIRE(made->rank(last) - made->rank(static_cast<index_t>(first)) == count - 1);
    members += count;
  }
  REQUIRE(made->size() == members);
  const index_set lying = ravel::detail::lying_roaring(ravel::borrow(given), form);
  REQUIRE(lying.size() == members);
  REQUIRE(lying.hash() == made->hash());
  REQUIRE(lying == *made);
  return true;
}

bytes of_words(std::initializer_list<int> words) {  // of 16 bits
  bytes made;
  for (const int w : words) {
    made.push_back(static_cast<std::byte>(w & 255));
    made.push_back(static_cast<std::byte>(w >> 8));
  }
  return made;
}

std::string refusal(const bytes& given, roaring_form form = roaring_form::bits_32) {
  try {
    static_cast<void>(from_roaring(given, form));
  } catch (const ravel::value_error& e) {
    return e.what();
  }
  return "taken";
}

}  // namespace

TEST_CASE("bytes of index sets are those of CRoaring") {
  support::random r(5);
  for (int trial = 0; trial < 40; ++trial) {
    const bool in_runs = r.chance(2);
    const auto narrow = random_members(r, false), wide = random_members(r, true);
    const std::vector<index_t> narrow_list(narrow.begin(), narrow.end()), wide_list(wide.begin(), wide.end());
    const index_set of_narrow(narrow_list), of_wide(wide_list);

    const auto theirs = theirs_of<Roaring, std::uint32_t>(narrow, in_runs);
    REQUIRE(from_roaring(written(theirs), roaring_form::bits_32) == of_narrow);
    const bytes ours = to_roaring(of_narrow, roaring_form::bits_32);
    REQUIRE_EQUAL(listed(Roaring::readSafe(reinterpret_cast<const char*>(ours.data()), ours.size())), narrow_list);

    const auto theirs_wide = theirs_of<Roaring64Map, std::uint64_t>(wide, in_runs);
    REQUIRE(from_roaring(written(theirs_wide)) == of_wide);
    const bytes ours_wide = to_roaring(of_wide);
    REQUIRE_EQUAL(listed(Roaring64Map::readSafe(reinterpret_cast<const char*>(ours_wide.data()), ours_wide.size())), wide_list);

    REQUIRE(from_roaring(ours, roaring_form::bits_32) == of_narrow);
    const index_set back = from_roaring(ours_wide);
    REQUIRE(back == of_wide);
    REQUIRE(back.hash() == of_wide.hash());
    REQUIRE_EQUAL(positions(back), wide_list);
    REQUIRE((back ^ of_narrow) == (of_wide ^ of_narrow));
  }
}

TEST_CASE("the bytes of the specification") {
  // Two lists, of three and of one.
  const bytes list = of_words({12346, 0, 2, 0, 0, 2, 3, 0, 24, 0, 30, 0, 1, 7, 65535, 4});
  CHECK_EQUAL(positions(from_roaring(list, roaring_form::bits_32)), std::vector<index_t>{1, 7, 65535, 3 * chunk + 4});
  CHECK(to_roaring(index_set{1, 7, 65535, 3 * chunk + 4}, roaring_form::bits_32) == list);
  CHECK(to_roaring(index_set()) == bytes(8));
  CHECK(from_roaring(bytes(8)).empty());
  CHECK(to_roaring(index_set(), roaring_form::bits_32) == of_words({12346, 0, 0, 0}));
  CHECK(from_roaring(of_words({12346, 0, 0, 0}), roaring_form::bits_32).empty());
}

TEST_CASE("long runs go through bytes as far as the format has room") {
  for (const index_set& s : {index_set(slice(100, 3 * part)), index_set(slice(index_limit - 5, 6)), index_set{index_limit},
                             index_set(slice(part - 1, 2)) | index_set(slice(7 * part, 10, 50000)) | index_set(slice(9 * part, chunk))}) {
    const bytes made = to_roaring(s);
    CHECK(from_roaring(made) == s);
    CHECK(require_alike(made, roaring_form::bits_64));
  }
  CHECK(to_roaring(index_set(slice(100, 3 * part))).size() < std::size_t{4} << 20);
  CHECK_THROWS_WITH(to_roaring(complement(index_set{77}, index_limit)),
                    Catch::ContainsSubstring("the run of 4611686018427387826 positions from 78 on"));
  CHECK_THROWS_AS(to_roaring(index_set(slice(0, index_limit))), ravel::overflow_error);
  CHECK_THROWS_WITH(to_roaring(index_set{part}, roaring_form::bits_32),
                    Catch::ContainsSubstring("4294967296") && Catch::ContainsSubstring("bits_64"));
  CHECK(from_roaring(to_roaring(index_set{part - 1}, roaring_form::bits_32), roaring_form::bits_32) == index_set{part - 1});
}

TEST_CASE("bytes that are no bitmap are refused with what is wrong") {
  using Catch::ContainsSubstring;
  CHECK_THAT(refusal({}), ContainsSubstring("goes on behind the end") && ContainsSubstring("byte 0"));
  CHECK_THAT(refusal({}, roaring_form::bits_64), ContainsSubstring("no room for a number"));
  CHECK_THAT(refusal(of_words({12345, 0, 0, 0})), ContainsSubstring("12346"));
  CHECK_THAT(refusal(of_words({12346, 1, 0, 0})), ContainsSubstring("12346"));
  CHECK_THAT(refusal(of_words({12346, 0, 0, 0, 0})), ContainsSubstring("something follows"));
  CHECK_THAT(refusal(of_words({12346, 0, 1, 1})), ContainsSubstring("more chunks than there are keys"));
  CHECK_THAT(refusal(of_words({12346, 0, 65535, 0})), ContainsSubstring("goes on behind the end"));
  CHECK_THAT(refusal(of_words({12346, 0, 2, 0, 3, 0, 3, 0, 24, 0, 26, 0, 1, 1})), ContainsSubstring("keys"));
  CHECK_THAT(refusal(of_words({12346, 0, 1, 0, 3, 1, 18, 0, 1, 2})), ContainsSubstring("offset"));
  CHECK_THAT(refusal(of_words({12346, 0, 1, 0, 3, 1, 16, 0, 2, 2})), ContainsSubstring("list"));
  CHECK_THAT(refusal(of_words({12346, 0, 1, 0, 3, 1, 16, 0, 2})), ContainsSubstring("goes on behind the end"));
  bytes bits = of_words({12346, 0, 1, 0, 0, 5000, 16, 0});
  bits.resize(bits.size() + 8192);
  CHECK_THAT(refusal(bits), ContainsSubstring("bits"));

  const auto run = [](std::initializer_list<int> words, int marks = 1, int members = 4) {
    bytes made = of_words({12347, 0});
    made.push_back(static_cast<std::byte>(marks));
    for (const std::byte b : of_words({9, members})) made.push_back(b);
    for (const std::byte b : of_words(words)) made.push_back(b);
    return made;
  };
  CHECK_EQUAL(positions(from_roaring(run({2, 1, 1, 5, 2}), roaring_form::bits_32)),
              std::vector<index_t>{9 * chunk + 1, 9 * chunk + 2, 9 * chunk + 5, 9 * chunk + 6, 9 * chunk + 7});
  CHECK_THAT(refusal(run({2, 1, 1, 3, 2})), ContainsSubstring("touch"));
  CHECK_THAT(refusal(run({2, 5, 1, 1, 2})), ContainsSubstring("rise"));
  CHECK_THAT(refusal(run({1, 65535, 4})), ContainsSubstring("behind its chunk"));
  CHECK_THAT(refusal(run({1, 5, 5})), ContainsSubstring("as many positions"));
  CHECK_THAT(refusal(run({0})), ContainsSubstring("as many positions"));
  CHECK_THAT(refusal(run({2, 1, 4})), ContainsSubstring("goes on behind the end"));
  CHECK_THAT(refusal(run({1, 5, 4}, 3)), ContainsSubstring("marked"));

  bytes far = of_words({1, 0, 0, 0, 0, 0x4000, 12346, 0, 1, 0, 0, 0, 16, 0, 0});
  CHECK(from_roaring(far) == index_set{index_limit});
  far.back() = std::byte{1};
  CHECK_THROWS_AS(from_roaring(far), ravel::overflow_error);
  far[11] = std::byte{255};
  CHECK_THROWS_AS(from_roaring(far), ravel::overflow_error);
  const bytes twice = of_words({2, 0, 0, 0, 7, 0, 12346, 0, 0, 0, 7, 0, 12346, 0, 0, 0});
  CHECK_THAT(refusal(twice, roaring_form::bits_64), ContainsSubstring("upper halves"));
  bytes many(8, std::byte{255});
  CHECK_THAT(refusal(many, roaring_form::bits_64), ContainsSubstring("no room"));
}

TEST_CASE("bytes that were changed are the set that they say, or are refused") {
  support::random r(9);
  int refused = 0, changed = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const auto form = r.chance(2) ? roaring_form::bits_64 : roaring_form::bits_32;
    const auto members = random_members(r, form == roaring_form::bits_64);
    const bytes good = to_roaring(index_set(std::vector<index_t>(members.begin(), members.end())), form);
    if (trial < 50) REQUIRE(require_alike(good, form));
    bytes bad = good;
    switch (r.below(4)) {
      case 0:
        bad.resize(static_cast<std::size_t>(r.below(std::ssize(bad))));
        break;
      case 1:
        bad.resize(bad.size() + 1 + static_cast<std::size_t>(r.below(20)));
        break;
      default:
        for (index_t k = 1 + r.below(3); k > 0; --k) {
          const index_t within = r.chance(2) ? std::min<index_t>(std::ssize(bad), 64) : std::ssize(bad);
          bad[static_cast<std::size_t>(r.below(within))] ^= static_cast<std::byte>(1 << r.below(8));
        }
    }
    require_alike(bad, form) ? ++changed : ++refused;
  }
  CHECK(refused > 200);
  CHECK(changed > 5);
}

TEST_CASE("bytes that are read until a stop leave the set as it was", "[index]") {
  std::vector<index_t> members;
  for (index_t i = 0; i < 30; ++i) members.push_back(i * part + i);
  const index_set many(members);
  const bytes stored = to_roaring(many);
  index_set set{1, 2};
  const index_t stops = support::for_each_stop([&] { set = from_roaring(stored); }, [&] { REQUIRE(set == index_set{1, 2}); });
  CHECK(stops > 10);
  CHECK(set == many);
}
