// SPDX-License-Identifier: BSL-1.0
// slice over every kind of reader, against the same slice of a vector.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/copy.hpp>

#include <support/model.hpp>
#include <support/require_equal.hpp>
#include <support/writer_contract.hpp>

namespace {

using ravel::index_t;
using ravel::slice;
namespace model = support::model;

int depth_of(const ravel::reader<int>& r) { return ravel::detail_access::node(r).depth(); }

}  // namespace

TEST_CASE("a slice takes every step-th element from start on") {
  const ravel::buffer<int> b{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  CHECK_EQUAL(slice(b, 2, 3), {2, 3, 4});
  CHECK_EQUAL(slice(b, 1, 4, 2), {1, 3, 5, 7});
  CHECK_EQUAL(slice(b, 9, 4, -3), {9, 6, 3, 0});
  CHECK_EQUAL(slice(b, 10, 0), {});
  CHECK_EQUAL(slice(b, 3, 0, -5), {});
  CHECK_EQUAL(slice(b + 1, 9, 3, -4), {10, 6, 2});
  CHECK_EQUAL(slice(ravel::buffer<int>{1, 2, 3}, 1, 2), {2, 3});
}

TEST_CASE("slices of every kind of reader keep the contract") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n);
      for (const auto& r : support::in_every_way(values)) {
        support::check_reader(slice(r, n / 3, n / 2, 1), model::slice(values, n / 3, n / 2, 1), support::contract::quick);
        support::check_reader(slice(r, 0, (n + 1) / 2, 2), model::slice(values, 0, (n + 1) / 2, 2), support::contract::quick);
        if (n > 0) support::check_reader(slice(r, n - 1, n, -1), model::slice(values, n - 1, n, -1), support::contract::quick);
        if (n == 1025) support::check_reader(slice(r, n - 1, n / 3, -3), model::slice(values, n - 1, n / 3, -3));
      }
    }
  });
}

TEST_CASE("slices of a writer write through") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : {0, 1, 17, 1025}) {
      const auto values = support::samples<T>(n);
      const ravel::buffer<T> memory = support::in_memory(values);
      const ravel::writer<T> computed = ravel::from(std::make_shared<support::by_element_writer<T>>(values));
      for (const ravel::writer<T>& w : {ravel::writer<T>(memory), computed}) {
        support::check_writer(slice(w, n / 4, n / 2, 1), model::slice(values, n / 4, n / 2, 1), support::contract::quick);
        support::check_writer(slice(w, 0, (n + 2) / 3, 3), model::slice(values, 0, (n + 2) / 3, 3), support::contract::quick);
        if (n > 0) support::check_writer(slice(w, n - 1, n, -1), model::reverse(values), support::contract::quick);
        CHECK(support::reader_fault(w, values, support::contract::quick) == "");
      }
    }
  });
}

TEST_CASE("memory stays memory, and a part of a buffer is a buffer") {
  ravel::buffer<int> b{0, 1, 2, 3, 4, 5};
  static_assert(std::same_as<decltype(slice(b, 1, 2)), ravel::buffer<int>>);
  static_assert(std::same_as<decltype(slice(ravel::buffer<int>{1}, 0, 1)), ravel::buffer<int>>);
  static_assert(std::same_as<decltype(slice(b, 1, 2, 2)), ravel::writer<int>>);
  static_assert(std::same_as<decltype(slice(ravel::writer<int>(b), 1, 2)), ravel::writer<int>>);
  static_assert(std::same_as<decltype(slice(ravel::reader<int>(b), 1, 2)), ravel::reader<int>>);
  static_assert(std::same_as<decltype(slice(b + 1, 1, 2)), ravel::reader<int>>);

  const auto part = slice(b, 2, 3);
  CHECK(part.data() == b.data() + 2);
  part[0] = 20;
  CHECK_EQUAL(b, {0, 1, 20, 3, 4, 5});
  const auto back = slice(b, 5, 3, -2);
  CHECK(back.memory()->data == b.data() + 5);
  CHECK(back.memory()->step == -2);
  const auto none = slice(b, 6, 0);
  CHECK(none.data() != nullptr);
}

TEST_CASE("slices of slices are one node over what lies below") {
  const auto values = model::made<int>(1000, [](index_t i) { return static_cast<int>(i * 7 % 1000); });
  for (const auto& r : support::in_every_way(values)) {
    auto view = r;
    index_t first = 0, step = 1;
    for (int i = 0; i < 500'000; ++i) {
      const index_t n = view.size(), dropped = i % 1000 == 0 ? 1 : 0;
      view = slice(reverse(view), dropped, n - dropped);
      first += (n - 1 - dropped) * step;
      step = -step;
    }
    CHECK(depth_of(view) <= depth_of(r) + 1);
    CHECK_EQUAL(view, model::slice(values, first, 500, step));
    CHECK(same(reverse(reverse(r)), r) == !r.memory());  // memory is looked at anew
  }
}

TEST_CASE("a view owns what it looks at") {
  auto view = [] {
    ravel::buffer<std::string> b{"a long enough string to be on the heap", "b", "c"};
    return reverse(slice(b, 0, 2, 2));
  }();
  CHECK_EQUAL(view, {std::string("c"), std::string("a long enough string to be on the heap")});
}

TEST_CASE("elements that are stepped over are not computed") {
  const auto r = ravel::generate(3000, [](index_t i) -> int {
    if (i % 2 == 1) throw std::runtime_error("odd");
    return static_cast<int>(i);
  });
  CHECK_EQUAL(slice(r, 0, 1500, 2), model::made<int>(1500, [](index_t i) { return static_cast<int>(2 * i); }));
  std::vector<int> room(2);
  CHECK_NOTHROW(slice(r, 4, 2, -4).read(0, room));
  CHECK_THROWS_AS(slice(r, 0, 2).read(0, room), std::runtime_error);
}

TEST_CASE("order is known of a slice") {
  const auto none = ravel::generate(10, [](index_t i) { return i; });
  CHECK_FALSE(slice(none, 0, 3).sorted());
  const auto ascending = ravel::shift(ravel::iota<int>(10), 2);
  CHECK(slice(ascending, 1, 4, 2).sorted());
  CHECK_FALSE(slice(ascending, 7, 4, -2).sorted());
  const auto falling = ravel::iota<int>(10, 9, -1);
  CHECK(slice(falling, 4, 1).sorted());
  CHECK(slice(falling, 4, 0).sorted());
  CHECK_FALSE(slice(none, 4, 1).sorted());  // its function may read what somebody writes
  const ravel::buffer<int> b{1, 2, 3};
  CHECK_FALSE(slice(b, 0, 1).sorted());  // somebody may write
}

TEST_CASE("slices that do not fit") {
  const ravel::reader<int> r = ravel::buffer<int>{0, 1, 2, 3, 4};
  CHECK_THROWS_WITH(slice(r, 3, 3), "slice(3, 3, 1) reaches position 5, which is outside [0, 5)");
  CHECK_THROWS_AS(slice(r, 3, 3), ravel::index_error);
  CHECK_THROWS_WITH(slice(r, 1, 3, -1), "slice(1, 3, -1) reaches position -1, which is outside [0, 5)");
  CHECK_THROWS_AS(slice(r, -1, 1), ravel::index_error);
  CHECK_THROWS_AS(slice(r, 5, 1), ravel::index_error);
  CHECK_THROWS_AS(slice(r, 6, 0), ravel::index_error);
  CHECK_THROWS_AS(slice(r, 0, -1), ravel::value_error);
  CHECK_THROWS_AS(slice(r, 0, 2, 0), ravel::value_error);
  CHECK_THROWS_AS(slice(r, 0, ravel::index_limit, 2), ravel::overflow_error);
  CHECK_NOTHROW(slice(r, 2, 1, ravel::index_limit));
  CHECK(slice(ravel::reader<int>(), 0, 0).size() == 0);
}

TEST_CASE("open slices of readers, read and written") {
  using ravel::last;
  const ravel::buffer<int> b{0, 1, 2, 3, 4, 5};
  CHECK_EQUAL(slice(b, ravel::slice_from(4)), {4, 5});
  CHECK_EQUAL(slice(b, ravel::slice_before(last)), {0, 1, 2, 3, 4});
  CHECK_EQUAL(slice(b, ravel::slice_every(-2)), {5, 3, 1});
  CHECK_EQUAL(slice(b, ravel::slice(1, 2, 3)), {1, 4});
  CHECK_EQUAL(select(b + 1, ravel::slice_from(last - 1)), {5, 6});
  slice(b, ravel::slice_from(1).before(last).every(2)) = 9;
  CHECK_EQUAL(b, {0, 9, 2, 9, 4, 5});
  CHECK_THROWS_WITH(slice(b, ravel::slice_from(7)), "the slice from position 7 to before 6 does not lie inside [0, 6)");
}
