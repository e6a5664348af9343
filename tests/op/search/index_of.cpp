// SPDX-License-Identifier: BSL-1.0
// index_of, last_index_of and membership against a plain search, at every place, among values of every kind of element and of the user's,
// and in index sets; and where index_of stops.

#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/op/search/index_of.hpp>
#include <ravel/storage/list.hpp>

#include <support/elements.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>
#include <support/sparse_samples.hpp>

namespace {

using ravel::buffer;
using ravel::index_set;
using ravel::index_t;

}  // namespace

TEST_CASE("a value is found where it comes first and last") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n);
      for (const auto& x : support::in_every_way(values)) {
        for (const index_t at : {index_t{0}, n / 2, n - 1}) {
          if (at < 0 || at >= n) continue;
          const T wanted = values[static_cast<std::size_t>(at)];
          const auto first = std::find(values.begin(), values.end(), wanted);
          const auto last = std::find(values.rbegin(), values.rend(), wanted);
          if (first == values.end()) {
            REQUIRE((!index_of(x, wanted) && !last_index_of(x, wanted)));
          } else {
            REQUIRE(index_of(x, wanted) == first - values.begin());
            REQUIRE(last_index_of(x, wanted) == values.rend() - last - 1);
          }
        }
      }
    }
  });
}

TEST_CASE("values that do not occur, other types, and how far is read") {
  const buffer<double> x{1, std::nan(""), 2, 1};
  CHECK((index_of(x, 1) == 0 && last_index_of(x, 1) == 3));
  CHECK((!index_of(x, 7) && !last_index_of(x, 7)));
  CHECK((!index_of(x, std::nan("")) && !last_index_of(x, std::nan(""))));
  CHECK(!index_of(ravel::make_buffer<int>(0), 1));
  CHECK(!index_of(buffer<unsigned>{0xffffffff}, -1));
  CHECK(index_of(buffer<std::string>{"a", "b"}, "b") == 1);
  CHECK(index_of(ravel::list<int>{4, 5} + 1, 6) == 1);
  index_t calls = 0;
  const auto counted = ravel::generate(1000000, [&](index_t i) { return ++calls, static_cast<int>(i % 1000); });
  CHECK((index_of(counted, 5) == 5 && calls < 5000));
  CHECK((last_index_of(counted, 5) == 999005 && calls < 10000));
}

TEST_CASE("many values are looked for until all are found") {
  index_t calls = 0;
  const auto counted = [&](index_t i) { return ++calls, static_cast<double>(i % 1000); };
  CHECK_EQUAL(index_of(ravel::generate(1000000, counted), buffer<double>{5, 999, 5}), {5, 999, 5});
  CHECK(calls < 5000);
  calls = 0;
  CHECK_EQUAL(index_of(ravel::generate(1000000, counted), buffer<double>{std::nan("")}), {-1});
  CHECK(calls == 0);
  CHECK_EQUAL(index_of(ravel::generate(20000, counted), buffer<double>{7, 1000}), {7, -1});
  CHECK(calls == 20000);
  support::stored_elements<double> entries;
  for (index_t i = 0; i < 100000; ++i) entries[3 * i] = 1.0 + static_cast<double>(i % 10);
  const auto sparse = ravel::map([&](double v) { return ++calls, v; }, support::listed<double>(300000, 0, entries));
  calls = 0;
  CHECK_EQUAL(index_of(sparse, buffer<double>{10, 0, 1}), {27, 1, 0});
  CHECK(calls < 5000);
  calls = 0;
  CHECK((index_of(sparse, 2) == 3 && index_of(sparse, 0) == 1 && calls < 5000));
}

TEST_CASE("many values at once are found where each is found alone") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : {index_t{0}, index_t{1}, index_t{700}}) {
      const auto values = support::samples<T>(n);
      auto wanted = support::samples<T>(n + 5);
      std::reverse(wanted.begin(), wanted.end());
      const auto x = support::in_memory(values);
      const auto found = index_of(x, support::in_memory(wanted));
      REQUIRE(found.size() == n + 5);
      for (index_t i = 0; i < found.size(); ++i)
        REQUIRE(found[i] == index_of(x, wanted[static_cast<std::size_t>(i)]).value_or(ravel::no_position));
    }
  });
  const double none = std::numeric_limits<double>::quiet_NaN();
  CHECK_EQUAL(index_of(buffer<double>{none, 0, -0.0, 2}, buffer<double>{-0.0, none, 2}), {1, -1, 3});
  CHECK_EQUAL(index_of(buffer<std::string>{"a", "b", "a"}, buffer<std::string>{"b", "c", "a"}), {1, -1, 0});
  CHECK_EQUAL(index_of(buffer<std::string>{"a", "b", "a"}, {"b", "c", "a"}), {1, -1, 0});
  CHECK_EQUAL(ravel::index_of(std::vector<double>{5, 7}, {7}), {1});
  CHECK_EQUAL(index_of(ravel::generate(5000, [](index_t i) { return i % 1000; }), buffer<index_t>{999, 5, -1}), {999, 5, -1});
}

TEST_CASE("elements among values") {
  support::kinds::each([]<class T>() {
    support::random r(2);
    for (const index_t n : {0, 1, 300}) {
      const auto values = r.values<T>(n), among = r.values<T>(n / 4);
      std::vector<bool> expected;
      for (const T value : values) {
        bool found = false;
        for (const T other : among) found = found || value == other || (value != value && other != other);
        expected.push_back(found);
      }
      for (const auto& x : support::in_every_way(values)) REQUIRE_EQUAL(membership(x, support::in_memory(among)), expected);
    }
  });
}

TEST_CASE("lists of values, strings, and the positions of members") {
  CHECK_EQUAL(membership(buffer<int>{1, 2, 3}, {3, 1}), {true, false, true});
  CHECK_EQUAL(membership(buffer<std::string>{"a", "b"}, {"b"}), {false, true});
  CHECK_EQUAL(membership(buffer<std::string>{"a", "b"}, ravel::make_buffer<std::string>(0)), {false, false});
  CHECK_EQUAL(membership(buffer<int>{1, 2} * 3, {6}), {false, true});
  CHECK(argfilter(membership(buffer<int>{5, 6, 7, 8}, {6, 8})).as_range() == ravel::slice(1, 2, 2));
}

TEST_CASE("integers in an index set") {
  const index_set s{0, 3, 70000};
  CHECK_EQUAL(membership(buffer<int>{-1, 0, 3, 70000, 4}, s), {false, true, true, true, false});
  CHECK_EQUAL(membership(buffer<std::uint64_t>{3, ~std::uint64_t{0}}, s), {true, false});
  CHECK_EQUAL(membership(buffer<int>{0}, index_set()), {false});
}
