// SPDX-License-Identifier: BSL-1.0
// Keys get their numbers in the order in which they come, however many there are and whatever they can: hash, order, or equality alone.
#include <ravel/op/detail/key_table.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

#include <limits>
#include <map>
#include <string>

using ravel::detail::key_number;
using ravel::detail::key_table;
using ravel::detail::no_key;

namespace {

struct ordered_only {
  int x = 0;
  friend bool operator==(const ordered_only&, const ordered_only&) = default;
  friend auto operator<=>(const ordered_only&, const ordered_only&) = default;
};
struct equal_only {
  int x = 0;
  friend bool operator==(const equal_only&, const equal_only&) = default;
};

// key(i) is another key for another i.
template <class K, class Key>
void check_numbers(int keys, Key key) {
  key_table<K> table;
  std::map<int, key_number> expected;
  support::random r(97);
  for (int turn = 0; turn < 3 * keys; ++turn) {
    const int i = static_cast<int>(r.below(keys));
    const auto next = static_cast<key_number>(expected.size());
    REQUIRE(table.number(key(i)) == expected.try_emplace(i, next).first->second);
  }
  REQUIRE(table.size() == static_cast<ravel::index_t>(expected.size()));
  for (int i = 0; i < keys; ++i) REQUIRE(table.find(key(i)) == (expected.count(i) ? expected[i] : no_key));
  const auto seen = table.take_keys();
  for (const auto& [i, number] : expected) REQUIRE(seen[ravel::index_t{number}] == key(i));
}

}  // namespace

TEST_CASE("keys are numbered as they come", "[op]") {
  check_numbers<std::int64_t>(50000, [](int i) { return std::int64_t{i} * 4096 - 77; });
  check_numbers<std::uint8_t>(256, [](int i) { return static_cast<std::uint8_t>(i); });
  check_numbers<double>(3000, [](int i) { return i * 0.25 - 9; });
  check_numbers<std::string>(2000, [](int i) { return std::to_string(i); });
  check_numbers<ordered_only>(500, [](int i) { return ordered_only{i * 7 % 500}; });
  check_numbers<equal_only>(100, [](int i) { return equal_only{i}; });
}

TEST_CASE("NaN is one key, and so are the zeros", "[op]") {
  key_table<double> table;
  CHECK(table.find(0.0) == no_key);
  CHECK(table.number(std::numeric_limits<double>::quiet_NaN()) == 0);
  CHECK(table.number(-0.0) == 1);
  CHECK(table.number(0.0) == 1);
  CHECK(table.number(-std::numeric_limits<double>::quiet_NaN()) == 0);
  CHECK(table.size() == 2);
}
