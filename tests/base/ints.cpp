// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>

#include <array>
#include <limits>
#include <span>
#include <string>
#include <vector>

using ravel::index_t;
using ravel::ints;

namespace {

using list = std::vector<index_t>;

list read(const ints& values) { return list(values.begin(), values.end()); }

template <class T>
concept taken = std::convertible_to<T, ints>;

static_assert(taken<int> && taken<std::uint8_t> && taken<std::size_t> && taken<std::vector<short>> && taken<std::span<const unsigned>>);
static_assert(!taken<bool> && !taken<double> && !taken<std::vector<double>> && !taken<std::vector<bool>> && !taken<const char*>);

}  // namespace

TEST_CASE("ints are made from braces", "[base]") {
  REQUIRE(read({2, 3, 4}) == list{2, 3, 4});
  REQUIRE(read({2u, 3u}) == list{2, 3});
  REQUIRE(read({index_t{-1}}) == list{-1});
  REQUIRE(read({}) == list{});
  REQUIRE(read({1, 2, 3, 4, 5, 6, 7, 8, 9}) == list{1, 2, 3, 4, 5, 6, 7, 8, 9});
}

TEST_CASE("braces may mix integer types, each checked", "[base]") {
  const std::vector<int> v(7);
  const index_t n = -2;
  REQUIRE(read({n, v.size(), short{3}}) == list{-2, 7, 3});
  const std::size_t huge = std::numeric_limits<std::size_t>::max();
  REQUIRE_THROWS_AS(read({n, huge}), ravel::overflow_error);
}

TEST_CASE("one integer is a list of one", "[base]") {
  REQUIRE(read(5) == list{5});
  REQUIRE(read(std::uint8_t{255}) == list{255});
  REQUIRE(read(std::size_t{7}) == list{7});
  REQUIRE(read(std::numeric_limits<index_t>::min()) == list{std::numeric_limits<index_t>::min()});
}

TEMPLATE_TEST_CASE("ints are made from contiguous ranges of any integer type", "[base]", std::int8_t, std::uint8_t, std::int16_t,
                   std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, long long, unsigned long long) {
  const std::vector<TestType> v{1, 2, 100};
  const std::array<TestType, 3> a{1, 2, 100};
  const TestType c[] = {1, 2, 100};
  REQUIRE(read(v) == list{1, 2, 100});
  REQUIRE(read(a) == list{1, 2, 100});
  REQUIRE(read(c) == list{1, 2, 100});
  REQUIRE(read(std::span(v)) == list{1, 2, 100});
  REQUIRE(read(std::vector<TestType>{}) == list{});
}

TEST_CASE("characters and the names of a plain enum count", "[base]") {
  enum column { name, price, volume };
  enum small : std::int8_t { below = -1 };
  REQUIRE(read(volume) == list{2});
  REQUIRE(read({price, below, 'a'}) == list{1, -1, 97});
  REQUIRE(read(std::vector<column>{price, volume}) == list{1, 2});
  STATIC_REQUIRE(!taken<const char(&)[4]> && !taken<std::string>);
}

TEST_CASE("one parameter that is an integer, and nothing that becomes one by rounding", "[base]") {
  enum column { name, price };
  enum class kind { one };
  const auto taken_as = [](ravel::index_arg i) { return index_t{i}; };
  REQUIRE(taken_as(-3) == -3);
  REQUIRE(taken_as('a') == 97);
  REQUIRE(taken_as(price) == 1);
  REQUIRE(taken_as(std::uint8_t{200}) == 200);
  REQUIRE_THROWS_AS(taken_as(std::numeric_limits<std::size_t>::max()), ravel::overflow_error);
  STATIC_REQUIRE(!std::convertible_to<double, ravel::index_arg> && !std::convertible_to<bool, ravel::index_arg>);
  STATIC_REQUIRE(!std::convertible_to<kind, ravel::index_arg>);
}

TEST_CASE("ints and shapes that were moved from stay what they were", "[base]") {
  for (const list& extents : {list{2, 3}, list{1, 2, 3, 1, 2, 3, 1, 2}, list{}}) {
    ints from(extents), taken = std::move(from), assigned = 7;
    assigned = std::move(taken);
    for (const ints* each : {&from, &taken, &assigned}) REQUIRE(read(*each) == extents);
    ravel::shape s(extents), t = std::move(s), u{7};
    u = std::move(t);
    for (const ravel::shape* each : {&s, &t, &u}) {
      REQUIRE(read(*each) == extents);
      REQUIRE(each->elements() == ravel::shape(extents).elements());
    }
  }
}

TEST_CASE("ints are made from Ravel's own lists", "[base]") {
  const ravel::shape s{2, 3};
  REQUIRE(read(s) == list{2, 3});
  const ints values{4, 5};
  REQUIRE(read(ints(values)) == list{4, 5});
  REQUIRE(read(std::span<const index_t>(values)) == list{4, 5});
}

TEST_CASE("an integer that no position can hold throws wherever it stands", "[base]") {
  const std::uint64_t most = std::numeric_limits<index_t>::max();
  REQUIRE(read(most) == list{std::numeric_limits<index_t>::max()});
  REQUIRE_THROWS_WITH(ints(most + 1), "9223372036854775808 is beyond the limit of 2^62 for sizes and positions");
  REQUIRE_THROWS_AS(ints(std::vector<std::uint64_t>{1, most + 1}), ravel::overflow_error);
  REQUIRE_THROWS_AS(ints({std::uint64_t{1}, most + 11}), ravel::overflow_error);
}

TEST_CASE("ints keep a copy and check positions", "[base]") {
  std::vector<int> source{1, 2, 3};
  const ints values(source);
  source[0] = 9;
  REQUIRE(values[0] == 1);
  REQUIRE(values[2] == 3);
  REQUIRE(values.size() == 3);
  REQUIRE_FALSE(values.empty());
  REQUIRE(values.data() == values.begin());
  const std::span<const index_t> looked_at = values;
  REQUIRE(looked_at.data() == values.begin());
  STATIC_REQUIRE(!std::convertible_to<ints, std::span<const index_t>> && !std::convertible_to<const ints, std::span<const index_t>>);
  REQUIRE_THROWS_AS(values[3], ravel::index_error);
  REQUIRE_THROWS_AS(values[-1], ravel::index_error);
}

TEST_CASE("up to six ints allocate nothing, more fail cleanly", "[base]") {
  const auto before = support::total_allocations();
  const auto six = ints{1, 2, 3, 4, 5, 6}.size();
  const auto after = support::total_allocations();
  REQUIRE(six == 6);
  REQUIRE(after == before);
  REQUIRE(support::for_each_allocation_failure([] { return ints{1, 2, 3, 4, 5, 6, 7}.size(); }) == 1);
}
