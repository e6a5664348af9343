// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/list.hpp>

#include <support/faults.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>
#include <support/stopped.hpp>

#include <atomic>
#include <span>
#include <thread>

using ravel::index_t;
using ravel::list;
using ravel::reader;
using support::bomb;

namespace {

struct exploded {};
struct fails_late : ravel::reader_base {
  int size() const { return 3000; }
  int operator[](int i) const { return i < 2000 ? i : throw exploded(); }
};

template <class T>
list<T> list_of(const std::vector<T>& values) {
  list<T> made;
  for (const T& value : values) made.push_back(value);
  return made;
}

template <class L>
concept lends_pointers = requires(L&& l) { std::forward<L>(l).begin(); } || requires(L&& l) { std::forward<L>(l).end(); };
static_assert(lends_pointers<list<int>&> && !lends_pointers<list<int>>);
static_assert(std::convertible_to<list<int>&, std::span<const int>> && !std::convertible_to<list<int>, std::span<const int>>);
static_assert(std::same_as<decltype(std::declval<list<int>&>()[0]), const int&> && std::same_as<decltype(list<int>()[0]), int>);
static_assert(!std::is_copy_constructible_v<list<int>> && !std::is_copy_assignable_v<list<int>>);

}  // namespace

TEST_CASE("a list grows", "[storage]") {
  list<int> l;
  CHECK(l.size() == 0);
  for (int i = 0; i < 1000; ++i) {
    l.push_back(i);
    REQUIRE(l.size() == i + 1);
    REQUIRE(l[i] == i);
    REQUIRE(l[0] == 0);
    REQUIRE(l.capacity() >= l.size());
  }
  CHECK_THROWS_AS(l[1000], ravel::index_error);
  CHECK_THROWS_AS(l[-1], ravel::index_error);
  CHECK_THROWS_AS(list<int>()[0], ravel::index_error);
  int expected = 0;
  for (const int x : l) REQUIRE(x == expected++);
  CHECK_EQUAL(list<std::string>{"a", "b"}, {"a", "b"});
  for ([[maybe_unused]] const int x : list<int>()) FAIL();
}

TEST_CASE("growing takes few allocations", "[storage]") {
  const auto before = support::total_allocations();
  list<int> l;
  for (int i = 0; i < 100000; ++i) l.push_back(i);
  CHECK(support::total_allocations() - before < 40);
  list<int> reserved;
  reserved.reserve(100000);
  const auto after = support::total_allocations();
  for (int i = 0; i < 100000; ++i) reserved.push_back(i);
  CHECK(support::total_allocations() == after);
  CHECK(reserved.capacity() == 100000);
}

TEST_CASE("reserve keeps the elements, and refuses what is no capacity", "[storage]") {
  list<int> l{1, 2, 3};
  l.reserve(100);
  l.reserve(2);
  CHECK_EQUAL(l, {1, 2, 3});
  CHECK(l.capacity() == 100);
  CHECK_THROWS_AS(l.reserve(-1), ravel::value_error);
  CHECK_THROWS_AS(l.reserve(ravel::index_limit), ravel::overflow_error);
  CHECK_EQUAL(l, {1, 2, 3});
}

TEST_CASE("a list is a reader like any other", "[storage]") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : {0, 1, 17, 3000}) {
      const auto values = support::samples<T>(n);
      const auto l = list_of(values);
      support::check_reader(reader<T>(l), values, support::contract::quick);
    }
  });
  list<int> l{1, 2, 3};
  CHECK_EQUAL(l + l, {2, 4, 6});
  CHECK(ravel::sum(l) == 6);
  CHECK(ravel::dot(l, l) == 14);
  CHECK_EQUAL(ravel::clone(l), {1, 2, 3});
  CHECK_EQUAL(ravel::slice(l, 1, 2), {2, 3});
}

TEST_CASE("a reader keeps its size and values, whatever becomes of the list", "[storage]") {
  support::random r(11);
  for (int program = 0; program < 200; ++program) {
    list<std::string> l;
    std::vector<std::string> model;
    std::vector<std::pair<reader<std::string>, std::vector<std::string>>> taken;
    for (int step = 0; step < 60; ++step) {
      switch (r.below(8)) {
        case 0:
          taken.emplace_back(l, model);
          break;
        case 1:
          if (r.chance(4)) {
            l.clear();
            model.clear();
          }
          break;
        case 2:
          if (r.chance(4)) {
            const auto all = l.take();
            REQUIRE_EQUAL(all, model);
            if (all.size() > 0) all[0] = "changed";
            model.clear();
          }
          break;
        case 3: {
          l.append(reader<std::string>(l));
          const auto before = model;
          model.insert(model.end(), before.begin(), before.end());
          if (model.size() > 2000) {
            l.clear();
            model.clear();
          }
          break;
        }
        case 4: {
          const auto n = r.below(l.size() + 1);
          l.append(ravel::slice(l, l.size() - n, n, 1));
          for (index_t i = 0; i < n; ++i) model.push_back(model[model.size() - static_cast<std::size_t>(n)]);
          break;
        }
        case 5: {
          list<std::string> moved = std::move(l);
          l = std::move(moved);
          break;
        }
        default:
          model.push_back(support::sample<std::string>(r));
          l.push_back(model.back());
      }
      REQUIRE_EQUAL(l, model);
    }
    for (const auto& [reader, values] : taken) REQUIRE_EQUAL(reader, values);
  }
}

TEST_CASE("a list appends itself", "[storage]") {
  list<int> l{1, 2, 3};
  l.append(l);
  l.append(-ravel::slice(l, 5, 3, -1));
  CHECK_EQUAL(l, {1, 2, 3, 1, 2, 3, -3, -2, -1});
  l.push_back(l[0]);
  CHECK(l[9] == 1);
  list<int> other{7};
  l.append(other);
  CHECK(l[10] == 7);
  l.append(list<int>());

  CHECK(l.size() == 11);
}

TEST_CASE("a list may change while what is appended is read", "[storage]") {
  list<int> l;
  l.push_back(-1);
  const auto pushing = [&](int v) {
    l.push_back(100 + v);
    return v;
  };
  l.append(map(pushing, ravel::iota<int>(5000)));
  REQUIRE(l.size() == 10001);
  index_t pushed = 0;
  for (index_t i = 1, next = 0; i < l.size(); ++i) {
    if (next < 5000 && l[i] == next) {
      ++next;
    } else {
      ++pushed;
    }
  }
  CHECK(pushed == 5000);
  list<int> cleared{1, 2, 3};
  cleared.append(map(
      [&](int v) {
        cleared.clear();
        return v;
      },
      ravel::iota<int>(4)));
  CHECK_EQUAL(cleared, {0, 1, 2, 3});
}

TEST_CASE("a list that was looked at while it grew is cut without it", "[storage]") {
  list<std::string> l{"a"};
  reader<std::string> seen;
  const auto look_and_throw = [&](index_t i) {
    if (i == 600) {
      seen = l;
      throw exploded();
    }
    return std::string(40, 'x');
  };
  CHECK_THROWS_AS(l.append(ravel::generate(1000, look_and_throw)), exploded);
  CHECK_EQUAL(l, {"a"});
  CHECK(seen.size() > 1);
  CHECK(seen[seen.size() - 1] == std::string(40, 'x'));
}

TEST_CASE("append takes all or nothing", "[storage]") {
  list<int> l{1, 2, 3};
  const reader<int> seen = l;
  CHECK_THROWS_AS(l.append(fails_late()), exploded);
  CHECK_EQUAL(l, {1, 2, 3});
  CHECK_EQUAL(seen, {1, 2, 3});
  l.push_back(4);
  CHECK_EQUAL(l, {1, 2, 3, 4});
  l.append(reader<int>());
  CHECK_EQUAL(l, {1, 2, 3, 4});
}

TEST_CASE("take hands the memory over, or a copy while a reader looks", "[storage]") {
  list<int> l{1, 2, 3};
  const int* const elements = l.begin();
  const auto b = l.take();
  CHECK(b.data() == elements);
  CHECK(l.size() == 0);
  CHECK(l.capacity() == 0);
  b[0] = 10;

  l.append(b);
  {
    const reader<int> seen = l;
    const auto copied = l.take();
    CHECK(seen.memory()->data != copied.data());
    copied[0] = 20;
    CHECK_EQUAL(seen, {10, 2, 3});
  }
  l.append(b);
  { const reader<int> gone = l; }
  const int* const again = l.begin();
  const auto taken = l.take();
  CHECK(taken.data() == again);
  CHECK(list<int>().take().size() == 0);
}

TEST_CASE("a failed take loses nothing", "[storage]") {
  for (const bool seen : {false, true}) {
    for (std::int64_t n = 1; n <= (seen ? 2 : 1); ++n) {
      list<int> l{1, 2, 3};
      const reader<int> looking = seen ? reader<int>(l) : reader<int>();
      bool failed = false;
      try {
        const support::failing_allocation fault(n);
        static_cast<void>(l.take());
      } catch (const std::bad_alloc&) {
        failed = true;
      }
      CHECK(failed);
      CHECK_EQUAL(l, {1, 2, 3});
    }
  }
}

TEST_CASE("a list grows while its readers are read on other threads", "[storage]") {
  const auto word = [](index_t i) { return std::string(40, static_cast<char>('a' + i % 26)); };
  for (int round = 0; round < 10; ++round) {
    std::atomic<int> faults = 0;
    std::vector<std::thread> threads;
    list<std::string> l;
    for (index_t i = 0; i < 300; ++i) {
      l.push_back(word(i));
      if (i % 90 != 50) continue;
      threads.emplace_back([&, r = reader<std::string>(l)]() mutable {
        for (index_t j = 0; j < r.size(); ++j) faults += r[j] != word(j);
        r = {};
      });
    }
    const auto taken = l.take();  // whether or not the readers are gone by now
    for (std::string& changed : taken) changed = "";
    for (std::thread& thread : threads) thread.join();
    CHECK(faults == 0);
  }
}

TEST_CASE("a moved-from list is empty and usable", "[storage]") {
  list<int> l{1, 2};
  list<int> m = std::move(l);
  CHECK(l.size() == 0);
  l.push_back(3);
  CHECK_EQUAL(l, {3});
  m = std::move(l);
  CHECK_EQUAL(m, {3});
}

TEST_CASE("elements that throw leave the list as it was, and none behind", "[storage]") {
  const auto unchanged = [](index_t n, auto change) {
    const auto steps = support::for_each_explosion([&] {
      list<bomb> l;
      for (index_t i = 0; i < n; ++i) l.push_back(bomb(static_cast<int>(i)));
      const reader<bomb> seen = l;
      try {
        change(l);
      } catch (const bomb::exploded&) {
        bool kept = l.size() == n && seen.size() == n;
        for (index_t i = 0; kept && i < n; ++i) kept = l[i].value() == i && seen.memory()->data[i].value() == i;
        if (!kept) throw std::logic_error("the list has changed");
        throw;
      }
    });
    CHECK((steps > 0 || n == 0));
  };
  for (const index_t n : {0, 3, 16}) {  // 16: the next one needs new memory
    unchanged(n, [](list<bomb>& l) { l.push_back(bomb(99)); });
    unchanged(n, [](list<bomb>& l) { l.append(ravel::make_buffer<bomb>(20)); });
    unchanged(n, [](list<bomb>& l) { l.append(l); });
    unchanged(n, [](list<bomb>& l) { l.reserve(100); });
    unchanged(n, [](list<bomb>& l) { static_cast<void>(l.take()); });
  }
}

TEST_CASE("whatever allocation fails, the list is as it was", "[storage]") {
  const auto check = [](auto change) {
    support::fail_each_allocation([&] {
      list<std::string> l;
      for (int i = 0; i < 16; ++i) l.push_back(std::string(30, static_cast<char>('a' + i)));
      try {
        change(l);
      } catch (const std::bad_alloc&) {
        bool kept = l.size() == 16;
        for (int i = 0; kept && i < 16; ++i) kept = l[i].size() == 30 && l[i][29] == 'a' + i;
        if (!kept) throw std::logic_error("the list has changed");
        throw;
      }
    });
  };
  check([](list<std::string>& l) { l.push_back(std::string(30, 'x')); });
  check([](list<std::string>& l) { l.append(l); });
  check([](list<std::string>& l) {
    const reader<std::string> seen = l;
    l.append(ravel::slice(seen, 15, 16, -1));
  });
  check([](list<std::string>& l) { l.reserve(17); });
  check([](list<std::string>& l) { const reader<std::string> seen = l; });
  check([](list<std::string>& l) { static_cast<void>(l.take()); });
}

TEST_CASE("an append that is stopped leaves the list as it was", "[storage]") {
  list<int> grown = list_of<int>({7, 8, 9});
  const reader<int> before = grown;
  const index_t stops = support::for_each_stop(
      [&] {
        list<int> copied = list_of<int>({7, 8, 9});
        grown = std::move(copied);
        grown.append(ravel::iota<int>(40'000) * 2);
      },
      [&] {
        REQUIRE_EQUAL(grown, {7, 8, 9});
      });
  CHECK(stops > 10);
  CHECK(grown.size() == 40'003);
  CHECK(grown[40'002] == 79'998);
  CHECK_EQUAL(before, {7, 8, 9});
}
