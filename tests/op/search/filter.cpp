// SPDX-License-Identifier: BSL-1.0
// filter and compress: what is kept, in which order, and how often predicates and masks are asked.
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

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

TEST_CASE("the elements that the predicate or the mask keeps, in order") {
  some_types::each([]<class T>() {
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n);
      const auto flags = support::random(static_cast<std::uint64_t>(n)).values<bool>(n);
      std::vector<T> kept;
      for (std::size_t i = 0; i < flags.size(); ++i) {
        if (flags[i]) kept.push_back(values[i]);
      }
      const auto masks = support::in_every_way(flags);
      for (const auto& source : support::in_every_way(values)) {
        REQUIRE_EQUAL(filter(source, [at = std::size_t{0}, &flags](const T&) mutable { return flags[at++]; }), kept);
        for (const auto& mask : masks) REQUIRE_EQUAL(compress(source, mask), kept);
      }
      static_assert(std::same_as<decltype(filter(reader<T>(), [](const T&) { return true; })), buffer<T>>);
    }
  });
}

TEST_CASE("all and nothing") {
  const auto x = ravel::iota<int>(5000);
  CHECK_EQUAL(filter(x, [](int) { return true; }), x);
  CHECK_EQUAL(filter(x, [](int) { return false; }), {});
  CHECK_EQUAL(compress(x, ravel::constant(5000, true)), x);
  CHECK_EQUAL(compress(x, ravel::constant(5000, false)), {});
  CHECK_EQUAL(compress(x, x < 3), {0, 1, 2});
  CHECK_EQUAL(filter(ravel::make_buffer<int>(0), [](int) { return true; }), {});
  CHECK_EQUAL(compress(ravel::make_buffer<std::string>(0), ravel::make_buffer<bool>(0)), {});
}

TEST_CASE("a predicate is called once for each element, in order") {
  const support::on_one_thread here;
  std::vector<int> seen;
  static_cast<void>(filter(ravel::iota<int>(5000), [&](int value) { return seen.push_back(value), value % 3 == 0; }));
  CHECK(seen == model::made<int>(5000, [](index_t i) { return static_cast<int>(i); }));
}

TEST_CASE("a mask that changes its mind is an error, and nothing is written outside") {
  const support::on_one_thread here;
  index_t calls = 0;
  const auto grows = ravel::generate(1000, [&calls](index_t) { return ++calls > 900; });
  CHECK_THROWS_AS(compress(ravel::iota<int>(1000), grows), ravel::value_error);
  calls = 0;
  const auto shrinks = ravel::generate(1000, [&calls](index_t) { return ++calls < 1100; });
  CHECK_THROWS_WITH(compress(ravel::iota<int>(1000), shrinks), "compress reads its mask twice, and the mask had changed: clone() it first");
}

TEST_CASE("the result is memory of its own") {
  const buffer<std::string> b{"a", "a string that is too long to lie in place"};
  const auto kept = filter(b, [](const std::string& s) { return s.size() > 1; });
  b[1] = "changed";
  CHECK_EQUAL(kept, {std::string("a string that is too long to lie in place")});
  kept[0] = "x";
  CHECK(b[1] == "changed");
}

TEST_CASE("sizes that differ") {
  CHECK_THROWS_AS(compress(ravel::iota<int>(3), ravel::constant(4, true)), ravel::shape_error);
  CHECK_THROWS_AS(compress(ravel::iota<int>(3), ravel::constant(0, true)), ravel::shape_error);
  CHECK(filter(reader<int>(), [](int) { return true; }).size() == 0);
  CHECK_THROWS_AS(compress(ravel::iota<int>(3), reader<bool>()), ravel::shape_error);
}

TEST_CASE("filter of the user's own lvalues, and what fails in filter") {
  struct opted_in : support::by_element<int>, ravel::reader_base {};
  const opted_in mine{{{4, 5, 6}}, {}};
  CHECK_EQUAL(filter(mine, [](int value) { return value != 5; }), {4, 6});
  CHECK_EQUAL(compress(mine, buffer<bool>{false, true, true}), {5, 6});
  CHECK_THROWS_AS(filter(mine, [](int) -> bool { throw std::runtime_error("no"); }), std::runtime_error);
  const auto x = ravel::make_buffer<double>(5000, 2.0);
  CHECK(support::for_each_allocation_failure([&] {
          static_cast<void>(filter(x + x, [](double v) { return v > 1; }));
          static_cast<void>(compress(x, x > 1.0));
        }) >= 6);
  CHECK(support::for_each_explosion([] {
          const buffer<support::bomb> bombs{1, 2, 3};
          static_cast<void>(filter(bombs, [](const support::bomb&) { return true; }));
          static_cast<void>(compress(bombs, ravel::constant(3, true)));
        }) >= 9);
}

TEST_CASE("compress keeps what a mask marks on an axis", "[tensor]") {
  using namespace ravel;
  const tensor<int> t = reshape(arange<int>(6), {2, 3});
  CHECK(equal(compress(t, buffer<bool>{true, false, true}, 1), tensor<int>{{0, 2}, {3, 5}}));
  CHECK(equal(compress(t, tensor<bool>{false, true}, -2), tensor<int>{{3, 4, 5}}));
  CHECK(compress(t, buffer<bool>{false, false}, 0).shape() == shape{0, 3});
  CHECK_THROWS_WITH(compress(t, buffer<bool>{true}, 1), "a mask of 1 element does not fit axis 1 of [2 3]");
}
