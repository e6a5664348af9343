// SPDX-License-Identifier: BSL-1.0
// arggroup against a plain search through the keys seen: keys with a hash, with an order, with nothing but ==; NaN and zeros.
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/keys/arggroup.hpp>

#include <support/elements.hpp>
#include <support/faults.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

struct ordered_only {
  int x = 0;
  auto operator<=>(const ordered_only&) const = default;
};
struct equal_only {
  int x = 0;
  bool operator==(const equal_only&) const = default;
};

template <class T>
bool same(const T& a, const T& b) {
  return a == b || (a != a && b != b);
}

template <class K, class G>
void require_groups(const G& found, const std::vector<K>& keys) {
  std::vector<K> seen;
  std::vector<std::vector<index_t>> positions;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::size_t at = 0;
    while (at < seen.size() && !same<K>(seen[at], keys[i])) ++at;
    if (at == seen.size()) seen.push_back(keys[i]), positions.emplace_back();
    positions[at].push_back(static_cast<index_t>(i));
  }
  REQUIRE(found.size() == static_cast<index_t>(seen.size()));
  for (index_t g = 0; g < found.size(); ++g) {
    const auto at = static_cast<std::size_t>(g);
    REQUIRE(same<K>(found.keys()[g], seen[at]));
    REQUIRE(found.count(g) == static_cast<index_t>(positions[at].size()));
    REQUIRE_EQUAL(found.positions(g), positions[at]);
  }
}

template <class K>
void check_keys(const std::vector<K>& keys) {
  for (const auto& x : support::in_every_way(keys)) {
    require_groups(arggroup(x), keys);
    require_groups(arggroup_by(x, [](const K& k) { return k; }), keys);
  }
}

}  // namespace

TEST_CASE("groups of every kind of element") {
  support::kinds::each([]<class T>() {
    support::random r(7);
    for (const index_t n : {0, 1, 2, 100, 1500}) {
      check_keys(r.values<T>(n));
      std::vector<T> few;
      for (index_t i = 0; i < n; ++i) few.push_back(r.small<T>());
      check_keys(few);
    }
  });
}

TEST_CASE("keys that have a hash, an order, or nothing but equality") {
  support::random r(8);
  for (const index_t n : {0, 1, 400}) {
    std::vector<std::string> words;
    std::vector<ordered_only> ordered;
    std::vector<equal_only> equal;
    for (index_t i = 0; i < n; ++i) {
      words.push_back(std::string(static_cast<std::size_t>(r.below(40)), 'x'));
      ordered.push_back({static_cast<int>(r.below(50))});
      equal.push_back({static_cast<int>(r.below(50))});
    }
    check_keys(words);
    check_keys(ordered);
    check_keys(equal);
  }
  static_assert(ravel::detail::has_key_hash<std::string> && !ravel::detail::has_key_hash<ordered_only> &&
                !std::totally_ordered<equal_only>);
}

TEST_CASE("many keys, and keys that a table could confuse") {
  std::vector<std::int64_t> wide;
  std::vector<double> powers;
  for (int i = 0; i < 3000; ++i) wide.push_back(std::int64_t{i % 1500} << 40);
  for (int i = 0; i < 1000; ++i) powers.push_back(std::ldexp(1.0, i % 500 - 250));
  require_groups(arggroup(support::in_memory(wide)), wide);
  require_groups(arggroup(support::in_memory(powers)), powers);
}

TEST_CASE("more keys than two bytes number") {
  for (const int keys : {65535, 65536, 65537, 70000}) {
    const int n = 2 * keys + 5;
    const auto g = arggroup(ravel::iota<int>(n) % keys);
    REQUIRE(g.size() == keys);
    for (const int k : {0, 1, 4, 5, 65534, 65535, 65536, keys - 1}) {
      if (k >= keys) continue;
      REQUIRE(g.keys()[k] == k);
      if (k < 5) REQUIRE_EQUAL(g.positions(k), {index_t{k}, index_t{k} + keys, index_t{k} + 2 * keys});
      if (k >= 5) REQUIRE_EQUAL(g.positions(k), {index_t{k}, index_t{k} + keys});
    }
  }
}

TEST_CASE("NaN is one key and so are the zeros") {
  const auto g = arggroup(buffer<double>{-0.0, no_number, 0.0, -no_number, 1});
  CHECK(g.size() == 3);
  CHECK(std::signbit(g.keys()[0]));
  CHECK_EQUAL(g.positions(0), {0, 2});
  CHECK_EQUAL(g.positions(1), {1, 3});
}

TEST_CASE("groups by a function, walked, and as sets") {
  const buffer<std::string> words{"fig", "pear", "nut", "kiwi", "apple"};
  const auto g = arggroup_by(words, [](const std::string& s) { return s.size(); });
  std::vector<std::string> firsts;
  for (const auto& [length, positions] : g) firsts.push_back(words[positions[0]] + std::to_string(length));
  CHECK(firsts == std::vector<std::string>{"fig3", "pear4", "apple5"});
  CHECK(g.set(1) == ravel::index_set{1, 3});
  CHECK_EQUAL(select(words, g.positions(0)), {std::string("fig"), std::string("nut")});
  CHECK_THROWS_AS(g.positions(3), ravel::index_error);
  CHECK_THROWS_AS(g.count(-1), ravel::index_error);
  CHECK_THROWS_AS(g.set(3), ravel::index_error);
  const auto parity = arggroup(buffer<int>{1, 2, 3, 4} % 2);
  CHECK_EQUAL(parity.keys(), {1, 0});
  std::vector<int> calls;
  static_cast<void>(arggroup_by(buffer<int>{4, 5, 6}, [&](int v) { return calls.push_back(v), v; }));
  CHECK(calls == std::vector<int>{4, 5, 6});
}

TEST_CASE("groups that go away give their keys by value") {
  static_assert(std::same_as<decltype(arggroup(buffer<int>()).keys()), ravel::reader<int>>);
  index_t seen = 0;
  for (const int key : arggroup(buffer<int>{7, 8, 7}).keys()) seen = 10 * seen + key;
  CHECK(seen == 78);
}

TEST_CASE("iterators of groups are checked") {
  const auto g = arggroup(buffer<int>{7, 8, 7});
  support::detail::expect_checked_iterators(g);
  CHECK((*g.begin()).key == 7);
  CHECK_THROWS_AS(*g.end(), ravel::index_error);
}

TEST_CASE("failures of arggroup") {
  CHECK(arggroup(ravel::reader<int>()).size() == 0);
  CHECK_THROWS_AS(arggroup_by(buffer<int>{1}, [](int) -> int { throw std::runtime_error("no"); }), std::runtime_error);
  CHECK(support::for_each_allocation_failure([] { static_cast<void>(arggroup(ravel::cast<int>(buffer<double>{1, 2, 1}))); }) >= 5);
}
