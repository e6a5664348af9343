// SPDX-License-Identifier: BSL-1.0
// reduce: ascending order, one call for each element, results of any type, and nothing lost on the way.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/reduce.hpp>
#include <ravel/storage/list.hpp>

#include <support/faults.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <memory>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::reader;

using some_types = support::type_list<bool, std::int8_t, double, std::complex<double>, std::string>;

constexpr auto add = [](auto a, auto b) { return a + b; };

}  // namespace

TEST_CASE("the function is called once for each element, in ascending order") {
  some_types::each([]<class T>() {
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n);
      const auto append = [](std::vector<T> seen, const T& value) {
        seen.push_back(value);
        return seen;
      };
      for (const auto& source : support::in_every_way(values)) {
        REQUIRE_EQUAL(reduce(source, std::vector<T>{}, append), values);
        REQUIRE_EQUAL(reduce(ravel::serial, source, std::vector<T>{}, append), values);
      }
    }
  });
}

TEST_CASE("the result has the type of the start value") {
  const buffer<int> b{1, 2, 3};
  static_assert(std::same_as<decltype(reduce(b, 0.0, add)), double> && std::same_as<decltype(reduce(b, index_t{0}, add)), index_t>);
  CHECK(reduce(b, 0.5, add) == 6.5);
  CHECK(reduce(b, 10, [](int a, int x) { return a * 10 + x; }) == 10123);
  CHECK(reduce(ravel::reverse(b), std::string(), [](std::string s, int x) { return s + std::to_string(x); }) == "321");
  CHECK(reduce(b + 1, 0, add) == 9);
  CHECK(reduce(ravel::make_buffer<int>(0), 42, add) == 42);
  CHECK(reduce(buffer<std::string>{"a", "b"}, std::string("x"), add) == "xab");
  CHECK(reduce(buffer<float>{1, 2}, 0.0, add) == 3.0);
}

namespace {

template <class T, class A, class F>
concept reduces = requires(const reader<T>& r, A a, F f) { reduce(r, a, f); };

using sum_of_doubles = decltype([](double a, double b) { return a + b; });
using sum_as_int = decltype([](const auto& a, int b) { return static_cast<int>(a) + b; });  // one of int would cut a

}  // namespace

TEST_CASE("a start value that cannot hold the result does not compile") {
  static_assert(reduces<double, double, sum_of_doubles> && !reduces<double, int, sum_of_doubles> &&
                !reduces<double, float, sum_of_doubles>);
  static_assert(reduces<int, std::int64_t, sum_as_int> && !reduces<int, short, sum_as_int> && !reduces<int, unsigned, sum_as_int>);
  static_assert(reduces<short, double, sum_as_int> && reduces<int, long long, decltype([](long a, int b) { return a + b; })>);
  static_assert(!reduces<int, std::string, decltype([](const std::string&, int b) { return b; })>);
}

TEST_CASE("functions and start values may have state and need not be copied") {
  int calls = 0;
  CHECK(reduce(buffer<int>{1, 2, 3}, 0, [&calls, weight = 0](int a, int b) mutable { return ++calls, a + b * ++weight; }) == 14);
  CHECK(calls == 3);
  const auto boxed = reduce(buffer<int>{1, 2}, std::make_unique<int>(5), [](std::unique_ptr<int> total, int x) {
    *total += x;
    return total;
  });
  CHECK(*boxed == 8);
}

TEST_CASE("reduce of the user's own lvalues, and what throws") {
  struct opted_in : support::by_element<int>, ravel::reader_base {};
  const opted_in mine{{{4, 5, 6}}, {}};
  CHECK(reduce(mine, 0, add) == 15);
  CHECK(reduce(ravel::list<int>{1, 2}, 0, add) == 3);
  CHECK(reduce(reader<int>(), 7, add) == 7);
  CHECK_THROWS_AS(reduce(1 / ravel::iota<int>(3), 0, add), ravel::value_error);
  CHECK_THROWS_AS(reduce(mine, 0, [](int, int) -> int { throw std::runtime_error("no"); }), std::runtime_error);
  const auto x = ravel::make_buffer<double>(5000, 2.0);
  double total = 0;
  CHECK(support::for_each_allocation_failure([&] { total = reduce(x + x, 0.0, add); }) == 1);
  CHECK(total == 20000);
}
