// SPDX-License-Identifier: BSL-1.0
// concat of a few readers, of many, and of none.
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>

#include <support/model.hpp>
#include <support/on_one_thread.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

namespace {

using ravel::concat;
using ravel::index_t;
namespace model = support::model;

template <class T>
int depth_of(const ravel::reader<T>& r) {
  return ravel::detail_access::node(r).depth();
}

}  // namespace

TEST_CASE("concat puts readers end to end") {
  const ravel::buffer<int> a{1, 2, 3}, b{4};
  CHECK_EQUAL(concat(a, b), {1, 2, 3, 4});
  CHECK_EQUAL(concat(a, b, a + 10, ravel::constant(2, 0)), {1, 2, 3, 4, 11, 12, 13, 0, 0});
  static_assert(std::same_as<decltype(concat(a, b)), ravel::reader<int>>);
}

TEST_CASE("any number of readers known at run time") {
  const ravel::buffer<int> a{1, 2}, b{3};
  const std::vector<ravel::reader<int>> vector{a, b, a};
  CHECK_EQUAL(concat(vector), {1, 2, 3, 1, 2});
  CHECK_EQUAL(concat(std::span<const ravel::reader<int>>(vector).first(2)), {1, 2, 3});
  CHECK_EQUAL(concat(std::vector<ravel::buffer<int>>{b, b}), {3, 3});
  CHECK_EQUAL(concat(std::array{a, b}), {1, 2, 3});
  CHECK(concat(std::vector<ravel::reader<int>>()).size() == 0);
  CHECK(same(concat(a), a));
  CHECK(same(concat(std::vector<ravel::reader<int>>{a}), a));
  support::check_reader(concat(std::span<const ravel::reader<double>>()), std::vector<double>());
}

TEST_CASE("a concatenation of every kind of reader keeps the contract") {
  support::contract_types::each([]<class T>() {
    const auto five = support::samples<T>(5, 7);
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n);
      const auto ways = support::in_every_way(values), fives = support::in_every_way(five);
      support::check_reader(concat(ways), model::concat<T>({values, values, values, values}), support::contract::quick);
      for (std::size_t way = 0; way < ways.size(); ++way) {
        support::check_reader(concat(fives[3 - way], ways[way], fives[way]), model::concat<T>({five, values, five}),
                              n == 1023 ? support::contract::whole : support::contract::quick);
      }
    }
  });
}

TEST_CASE("many small parts") {
  support::random r(3);
  std::vector<ravel::reader<std::int64_t>> parts;
  std::vector<std::vector<std::int64_t>> expected;
  for (int i = 0; i < 2000; ++i) {
    expected.push_back(support::samples<std::int64_t>(r.below(6), static_cast<std::uint64_t>(i)));
    parts.push_back(support::in_every_way(expected.back())[static_cast<std::size_t>(i % 4)]);
  }
  support::check_reader(concat(parts), model::concat(expected));
}

TEST_CASE("appending in a loop does not get deeper") {
  ravel::reader<int> all = concat(std::vector<ravel::reader<int>>());
  for (int i = 0; i < 1000; ++i) all = concat(all, ravel::constant(1, i));
  CHECK(depth_of(all) == 1);
  CHECK_EQUAL(all, ravel::iota<int>(1000));
  auto front = ravel::constant(1, 0);
  for (int i = 1; i < 300; ++i) front = concat(ravel::constant(1, i), concat(front, ravel::constant(0, 9)));
  CHECK(depth_of(front) == 1);
  CHECK_EQUAL(front, ravel::iota<int>(300, 299, -1));
}

TEST_CASE("parts without elements do not count") {
  const ravel::buffer<int> a{1, 2}, none = ravel::make_buffer<int>(0);
  CHECK(same(concat(none, a, none), a));
  CHECK(concat(none, none).size() == 0);
}

TEST_CASE("a position is found without visiting the parts before it") {
  std::vector<ravel::reader<index_t>> parts;
  for (index_t i = 0; i < 100'000; ++i) parts.push_back(ravel::iota<index_t>(10, 10 * i));
  const auto all = concat(parts);
  index_t wrong = 0;
  for (index_t i = 0; i < all.size(); ++i) wrong += all[i] != i ? 1 : 0;  // 10^6 searches among 10^5 parts
  CHECK(wrong == 0);
}

TEST_CASE("concatenations that cannot be") {
  const auto half = ravel::constant(ravel::index_limit / 2 + 1, 0);
  CHECK_THROWS_AS(concat(half, half), ravel::overflow_error);
  CHECK(concat(half, ravel::reader<int>()).size() == half.size());
}

using ravel::index_t;
using ravel::interleave;
namespace model = support::model;

TEST_CASE("interleave takes one element of each part in turn") {
  const ravel::buffer<int> a{1, 2, 3}, b{10, 20, 30};
  CHECK_EQUAL(interleave(a, b), {1, 10, 2, 20, 3, 30});
  CHECK_EQUAL(interleave(a, b, ravel::constant(3, 0)), {1, 10, 0, 2, 20, 0, 3, 30, 0});
  CHECK_EQUAL(interleave(std::vector<ravel::reader<int>>{b, a}), {10, 1, 20, 2, 30, 3});
  CHECK(same(interleave(a), a));
  CHECK(interleave(std::vector<ravel::reader<int>>()).size() == 0);
}

TEST_CASE("interleaved readers of every kind keep the contract") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n), others = support::samples<T>(n, 9);
      const auto a = support::in_every_way(values), b = support::in_every_way(others);
      for (std::size_t way = 0; way < a.size(); ++way) {
        support::check_reader(interleave(a[way], b[3 - way]), model::interleave<T>({values, others}),
                              n == 17 ? support::contract::whole : support::contract::quick);
      }
      support::check_reader(interleave(a), model::interleave<T>({values, values, values, values}), support::contract::quick);
    }
  });
}

TEST_CASE("more parts than a block has elements") {
  std::vector<ravel::reader<double>> parts;
  std::vector<std::vector<double>> expected;
  for (int i = 0; i < 3000; ++i) {
    expected.push_back(support::samples<double>(3, static_cast<std::uint64_t>(i)));
    parts.push_back(support::in_every_way(expected.back())[static_cast<std::size_t>(i % 4)]);
  }
  support::check_reader(interleave(parts), model::interleave(expected));
}

TEST_CASE("parts that do not fit") {
  const auto three = ravel::iota<int>(3), four = ravel::iota<int>(4);
  CHECK_THROWS_WITH(interleave(three, three, four), "interleave: part 2 has 4 elements and part 0 has 3: the parts want one size");
  CHECK_THROWS_AS(interleave(three, four), ravel::shape_error);
  const auto half = ravel::constant(ravel::index_limit / 2 + 1, 0);
  CHECK_THROWS_AS(interleave(half, half), ravel::overflow_error);
}

using ravel::index_t;
using ravel::repeat;
namespace model = support::model;

TEST_CASE("repeat gives all elements, and all of them again") {
  const ravel::buffer<int> b{1, 2, 3};
  CHECK_EQUAL(repeat(b, 2), {1, 2, 3, 1, 2, 3});
  CHECK_EQUAL(repeat(b, 0), {});
  CHECK(same(repeat(b, 1), b));
  CHECK(repeat(slice(b, 0, 0), ravel::index_limit).size() == 0);
}

TEST_CASE("a repeated reader of every kind keeps the contract") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n);
      for (const auto& r : support::in_every_way(values)) {
        for (const index_t times : {0, 3}) support::check_reader(repeat(r, times), model::repeat(values, times), support::contract::quick);
        if (n == 17) support::check_reader(repeat(r, 500), model::repeat(values, 500));
      }
    }
  });
}

TEST_CASE("a long block is read from one period") {
  const auto r = repeat(ravel::generate(7, [](index_t i) { return static_cast<int>(i); }), 1'000'000);
  std::vector<int> room(6'999'990);
  r.read(5, room);
  CHECK(room == model::made<int>(6'999'990, [](index_t i) { return static_cast<int>((i + 5) % 7); }));
}

TEST_CASE("an element is asked for once a block") {
  const support::on_one_thread here;
  int asked = 0;
  const auto r = repeat(ravel::generate(3, [&asked](index_t i) { return ++asked, i; }), 300);
  std::vector<index_t> room(900);
  r.read(0, room);
  CHECK(asked == 3);
}

TEST_CASE("numbers of times that cannot be") {
  const ravel::buffer<int> b{1, 2, 3};
  CHECK_THROWS_WITH(repeat(b, -1), "number of times -1 is negative");
  CHECK_THROWS_AS(repeat(b, -1), ravel::value_error);
  CHECK_THROWS_AS(repeat(b, ravel::index_limit / 2), ravel::overflow_error);
  CHECK_THROWS_AS(repeat(repeat(b, 1 << 30), index_t{1} << 31), ravel::overflow_error);
}
