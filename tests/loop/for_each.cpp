// SPDX-License-Identifier: BSL-1.0
// for_each, blocks and walk: every element once, in ascending order, over every kind of reader.
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/storage/list.hpp>

#include <support/faults.hpp>
#include <support/model.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <algorithm>

namespace {

using ravel::blocks;
using ravel::buffer;
using ravel::index_t;
using ravel::reader;
using ravel::walk;
namespace model = support::model;

using some_types = support::type_list<bool, std::int8_t, double, std::complex<double>, std::string>;

template <class R>
auto by_for_each(const R& r) {
  std::vector<ravel::value_t<R>> seen;
  for_each(r, [&](const auto& value) { seen.push_back(value); });
  return seen;
}
template <class R>
auto by_walk(const R& r) {
  std::vector<ravel::value_t<R>> seen;
  for (const auto& value : walk(r)) seen.push_back(value);
  return seen;
}
template <class R>
auto by_blocks(const R& r) {
  std::vector<ravel::value_t<R>> seen;
  for (const auto part : blocks(r)) {
    if (part.empty() || static_cast<index_t>(part.size()) > ravel::detail::block_length<ravel::value_t<R>>) FAIL("a part of odd size");
    seen.insert(seen.end(), part.begin(), part.end());
  }
  return seen;
}

}  // namespace

TEST_CASE("every element once, in order") {
  some_types::each([]<class T>() {
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n);
      auto sources = support::in_every_way(values);
      if (n == 17) {
        sources.push_back(ravel::constant(n, values[0]));
      }
      for (const auto& source : sources) {
        const auto& expected = source.constant() ? std::vector<T>(static_cast<std::size_t>(n), values[0]) : values;
        REQUIRE_EQUAL(by_for_each(source), expected);
        REQUIRE_EQUAL(by_walk(source), expected);
        REQUIRE_EQUAL(by_blocks(source), expected);
      }
    }
  });
}

TEST_CASE("expressions are walked as they are") {
  const auto x = ravel::iota<int>(5000);
  const auto expected = model::made<int>(5000, [](index_t i) { return static_cast<int>(2 * i); });
  CHECK_EQUAL(by_for_each(x + x), expected);
  CHECK_EQUAL(by_walk(x + x), expected);
  CHECK_EQUAL(by_blocks(x + x), expected);
}

TEST_CASE("each element is computed once") {
  index_t calls = 0;
  const reader<index_t> counted = ravel::map([&calls](index_t i) { return ++calls, i; }, ravel::iota<index_t>(5000));
  for_each(counted, [](index_t) {});
  CHECK(calls == 5000);
  for ([[maybe_unused]] const index_t i : walk(counted)) {
  }
  CHECK(calls == 10000);
}

TEST_CASE("for_each ignores results of the function") {
  int calls = 0;
  for_each(buffer<int>{1, 2, 3}, [&](int) { return ++calls, false; });
  CHECK(calls == 3);
  struct counting {
    int* total;
    void operator()(int value) { *total += value; }
  };
  for_each(buffer<int>{1, 2, 3}, counting{&calls});
  CHECK(calls == 9);
}

TEST_CASE("the ranges are input ranges of the standard, and own what they read") {
  static_assert(std::ranges::input_range<ravel::block_range<double>> && std::ranges::input_range<ravel::walk_range<std::string>>);
  static_assert(std::same_as<std::ranges::range_value_t<ravel::walk_range<int>>, int>);
  auto owning = walk(ravel::reverse(buffer<std::string>{"a", "b", "c"}));
  std::string all;
  std::ranges::for_each(owning, [&](const std::string& word) { all += word; });
  CHECK(all == "cba");
}

TEST_CASE("a range can be begun again") {
  auto range = walk(ravel::iota<int>(3000));
  auto it = range.begin();
  for (int i = 0; i < 2500; ++i) ++it;
  CHECK(*it == 2500);
  CHECK(*range.begin() == 0);
  auto parts = blocks(ravel::iota<int>(3000));
  CHECK((*++parts.begin())[0] == ravel::detail::block_length<int>);
  CHECK((*parts.begin())[0] == 0);
}

TEST_CASE("memory is lent") {
  const buffer<double> b{1, 2, 3};
  auto parts = blocks(b);
  CHECK((*parts.begin()).data() == b.data());
  auto elements = walk(b);
  CHECK(&*elements.begin() == b.data());
}

TEST_CASE("nothing to walk") {
  const auto none = ravel::make_buffer<std::string>(0);
  auto words = walk(none);
  CHECK(words.begin() == words.end());
  auto parts = blocks(none);
  CHECK(parts.begin() == parts.end());
  auto unbound = walk(reader<int>());
  CHECK(unbound.begin() == unbound.end());
  for_each(reader<int>(), [](int) { FAIL("there is nothing"); });
}

TEST_CASE("the user's own lvalues are visited, and walked when they are given away") {
  struct opted_in : support::by_element<int>, ravel::reader_base {};
  const opted_in mine{{{4, 5, 6}}, {}};
  CHECK_EQUAL(by_for_each(mine), {4, 5, 6});
  std::vector<int> seen;
  for (const int value : walk(opted_in(mine))) seen.push_back(value);
  CHECK_EQUAL(seen, {4, 5, 6});
  CHECK_EQUAL(by_for_each(ravel::list<int>{1, 2}), {1, 2});
}

TEST_CASE("a function that throws ends the loop") {
  int calls = 0;
  CHECK_THROWS_AS(for_each(ravel::iota<int>(5000),
                           [&](int value) {
                             ++calls;
                             if (value == 3000) throw std::runtime_error("enough");
                           }),
                  std::runtime_error);
  CHECK(calls == 3001);
  const auto divided = 1 / (ravel::iota<int>(5000) - 3000);
  calls = 0;
  CHECK_THROWS_AS(for_each(divided, [&](int) { ++calls; }), ravel::value_error);
  CHECK(calls == 3000 / ravel::detail::block_length<int> * ravel::detail::block_length<int>);
}

TEST_CASE("a failure while walking leaks nothing") {
  const reader<std::string> words = ravel::map([](const std::string& s) { return s + s; }, ravel::constant(600, std::string(40, 'x')));
  std::size_t length = 0;
  CHECK(support::for_each_allocation_failure([&] {
          for_each(words, [&](const std::string& word) { length += word.size(); });
          for (const auto& word : walk(words)) length += word.size();
        }) > 600);
  CHECK(length > 0);
}
