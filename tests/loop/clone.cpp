// SPDX-License-Identifier: BSL-1.0
// clone and to_vector: equal to what they were made of, and from then on independent of it.
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/storage/list.hpp>

#include <support/faults.hpp>
#include <support/model.hpp>
#include <support/on_one_thread.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::reader;
namespace model = support::model;

using some_types = support::type_list<bool, std::int8_t, double, std::complex<double>, std::string>;

}  // namespace

TEST_CASE("a clone holds the same values in memory of its own") {
  some_types::each([]<class T>() {
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n);
      for (const auto& source : support::in_every_way(values)) {
        const auto made = clone(source);
        static_assert(std::same_as<decltype(clone(source)), buffer<T>>);
        REQUIRE_EQUAL(made, values);
        REQUIRE_EQUAL(to_vector(source), values);
        static_assert(std::same_as<decltype(to_vector(source)), std::vector<T>>);
        REQUIRE(reinterpret_cast<std::uintptr_t>(made.data()) % (n > 0 ? 64 : 1) == 0);
      }
    }
  });
}

TEST_CASE("writing the original does not change the clone, nor the other way round") {
  const buffer<int> b{1, 2, 3};
  const auto made = clone(b), computed = clone(b * 10);
  const auto vector = to_vector(b);
  b[0] = 7;
  made[2] = 9;
  CHECK_EQUAL(made, {1, 2, 9});
  CHECK_EQUAL(computed, {10, 20, 30});
  CHECK_EQUAL(vector, {1, 2, 3});
  CHECK_EQUAL(b, {7, 2, 3});
}

TEST_CASE("a clone outlives what it was made of") {
  const auto made = [] { return clone(ravel::reverse(buffer<std::string>{"a", "a string that is too long to lie in place"})); }();
  CHECK(made[0] == "a string that is too long to lie in place");
}

TEST_CASE("the user's own lvalues are cloned") {
  struct opted_in : support::by_element<int>, ravel::reader_base {};
  const opted_in mine{{{4, 5, 6}}, {}};
  CHECK_EQUAL(clone(mine), {4, 5, 6});
  CHECK_EQUAL(to_vector(mine), {4, 5, 6});
  const ravel::list<int> grown{1, 2};
  CHECK_EQUAL(clone(grown), {1, 2});
}

TEST_CASE("a clone of nothing is empty") {
  CHECK(clone(reader<int>()).size() == 0);
  CHECK(to_vector(buffer<int>()).empty());
}

TEST_CASE("a clone is one block of memory and its handle, and nothing else where an expression is one loop") {
  const support::on_one_thread here;
  const auto x = ravel::make_buffer<double>(5000, 2.0);
  const auto count = [](const auto& f) {
    const auto before = support::total_allocations();
    f();
    return support::total_allocations() - before;
  };
  CHECK(count([&] { static_cast<void>(clone(x)); }) == 2);
  CHECK(count([&] { static_cast<void>(clone(x * x + 1.0)); }) == 2);
  CHECK(count([&] { static_cast<void>(to_vector(x)); }) == 1);
}

TEST_CASE("a failure while cloning leaks nothing") {
  const auto x = ravel::make_buffer<double>(5000, 2.0);
  const reader<double> computed = ravel::reverse(x + ravel::cast<double>(ravel::iota<int>(5000)));
  CHECK(support::for_each_allocation_failure([&] {
          static_cast<void>(clone(computed));
          static_cast<void>(to_vector(computed));
        }) >= 5);
  CHECK(support::for_each_explosion([] {
          const buffer<support::bomb> bombs{1, 2, 3};
          static_cast<void>(clone(ravel::reverse(bombs)));
          static_cast<void>(to_vector(bombs));
        }) >= 9);
}
