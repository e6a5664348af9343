// SPDX-License-Identifier: BSL-1.0
// Keys get their numbers in the order in which they come, however many there are and whatever they can: hash, order, or equality alone.
#include <ravel/op/keys/detail/key_table.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

#include <complex>
#include <ctime>
#include <limits>
#include <map>
#include <set>
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

// The seconds that it takes to number these keys.
template <class K>
double seconds_for(const std::vector<K>& keys) {
  const std::clock_t start = std::clock();
  key_table<K> table;
  for (const K& k : keys) table.number(k);
  const auto time = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  REQUIRE(table.size() == std::ssize(keys));
  return time;
}
// Far more than chance, far less than where each key meets all others.
void require_alike(double seconds, double usual) { REQUIRE(seconds < 5 * usual + 0.3); }

// The key that a product, a shift and a product with this number would put at `place`.
std::int64_t key_at(std::uint64_t place) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15u;
  std::uint64_t inverse = odd;
  for (int i = 0; i < 6; ++i) inverse *= 2 - odd * inverse;
  place *= inverse;
  return static_cast<std::int64_t>((place ^ place >> 32) * inverse);
}

template <class K>
std::size_t different_hashes(const std::vector<K>& keys) {
  std::set<std::uint64_t> found;
  for (const K& k : keys) found.insert(ravel::detail::key_hash(k, ravel::detail::process_secret()));
  return found.size();
}

}  // namespace

TEST_CASE("nobody chooses keys that meet", "[op]") {
  constexpr int n = 60000;
  std::vector<std::int64_t> chosen, drawn;
  support::random r(3);
  for (int i = 0; i < n; ++i) {
    chosen.push_back(key_at(static_cast<std::uint64_t>(i)));
    drawn.push_back(static_cast<std::int64_t>(r.below(std::int64_t{1} << 62)) * 2 + (i & 1));
  }
  require_alike(seconds_for(chosen), seconds_for(drawn));
}

TEST_CASE("parts are hashed, each where it stands", "[op]") {
  std::vector<std::complex<double>> numbers;
  std::vector<std::pair<int, std::string>> pairs;
  std::vector<std::tuple<std::optional<int>, std::array<char, 2>>> tuples;
  std::vector<std::string> words;
  for (int i = 0; i < 1000; ++i) {
    numbers.emplace_back(std::bit_cast<double>(std::uint64_t(i)), std::bit_cast<double>(std::uint64_t(31 * (5000 - i))));
    pairs.push_back({i % 10, std::to_string(i / 10)});
    tuples.push_back({i % 2 ? std::optional<int>(i) : std::nullopt, {static_cast<char>(i % 100), static_cast<char>(i / 100)}});
    words.push_back(std::string(static_cast<std::size_t>(i % 40), 'x') + std::string(1, static_cast<char>('a' + i / 40)));
  }
  CHECK(different_hashes(numbers) == 1000);
  CHECK(different_hashes(pairs) == 1000);
  CHECK(different_hashes(tuples) == 1000);
  CHECK(different_hashes(words) == 1000);
  const std::vector<std::pair<double, ravel::float16>> equal{{0.0, ravel::float16(-0.0)}, {-0.0, ravel::float16(0.0)}};
  CHECK(different_hashes(equal) == 1);
  static_assert(!ravel::detail::has_key_hash<std::pair<ordered_only, int>> && ravel::detail::has_key_hash<ravel::bfloat16>);
  key_table<std::pair<double, std::complex<float>>> table;
  CHECK(table.number({NAN, {0, NAN}}) == 0);
  CHECK(table.number({1, {0, NAN}}) == 1);
  CHECK(table.number({NAN, {NAN, 0}}) == 0);
}

TEST_CASE("keys that have an order alone take as long whichever way they come", "[op]") {
  constexpr int n = 100000;
  std::vector<ordered_only> rising, falling;
  for (int i = 0; i < n; ++i) {
    rising.push_back({i});
    falling.push_back({n - i});
  }
  require_alike(seconds_for(falling), seconds_for(rising));
}

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
