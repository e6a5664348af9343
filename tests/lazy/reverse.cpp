// SPDX-License-Identifier: BSL-1.0
// reverse of every kind of reader and writer.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/slice.hpp>

#include <support/model.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>
#include <support/writer_contract.hpp>

using ravel::index_t;
using ravel::reverse;
namespace model = support::model;

TEST_CASE("the reverse of every kind of reader keeps the contract") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n);
      for (const auto& r : support::in_every_way(values)) {
        support::check_reader(reverse(r), model::reverse(values), n == 17 ? support::contract::whole : support::contract::quick);
      }
    }
  });
}

TEST_CASE("a reversed writer writes from the end") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : {0, 1, 2, 17, 1025}) {
      const auto values = support::samples<T>(n);
      support::check_writer(reverse(support::in_memory(values)), model::reverse(values), support::contract::quick);
      const ravel::writer<T> computed = ravel::from(std::make_shared<support::by_element_writer<T>>(values));
      support::check_writer(reverse(computed), model::reverse(values), support::contract::quick);
      CHECK(support::reader_fault(computed, values, support::contract::quick) == "");
    }
  });
}

TEST_CASE("memory that is reversed is memory with a step back") {
  const ravel::buffer<int> b{1, 2, 3};
  const auto r = reverse(b);
  static_assert(std::same_as<decltype(reverse(b)), ravel::writer<int>>);
  static_assert(std::same_as<decltype(reverse(ravel::reader<int>(b))), ravel::reader<int>>);
  CHECK(r.memory()->step == -1);
  CHECK(r.memory()->data == b.data() + 2);
  r.write(0, 30);
  CHECK_EQUAL(b, {1, 2, 30});
}

TEST_CASE("a reversal of a reversal is the original") {
  const auto computed = ravel::from(support::by_element<int>{{1, 2, 3}});
  CHECK(same(reverse(reverse(computed)), computed));
  const auto numbers = ravel::iota<int>(4);
  CHECK(reverse(numbers).as_range() == ravel::slice(3, 4, -1));
  CHECK(reverse(slice(computed, 1, 0)).size() == 0);
}

using ravel::index_t;
using ravel::shift;
namespace model = support::model;

TEST_CASE("a shift repeats the edge") {
  const auto r = ravel::iota<int>(10);
  CHECK_EQUAL(shift(r, 2), {0, 0, 0, 1, 2, 3, 4, 5, 6, 7});
  CHECK_EQUAL(shift(r, -3), {3, 4, 5, 6, 7, 8, 9, 9, 9, 9});
  CHECK_EQUAL(shift(r, 100), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  CHECK_EQUAL(shift(r, std::numeric_limits<index_t>::min()), {9, 9, 9, 9, 9, 9, 9, 9, 9, 9});
  CHECK_EQUAL(shift(r, std::numeric_limits<index_t>::max()), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(same(shift(r, 0), r));
  CHECK(shift(ravel::iota<int>(0), 3).size() == 0);
}

TEST_CASE("a shifted reader of every kind keeps the contract") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n);
      for (const auto& r : support::in_every_way(values)) {
        for (const index_t by : {-n / 2, n - 1}) {
          support::check_reader(shift(r, by), model::shift(values, by), support::contract::quick);
        }
        if (n == 1025) support::check_reader(shift(r, -2), model::shift(values, -2));
      }
    }
  });
}

TEST_CASE("every shift of a small reader") {
  for (index_t n = 0; n < 9; ++n) {
    const auto values = support::samples<int>(n);
    for (index_t by = -n - 2; by <= n + 2; ++by) {
      for (const auto& r : support::in_every_way(values))
        support::check_reader(shift(r, by), model::shift(values, by), support::contract::quick);
    }
  }
}

TEST_CASE("order survives a shift") {
  CHECK(shift(ravel::iota<int>(9), 2).sorted());
  CHECK_FALSE(shift(ravel::iota<int>(9, 0, -1), 2).sorted());
}

TEST_CASE("only the elements that are shown are computed") {
  const auto r = ravel::generate(100, [](index_t i) {
    if (i >= 90) throw std::runtime_error("too far");
    return i;
  });
  std::vector<index_t> room(100);
  CHECK_NOTHROW(shift(r, 10).read(0, room));
  CHECK_THROWS_AS(shift(r, 9).read(0, room), std::runtime_error);
}
