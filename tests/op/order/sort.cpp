// SPDX-License-Identifier: BSL-1.0
// sort: every ordered type against std::stable_sort, NaN last, and orders of the user's, which keep the order of equal elements.
#include <ravel/element/detail/functions.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/op/order/sort.hpp>
#include <ravel/op/order/top_k.hpp>
#include <ravel/storage/list.hpp>

#include <support/elements.hpp>
#include <support/faults.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <functional>
#include <numeric>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::reader;
using support::detail::identical;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("every ordered type is sorted, with NaN last") {
  support::ordered_types::each([]<class T>() {
    for (const index_t n : {0, 1, 2, 3, 17, 100, 1025, 20000}) {
      const auto values = support::random(static_cast<std::uint64_t>(n) + 1).values<T>(n);
      auto expected = values;
      std::stable_sort(expected.begin(), expected.end(),
                       [](T a, T b) { return !ravel::detail::is_nan{}(a) && (ravel::detail::is_nan{}(b) || a < b); });
      for (const auto& source : support::in_every_way(values)) {
        const auto sorted = sort(source);
        bool same = sorted.size() == n;
        for (index_t i = 0; i < n; ++i)
          same = same && identical<T>(sorted[i], expected[static_cast<std::size_t>(i)]);  // zeros keep their order
        REQUIRE(same);
      }
    }
  });
}

namespace {

template <class T>
void check_sorted_as_by_std(std::vector<T> values) {
  std::vector<index_t> order(values.size());
  std::iota(order.begin(), order.end(), index_t{0});
  std::ranges::stable_sort(order, {}, [&](index_t i) { return values[static_cast<std::size_t>(i)]; });
  REQUIRE_EQUAL(ravel::argsort(values), order);
  const auto sorted = ravel::sort(values);
  std::ranges::sort(values);
  REQUIRE_EQUAL(sorted, values);
}

}  // namespace

// Keys whose digits in front say little: in clumps, beside one that lies far off, alike but for their last bits, in runs of many lengths.
TEST_CASE("elements that lie close to each other, and their positions, are sorted") {
  constexpr std::int64_t far = std::int64_t{1} << 60;
  const auto clumps = [](std::int64_t x) { return x % 5 * (far >> 4) + x % 700; };
  const auto one_far = [](std::int64_t x) { return x % 9973 == 5 ? far : x % 1000; };
  const auto last_bits = [](std::int64_t x) { return far + x % 300; };
  const auto runs = [](std::int64_t x) { return x % 1000 * (x % 1000) / 1000 * (far >> 12) + x / 1000 % 17; };
  for (const auto& shaped : std::vector<std::function<std::int64_t(std::int64_t)>>{clumps, one_far, last_bits, runs}) {
    for (const index_t n : {24, 63, 64, 256, 257, 2047, 2048, 150'000}) {
      support::random random(static_cast<std::uint64_t>(n));
      std::vector<std::int64_t> values;
      for (index_t i = 0; i < n; ++i) values.push_back(shaped(random.between(0, 1'000'000'000)));
      check_sorted_as_by_std(values);
      check_sorted_as_by_std(std::vector<double>(values.begin(), values.end()));
    }
  }
}

// These are moved to buckets first: keys of which half are equal, and keys in many close groups.
TEST_CASE("more elements than a cache holds, and their positions, are sorted") {
  constexpr index_t n = 530'000;
  support::random random(1);
  std::vector<std::int64_t> values;
  for (index_t i = 0; i < n; ++i)
    values.push_back(random.chance(2) ? 77 : random.between(-1'000, 1'000) << 40 | random.between(0, 1 << 20));
  check_sorted_as_by_std(values);
  std::vector<double> numbers(values.begin(), values.end());
  check_sorted_as_by_std(numbers);
  for (std::size_t i = 0; i < numbers.size(); i += 1000) numbers[i] = i % 3000 == 0 ? no_number : i % 2000 == 0 ? -0.0 : 0.0;
  auto expected = numbers;
  std::ranges::stable_sort(expected, [](double a, double b) { return a < b || (b != b && a == a); });
  const auto sorted = ravel::sort(numbers);
  bool same = true;
  for (index_t i = 0; i < n; ++i) same = same && identical<double>(sorted[i], expected[static_cast<std::size_t>(i)]);
  CHECK(same);
}

TEST_CASE("the original stays as it was") {
  const buffer<int> b{3, 1, 2};
  CHECK_EQUAL(sort(b), {1, 2, 3});
  CHECK_EQUAL(b, {3, 1, 2});
  CHECK_EQUAL(sort(b * -1), {-3, -2, -1});
  CHECK_EQUAL(sort(buffer<double>{no_number, infinity, -infinity, 1, no_number}), {-infinity, 1.0, infinity, no_number, no_number});
  CHECK_EQUAL(sort(buffer<long long>{2, 1}), {1LL, 2LL});
  CHECK_EQUAL(sort(buffer<char>{'b', 'a'}), {'a', 'b'});
  CHECK_EQUAL(sort(buffer<std::string>{"b", "c", "a"}), {std::string("a"), std::string("b"), std::string("c")});
  CHECK_EQUAL(sort(ravel::list<bool>{true, false}), {false, true});
}

TEST_CASE("an order of the user's keeps the order of equal elements") {
  struct person {
    int age = 0;
    int number = 0;
    bool operator==(const person&) const = default;
  };
  support::random r(4);
  std::vector<person> people;
  for (int i = 0; i < 3000; ++i) people.push_back({static_cast<int>(r.below(20)), i});
  const auto by_age = [](const person& a, const person& b) { return a.age < b.age; };
  const auto sorted = sort(support::in_memory(people), by_age);
  std::stable_sort(people.begin(), people.end(), by_age);
  REQUIRE_EQUAL(sorted, people);
  CHECK_EQUAL(sort(buffer<int>{1, 3, 2}, [](int a, int b) { return a > b; }), {3, 2, 1});
  CHECK_EQUAL(sort(buffer<int>{-2, 1, 2, -1}, [](int a, int b) { return a * a < b * b; }), {1, -1, -2, 2});
}

TEST_CASE("an order that NaN makes inconsistent is still no reason to leave memory") {
  support::random r(6);
  for (int trial = 0; trial < 50; ++trial) {
    const auto values = r.values<double>(r.below(300));
    for (const bool or_equal : {false, true}) {
      const auto sorted = sort(support::in_memory(values), [=](double a, double b) { return or_equal ? !(a >= b) : a < b; });
      REQUIRE(sorted.size() == static_cast<index_t>(values.size()));
    }
  }
}

TEST_CASE("sort of nothing, of the user's own lvalues, and what fails") {
  CHECK_EQUAL(sort(ravel::make_buffer<int>(0)), {});
  CHECK(sort(reader<int>()).size() == 0);
  struct opted_in : support::by_element<int>, ravel::reader_base {};
  const opted_in mine{{{6, 4, 5}}, {}};
  CHECK_EQUAL(sort(mine), {4, 5, 6});
  CHECK_THROWS_AS(sort(buffer<int>{2, 1}, [](int, int) -> bool { throw std::runtime_error("no"); }), std::runtime_error);
  const buffer<double> x{3, 1, no_number, 2};
  CHECK(support::for_each_allocation_failure([&] {
          static_cast<void>(sort(x));
          static_cast<void>(sort(ravel::cast<float>(x), [](float a, float b) { return a > b; }));
        }) >= 5);
  CHECK(support::for_each_explosion([] {
          static_cast<void>(sort(buffer<support::bomb>{3, 1, 2}, [](const auto& a, const auto& b) { return a < b; }));
        }) >= 6);
}

TEST_CASE("an order of the user's never sees NaN, which comes last") {
  support::random r(17);
  for (const index_t n : {1, 2, 10, 300}) {
    auto values = r.values<double>(n);
    for (auto& value : values) value = r.below(3) == 0 ? no_number : value == value ? value : 1;
    const auto numbers = n - std::count_if(values.begin(), values.end(), [](double v) { return v != v; });
    const auto falling = [](double a, double b) {
      REQUIRE((a == a && b == b));
      return b < a;
    };
    for (const auto& x : support::in_every_way(values)) {
      const auto sorted = sort(x, falling);
      for (index_t i = 0; i < n; ++i) {
        REQUIRE(std::isnan(sorted[i]) == (i >= numbers));
        if (i > 0 && i < numbers) REQUIRE(sorted[i] <= sorted[i - 1]);
        const double nth = nth_element(x, i, falling);
        REQUIRE((nth == sorted[i] || (std::isnan(nth) && std::isnan(sorted[i]))));
      }
    }
  }
}

TEST_CASE("a type that has nothing but < is sorted") {
  struct dated {
    int day = 0;
    char name = ' ';
    bool operator<(const dated& other) const { return day < other.day; }
  };
  const buffer<dated> x{{3, 'a'}, {1, 'b'}, {3, 'c'}, {1, 'd'}};
  std::string names;
  for (const dated& d : sort(x)) names += d.name;
  CHECK(names == "bdac");
  CHECK_EQUAL(argsort(x), {1, 3, 0, 2});
  CHECK_EQUAL(argsort_by(descending(x)), {0, 2, 1, 3});
  CHECK(nth_element(x, 2).day == 3);
}

TEST_CASE("descending: NaN last, equal elements as they come") {
  const double nan = std::nan("");
  CHECK_EQUAL(sort(ravel::buffer<double>{1, nan, 3, -0.0, 0.0}, ravel::sort_order::descending), {3.0, 1.0, -0.0, 0.0, nan});
  const auto zeros = sort(ravel::buffer<double>{-0.0, 0.0}, ravel::sort_order::descending);
  CHECK(std::signbit(zeros[0]));
  CHECK_EQUAL(argsort(ravel::buffer<int>{1, 3, 1, 3}, ravel::sort_order::descending), {1, 3, 0, 2});
  const auto by_tens = [](int a, int b) { return a / 10 < b / 10; };
  CHECK_EQUAL(sort(ravel::buffer<int>{11, 25, 12, 21}, by_tens, ravel::sort_order::descending), {25, 21, 11, 12});
  CHECK_EQUAL(sort(ravel::buffer<int>{11, 25, 12, 21}, ravel::sort_order::descending, by_tens), {25, 21, 11, 12});
}
