// SPDX-License-Identifier: BSL-1.0
// reverse of every kind of reader and writer.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/reverse.hpp>

#include <support/model.hpp>
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
