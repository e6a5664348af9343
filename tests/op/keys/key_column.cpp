// SPDX-License-Identifier: BSL-1.0
// Numbers of blocks of keys are those of a plain search, whether keys are looked up by their distance or by hash, and whatever comes
// between.
#include <ravel/op/keys/detail/key_column.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <limits>
#include <map>

using ravel::index_t;
using ravel::detail::key_number;

namespace {

// Blocks of several lengths, each numbered and then found.
template <class K>
void check_column(const std::vector<K>& keys) {
  ravel::detail::element_column<K> column(std::ssize(keys));
  std::map<K, key_number> expected;
  std::vector<key_number> numbers(keys.size());
  for (std::size_t done = 0, n = 1; done < keys.size(); done += n, n = n % 700 + 13) {
    n = std::min(n, keys.size() - done);
    const auto block = std::span(keys).subspan(done, n);
    column.number(block, numbers.data() + done);
    for (std::size_t i = done; i < done + n; ++i) {
      REQUIRE(numbers[i] == expected.try_emplace(keys[i], static_cast<key_number>(expected.size())).first->second);
    }
  }
  std::vector<key_number> again(keys.size());
  column.find(keys, again.data());
  REQUIRE(again == numbers);
  const K absent = static_cast<K>(77);
  if (expected.count(absent) == 0) {
    key_number found = 0;
    column.find(std::span(&absent, 1), &found);
    REQUIRE(found == ravel::detail::no_key);
  }
  REQUIRE(column.size() == static_cast<index_t>(expected.size()));
  const auto seen = column.take_keys();
  for (const auto& [key, number] : expected) REQUIRE(seen[index_t{number}] == key);
}

template <class K>
void check_kinds() {
  support::random r(5);
  using limits = std::numeric_limits<K>;
  std::vector<K> near, rising, falling, both, slack, far;
  for (int i = 0; i < 5000; ++i) {
    near.push_back(static_cast<K>(r.below(100)));
    rising.push_back(static_cast<K>(i));
    falling.push_back(static_cast<K>(5000 - i));
    both.push_back(static_cast<K>(i % 2 ? 60 + i / 2 : 60 - i / 2));
    slack.push_back(static_cast<K>(i % 3 == 0 ? r.below(1 << (i / 500)) : 30 - r.below(1 << (i / 500))));
    far.push_back(i % 2 ? limits::max() : limits::min());
  }
  for (const auto& keys : {near, rising, falling, both, slack, far, std::vector<K>()}) check_column(keys);
  near.insert(near.end(), far.begin(), far.end());  // near each other first
  near.insert(near.end(), rising.begin(), rising.end());
  check_column(near);
}

}  // namespace

TEST_CASE("keys that are near each other, grow up or down or both ways, or are far apart", "[op]") {
  check_kinds<std::int8_t>();
  check_kinds<std::uint16_t>();
  check_kinds<std::int32_t>();
  check_kinds<std::int64_t>();
  check_kinds<std::uint64_t>();
}

TEST_CASE("places that would be more than the data move to hashes", "[op]") {
  std::vector<std::int64_t> keys;
  for (std::int64_t i = 0; i < 300000; ++i) keys.push_back(i % 2 ? i : -i);
  check_column(keys);
}

TEST_CASE("keys in no order whose range is not larger than the data keep their places", "[op]") {
  constexpr index_t n = 300000, range = n - n / 10;
  support::random r(7);
  std::vector<std::int64_t> keys;
  for (index_t i = 0; i < n; ++i) keys.push_back(r.below(range) - range / 2);
  check_column(keys);
  ravel::detail::element_column<std::int64_t> column(n);
  std::vector<key_number> numbers(keys.size());
  for (std::size_t done = 0; done < keys.size(); done += 250) column.number(std::span(keys).subspan(done, 250), numbers.data() + done);
  REQUIRE(column.places().count > 0);
}
