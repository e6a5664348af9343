// SPDX-License-Identifier: BSL-1.0
// unique and unique_all: what they give puts the reader together again, and is what sorting and dropping repetitions gives.
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/keys/unique.hpp>

#include <support/elements.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>
#include <support/same_for_all.hpp>

#include <algorithm>
#include <limits>
#include <map>

namespace {

using ravel::buffer;
using ravel::index_t;
using support::detail::identical;
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

template <class T>
bool same(const T& a, const T& b) {
  return a == b || (a != a && b != b);
}

template <class T>
void check_unique(const std::vector<T>& values) {
  auto expected = sort(support::in_memory(values));
  const index_t n = std::unique(expected.begin(), expected.end(), same<T>) - expected.begin();
  for (const auto& x : support::in_every_way(values)) {
    const auto found = unique(x);
    REQUIRE(found.size() == n);
    for (index_t i = 0; i < n; ++i) REQUIRE(identical<T>(found[i], expected[i]));
    const auto all = unique_all(x);
    REQUIRE_EQUAL(all.values, found);
    REQUIRE_EQUAL(select(x, all.first), found);
    REQUIRE_EQUAL(select(all.values, all.inverse), x);
    std::vector<index_t> counts(static_cast<std::size_t>(n)), first(static_cast<std::size_t>(n), -1);
    for (index_t i = 0; i < x.size(); ++i) {
      const auto at = static_cast<std::size_t>(all.inverse[i]);
      if (counts[at]++ == 0) first[at] = i;
    }
    REQUIRE_EQUAL(all.counts, counts);
    REQUIRE_EQUAL(all.first, first);
    REQUIRE(count_unique(x) == n);
    if (n == 0) continue;
    const auto most = std::max_element(counts.begin(), counts.end()) - counts.begin();
    REQUIRE(identical<T>(most_common(x), expected[most]));
  }
}

}  // namespace

TEST_CASE("unique of every kind of ordered type") {
  support::ordered_kinds::each([]<class T>() {
    support::random r(4);
    for (const index_t n : {0, 1, 2, 5, 23, 24, 25, 40, 3000}) {
      check_unique(r.values<T>(n));
      std::vector<T> few;
      for (index_t i = 0; i < n; ++i) few.push_back(r.small<T>());
      check_unique(few);
    }
  });
}

TEST_CASE("many words, of which few are different, and all") {
  support::random r(6);
  for (const index_t kinds : {1, 50, 5000}) {
    std::vector<std::string> words;
    for (index_t i = 0; i < 4000; ++i)
      words.push_back("word" + std::string(static_cast<std::size_t>(i % 3), ' ') + std::to_string(r.below(kinds)));
    check_unique(words);
    REQUIRE(count_unique(support::in_memory(words)) == unique(support::in_memory(words)).size());
  }
  const ravel::buffer<std::string> tied{"pear", "fig", "pear", "fig", "nut"};
  CHECK_EQUAL(value_counts(tied).values, {std::string("fig"), std::string("pear"), std::string("nut")});
  CHECK(most_common(tied) == "fig");
}

TEST_CASE("strings, NaN, zeros, expressions") {
  check_unique(std::vector<std::string>{"b", "a", "b", ""});
  CHECK_EQUAL(unique(buffer<double>{no_number, 2, no_number, 1, 2}), {1.0, 2.0, no_number});
  CHECK(std::signbit(unique(buffer<double>{-0.0, 0.0})[0]));
  CHECK_EQUAL(unique(buffer<int>{1, 2, 3, 4} % 2), {0, 1});
  CHECK_EQUAL(unique(ravel::make_buffer<float>(0)), {});
  CHECK(unique(ravel::reader<int>()).size() == 0);
}

TEST_CASE("counts of values, and the most common ones") {
  const ravel::buffer<int> x{3, 1, 3, 2, 1, 7};
  const auto found = value_counts(x);
  CHECK_EQUAL(found.values, {1, 3, 2, 7});
  CHECK_EQUAL(found.counts, {2, 2, 1, 1});
  CHECK(most_common(x) == 1);
  CHECK(count_unique(x) == 4);
  CHECK(count_unique(ravel::buffer<double>{no_number, 0.0, -0.0, 1.5, no_number, 1.5}) == 3);
  CHECK(count_unique(ravel::buffer<double>{2.5, 2.5}) == 1);
  CHECK(count_unique(ravel::make_buffer<double>(0)) == 0);
  CHECK_THROWS_WITH(most_common(ravel::make_buffer<int>(0)), "most_common of no elements has no value");
}

TEST_CASE("integers close together and far apart are counted alike") {
  const auto check = []<class T>(const std::vector<T>& values) {
    std::map<T, index_t> wanted;
    for (const T value : values) ++wanted[value];
    const auto x = support::in_memory(values);
    const auto found = unique(x);
    REQUIRE(found.size() == std::ssize(wanted));
    CHECK(count_unique(x) == found.size());
    REQUIRE(std::ranges::equal(found, wanted, {}, {}, [](const auto& each) { return each.first; }));
    const auto counted = ravel::value_counts(x);
    for (index_t i = 0; i < counted.values.size(); ++i) REQUIRE(counted.counts[i] == wanted.at(counted.values[i]));
  };
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min(), highest = std::numeric_limits<std::int64_t>::max();
  check(std::vector<std::int64_t>{lowest, lowest + 2, lowest});
  check(std::vector<std::int64_t>{highest, highest - 1, highest});
  check(std::vector<std::int64_t>{lowest, highest, 0, 0});
  check(std::vector<std::uint64_t>{~std::uint64_t{0}, ~std::uint64_t{0} - 2, ~std::uint64_t{0}});
  check(std::vector<int>{3, 0});  // as far apart as there are elements, and one more
  check(std::vector<int>{1, 0});
  check(std::vector<int>{2, 0, 2});
  std::vector<std::int8_t> bytes;
  for (int i = 0; i < 1000; ++i) bytes.push_back(static_cast<std::int8_t>(i * 7));
  check(bytes);
}

TEST_CASE("threads count integers that lie close together") {
  for (const std::int64_t places : {1, 40, 900, 1000, 1001}) {  // many: one table for all threads, and too many
    std::vector<std::int64_t> values;
    for (std::int64_t i = 0; i < 1000; ++i) values.push_back(i * i * 7919 % places - 3);
    values.back() = places - 4;
    const auto x = support::in_memory(values);
    support::same_for_all([&] { return unique(x); });
    support::same_for_all([&] { return value_counts(x).counts; });
    support::same_for_all([&] { return buffer<index_t>{count_unique(x)}; });
  }
}
