// SPDX-License-Identifier: BSL-1.0
// select with ranges, lists and sets of positions, over memory, computed readers and writers.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/copy.hpp>

#include <support/model.hpp>
#include <support/require_equal.hpp>
#include <support/writer_contract.hpp>

namespace {

using ravel::index_t;
using ravel::select;
using ravel::selection;
namespace model = support::model;
using positions = std::vector<index_t>;

class members final : public ravel::ascending_set {
 public:
  explicit members(positions all) : all_(std::move(all)) {}
  index_t size() const override { return static_cast<index_t>(all_.size()); }
  index_t at(index_t rank) const override { return all_.at(static_cast<std::size_t>(rank)); }
  index_t rank(index_t position) const override { return std::lower_bound(all_.begin(), all_.end(), position) - all_.begin(); }

 private:
  positions all_;
};

// Selections out of n of each kind: scattered with repetition, in runs, a permutation, ascending with gaps.
std::vector<positions> selections_of(index_t n) {
  support::random r(static_cast<std::uint64_t>(n));
  std::vector<positions> all(4);
  for (index_t i = 0; n > 0 && i < n + 5; ++i) all[0].push_back(r.below(n));
  for (index_t run = 0; n > 0 && run < 20; ++run) {
    for (index_t first = r.below(n), i = 0, length = r.below(40); i < length && first + i < n; ++i) all[1].push_back(first + i);
  }
  for (index_t i = 0; i < n; ++i) all[2].push_back((i * 7919 + 3) % n);
  for (index_t i = 0; i < n; ++i) {
    if (r.below(4) > 0) all[3].push_back(i);
  }
  return all;
}

template <class T>
int depth_of(const ravel::reader<T>& r) {
  return ravel::detail_access::node(r).depth();
}

}  // namespace

TEST_CASE("select takes the elements at the positions given") {
  const ravel::buffer<int> b{10, 11, 12, 13, 14};
  CHECK_EQUAL(select(b, {2, 0, 1, 2}), {12, 10, 11, 12});
  CHECK_EQUAL(select(b, ravel::slice(4, 3, -2)), {14, 12, 10});
  CHECK_EQUAL(select(b, std::vector<int>{4, 4}), {14, 14});
  CHECK_EQUAL(select(b, ravel::buffer<index_t>{3, 0, 0}), {13, 10, 10});
  CHECK_EQUAL(select(b, std::make_shared<members>(positions{0, 3, 4})), {10, 13, 14});
  CHECK_EQUAL(select(b, selection()), {});
}

TEST_CASE("selections from every kind of reader keep the contract") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n);
      for (const auto& r : support::in_every_way(values)) {
        for (const positions& chosen : selections_of(n)) {
          support::check_reader(select(r, chosen), model::select(values, chosen), support::contract::quick);
        }
        if (n > 1025 || n < 3) continue;
        const positions ascending = selections_of(n).back();
        support::check_reader(select(r, std::make_shared<members>(ascending)), model::select(values, ascending));
      }
    }
  });
}

TEST_CASE("a selection from a writer can be written") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : {1, 2, 17, 1025}) {
      const auto values = support::samples<T>(n);
      const ravel::writer<T> computed = ravel::from(std::make_shared<support::by_element_writer<T>>(values));
      for (const ravel::writer<T>& w : {ravel::writer<T>(support::in_memory(values)), computed}) {
        for (const std::size_t kind : {2u, 3u}) {
          const positions chosen = selections_of(n)[kind];
          support::check_writer(select(w, chosen), model::select(values, chosen), support::contract::quick);
        }
        CHECK(support::reader_fault(w, values, support::contract::quick) == "");
      }
    }
  });
}

TEST_CASE("two values cannot be written to one place") {
  ravel::buffer<int> b{1, 2, 3};
  const auto w = select(b, {2, 0, 2});
  const int values[] = {7, 8, 9};
  CHECK_THROWS_AS(w.write(0, values), ravel::layout_error);
  CHECK_EQUAL(b, {1, 2, 3});
  w.write(0, 7);
  CHECK_EQUAL(b, {1, 2, 7});
}

TEST_CASE("a range stays a view of memory") {
  const ravel::buffer<int> b{0, 1, 2, 3, 4, 5};
  const auto odd = select(b, {1, 3, 5}), falling = select(b, ravel::iota<index_t>(3, 5, -1));
  CHECK(odd.memory()->step == 2);
  CHECK(falling.memory()->data == b.data() + 5);
  CHECK(select(ravel::iota<int>(10), {1, 4, 7}).as_range() == ravel::slice(1, 3, 3));
}

TEST_CASE("a selection of a selection is one over what lies below") {
  support::random r(5);
  const auto values = support::samples<std::int64_t>(500);
  for (const auto& source : support::in_every_way(values)) {
    auto view = source;
    auto expected = values;
    for (int i = 0; i < 400; ++i) {
      const index_t n = model::size(expected);
      const auto chosen = model::made<index_t>(n, [&](index_t) { return r.below(n); });
      view = select(reverse(view), chosen);
      expected = model::select(model::reverse(expected), chosen);
      if (i % 100 == 0) {
        view = slice(view, 3, n - 3);
        expected = model::slice(expected, 3, n - 3, 1);
      }
    }
    CHECK(depth_of(view) <= depth_of(source) + 1);
    CHECK_EQUAL(view, expected);
  }
  const auto scattered = select(ravel::generate(100, [](index_t i) { return i; }), {3, 9, 4, 80});
  CHECK(depth_of(select(scattered, {3, 0, 2})) == 1);
  CHECK_EQUAL(select(select(scattered, {3, 0, 2}), {2, 0, 0}), {4, 80, 80});
}

TEST_CASE("the positions are read once, and kept") {
  ravel::buffer<index_t> places{2, 0, 1, 1};
  const auto view = select(ravel::buffer<int>{5, 6, 7}, places);
  places[0] = 1;
  CHECK_EQUAL(view, {7, 5, 6, 6});
}

TEST_CASE("order is known of an ascending selection") {
  CHECK(select(ravel::iota<int>(9), {1, 1, 4}).sorted());
  CHECK_FALSE(select(ravel::iota<int>(9), {1, 4, 1}).sorted());
}

TEST_CASE("positions outside") {
  const ravel::reader<int> r = ravel::buffer<int>{1, 2, 3};
  CHECK_THROWS_AS(select(r, {0, 3, 1}), ravel::index_error);
  CHECK_THROWS_WITH(select(r, {3}), "position 3 at place 0 of the selection is outside [0, 3)");
  CHECK_THROWS_WITH(select(r, {0, 3, 1}), "position 3 at place 1 of the selection is outside [0, 3)");
  CHECK_THROWS_AS(select(r, {1, -1}), ravel::index_error);
  CHECK_THROWS_AS(select(r, {-1, 1, 0}), ravel::index_error);
  CHECK_THROWS_AS(select(r, ravel::slice(1, 3)), ravel::index_error);
  CHECK_THROWS_AS(select(slice(r, 0, 2), {0, 2, 1}), ravel::index_error);
  CHECK_THROWS_AS(select(select(r, {2, 0, 1, 1}), {4, 0, 0}), ravel::index_error);
  CHECK_THROWS_AS(select(slice(r, 0, 0), {0}), ravel::index_error);
}

TEST_CASE("a mask selects where it is true, and what is selected is a view") {
  const ravel::buffer<int> b{3, -1, 4, -1, 5};
  const auto positive = select(b, b > 0);
  CHECK_EQUAL(positive, {3, 4, 5});
  select(b, b < 0) = 0;
  CHECK_EQUAL(b, {3, 0, 4, 0, 5});
  b[0] = -3;
  CHECK_EQUAL(positive, {-3, 4, 5});  // the positions were found once
  CHECK_EQUAL(select(b * 2, ravel::buffer<bool>{true, false, false, false, true}), {-6, 10});
  CHECK(select(b, b > 100).size() == 0);
  CHECK_THROWS_WITH(select(b, ravel::buffer<bool>{true}), "a mask of 1 element does not fit a reader of 5");
}
