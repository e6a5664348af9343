// SPDX-License-Identifier: BSL-1.0
// interleave of two parts, of many, and of more parts than a block has elements.
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/interleave.hpp>
#include <ravel/lazy/iota.hpp>

#include <support/model.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

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
