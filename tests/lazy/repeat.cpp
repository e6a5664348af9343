// SPDX-License-Identifier: BSL-1.0
// repeat against a vector that is appended again and again.
#include <ravel/lazy/generate.hpp>
#include <ravel/lazy/repeat.hpp>

#include <support/model.hpp>
#include <support/on_one_thread.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

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
