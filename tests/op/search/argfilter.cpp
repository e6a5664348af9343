// SPDX-License-Identifier: BSL-1.0
// argfilter against a plain loop: predicates on one reader and on two, masks, results that are ranges, and how often predicates are asked.
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/storage/list.hpp>

#include <support/faults.hpp>
#include <support/on_one_thread.hpp>
#include <support/require_equal.hpp>
#include <support/sparse_samples.hpp>

namespace {

using ravel::argfilter;
using ravel::buffer;
using ravel::index_t;
using ravel::selection;
using some_types = support::type_list<bool, std::int8_t, double, std::complex<double>, std::string, support::record>;

}  // namespace

TEST_CASE("the positions where a predicate holds or a mask is true") {
  some_types::each([]<class T>() {
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n);
      const auto flags = support::random(static_cast<std::uint64_t>(n)).values<bool>(n);
      std::vector<index_t> expected;
      for (std::size_t i = 0; i < flags.size(); ++i) {
        if (flags[i]) expected.push_back(static_cast<index_t>(i));
      }
      const selection wanted(expected);
      for (const auto& mask : support::in_every_way(flags)) {
        REQUIRE(argfilter(mask) == wanted);
        for (const auto& source : support::in_every_way(values)) {
          REQUIRE(argfilter(source, [at = std::size_t{0}, &flags](const T&) mutable { return flags[at++]; }) == wanted);
          REQUIRE(argfilter(source, mask, [](const T&, bool flag) { return flag; }) == wanted);
        }
      }
    }
  });
}

TEST_CASE("results that follow one another in equal steps are ranges, and select stays a view") {
  const auto x = ravel::iota<int>(10000);
  CHECK(argfilter(x, [](int v) { return v % 5 == 2; }).as_range() == ravel::slice(2, 2000, 5));
  CHECK(argfilter(x, [](int) { return true; }).as_range() == ravel::slice(0, 10000));
  CHECK(argfilter(x, [](int) { return false; }).empty());
  CHECK(argfilter(x > 17).as_range() == ravel::slice(18, 9982));
  CHECK(argfilter(x == 4).as_range() == ravel::slice(4, 1));
  const buffer<int> b{5, -1, 6, -2};
  const auto found = select(b, argfilter(b > 0));
  CHECK(found.memory()->step == 2);
  CHECK(argfilter(ravel::list<int>{1, 2, 2, 1}, [](int v) { return v == 2; }).as_range() == ravel::slice(1, 2));
  CHECK(argfilter(ravel::make_buffer<int>(0), [](int) { return true; }).empty());
  CHECK(argfilter(ravel::constant(100, true)).size() == 100);
}

TEST_CASE("argfilter calls its predicate once for each element, in order") {
  const support::on_one_thread here;
  std::vector<int> seen;
  static_cast<void>(argfilter(ravel::iota<int>(5000), [&](int value) { return seen.push_back(value), value % 3 == 0; }));
  CHECK_EQUAL(seen, ravel::iota<int>(5000));
}

TEST_CASE("sizes that differ, and what fails") {
  CHECK_THROWS_AS(argfilter(ravel::iota<int>(3), ravel::iota<int>(4), [](int, int) { return true; }), ravel::shape_error);
  CHECK(argfilter(ravel::reader<bool>()).size() == 0);
  CHECK_THROWS_AS(argfilter(ravel::iota<int>(3), [](int) -> bool { throw std::runtime_error("no"); }), std::runtime_error);
  const auto x = ravel::make_buffer<double>(5000, 2.0);
  CHECK(support::for_each_allocation_failure(
            [&] { static_cast<void>(argfilter(x + ravel::iota<double>(5000), [](double v) { return v > 9 && v != 20; })); }) >= 3);
}

TEST_CASE("the positions where a sparse mask is true") {
  for (const index_t n : {0, 1, 50, 3000}) {
    for (const bool fill : {false, true}) {
      for (const index_t one_in : {1, 5, 100000}) {
        const auto mask = support::listed_at_random<bool>(n, fill, one_in, 7);
        CHECK(argfilter(mask) == argfilter(clone(mask)));
        CHECK(argfilter(!mask) == argfilter(clone(!mask)));
      }
    }
  }
  constexpr index_t far = 1'000'000'000'000;
  const auto r = support::listed<double>(far, 0, {{5, 1.0}, {far - 1, -2.0}});
  CHECK(argfilter(r != 0.0) == ravel::selection{5, far - 1});
  CHECK(argfilter(r == 0.0).size() == far - 2);
  CHECK(!argfilter(r == 0.0).contains(5));
}
