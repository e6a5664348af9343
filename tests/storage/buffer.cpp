// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>

#include <support/faults.hpp>
#include <support/on_one_thread.hpp>
#include <support/require_equal.hpp>
#include <support/writer_contract.hpp>

using ravel::buffer;
using ravel::index_t;
using ravel::make_buffer;
using support::bomb;

namespace {

struct no_default {
  explicit no_default(int v) : value(v) {}
  int value;
};
struct plain {  // no operator==
  double price = 1;
  int count = 2;
};

template <class B>
concept lends_pointers = requires(B&& b) { std::forward<B>(b).data(); } || requires(B&& b) { std::forward<B>(b).span(); } ||
                         requires(B&& b) { std::forward<B>(b).begin(); } || requires(B&& b) { std::forward<B>(b).end(); };

static_assert(lends_pointers<buffer<int>&> && lends_pointers<const buffer<int>&>);
static_assert(!lends_pointers<buffer<int>> && !lends_pointers<const buffer<int>>);
template <class B, class Element>
concept gives_span = std::convertible_to<B, std::span<Element>>;
static_assert(gives_span<buffer<int>&, int> && gives_span<const buffer<int>&, int> && gives_span<const buffer<int>&, const int>);
static_assert(!gives_span<buffer<int>, int> && !gives_span<buffer<int>, const int> && !gives_span<const buffer<int>, const int>);
static_assert(std::same_as<decltype(std::declval<const buffer<int>&>()[0]), int&>);
static_assert(std::same_as<decltype(std::declval<buffer<int>>()[0]), int> &&
              std::same_as<decltype(std::declval<buffer<int>>().unchecked(0)), int>);
static_assert(std::ranges::contiguous_range<const buffer<int>&> && std::ranges::sized_range<const buffer<int>&>);

}  // namespace

TEST_CASE("a buffer holds the values of its list", "[storage]") {
  const buffer<int> b{3, 1, 2};
  CHECK(b.size() == 3);
  CHECK(b[1] == 1);
  CHECK(b.data()[2] == 2);
  CHECK(b.span().size() == 3);
  CHECK(b.end() - b.begin() == 3);
  b[1] = 10;
  b.unchecked(2) = 20;
  CHECK_EQUAL(b, {3, 10, 20});
  CHECK_THROWS_AS(b[3], ravel::index_error);
  CHECK_THROWS_AS(b[-1], ravel::index_error);
  CHECK(buffer<int>({}).size() == 0);
  CHECK(buffer<std::string>{"a", "b"}[1] == "b");
  CHECK(buffer<bool>{true, false}.unchecked(0));
}

TEST_CASE("every buffer keeps the contract", "[storage]") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : {0, 1, 16, 3000}) {
      const auto values = support::samples<T>(n);
      support::check_writer<T>(support::in_memory(values), values, support::contract::quick);
    }
  });
}

TEST_CASE("make_buffer makes n elements, all alike", "[storage]") {
  CHECK_EQUAL(make_buffer<int>(3), {0, 0, 0});
  CHECK_EQUAL(make_buffer<int>(2, 7), {7, 7});
  CHECK_EQUAL(make_buffer<std::string>(2, "x"), {"x", "x"});
  CHECK(make_buffer<std::complex<float>>(1000)[999] == std::complex<float>());
  CHECK(make_buffer<int>(0).size() == 0);
  CHECK(make_buffer<plain>(3)[2].count == 2);
  const auto none = make_buffer<double>(0);
  CHECK(none.memory().has_value());
}

TEST_CASE("sizes that are none are refused", "[storage]") {
  CHECK_THROWS_AS(make_buffer<int>(-1), ravel::value_error);
  CHECK_THROWS_WITH(make_buffer<int>(-1), "number of elements -1 is negative");
  CHECK_THROWS_AS(make_buffer<int>(-1, 3), ravel::value_error);
  CHECK_THROWS_AS(make_buffer<int>(ravel::index_limit + 1), ravel::overflow_error);
  CHECK_THROWS_AS(make_buffer<int>(ravel::index_limit), ravel::overflow_error);  // times four bytes
}

TEST_CASE("copying shares, clone copies", "[storage]") {
  const buffer<int> b{1, 2, 3};
  const auto shared = b;
  const auto copied = ravel::clone(b);
  b[0] = 10;
  CHECK(shared[0] == 10);
  CHECK(copied[0] == 1);
  CHECK(same(b, shared));
}

TEST_CASE("a struct without comparison is an element too", "[storage]") {
  const buffer<plain> b = make_buffer<plain>(3);
  b[1].price = 5;
  const auto prices = ravel::map([](const plain& p) { return p.price * p.count; }, b);
  CHECK_EQUAL(prices, {2, 10, 2});
  CHECK(ravel::clone(b)[1].price == 5);
}

TEST_CASE("a part of a buffer keeps all of it alive", "[storage]") {
  const auto before = support::live_blocks();
  {
    buffer<double> part;
    {
      const auto whole = make_buffer<double>(1000, 2.5);
      part = ravel::slice(whole, 10, 5);
    }
    CHECK(part[4] == 2.5);
    CHECK(support::live_blocks() > before);
  }
  CHECK(support::live_blocks() == before);
}

TEST_CASE("memory is one allocation, and one for the node", "[storage]") {
  const auto allocations = [](auto make) {
    const auto before = support::total_allocations();
    const auto made = make();
    return support::total_allocations() - before;
  };
  CHECK(allocations([] { return make_buffer<double>(1000); }) == 2);
  CHECK(allocations([] { return make_buffer<double>(0); }) == 1);
  CHECK(allocations([] { return buffer<double>(); }) == 0);
}

TEST_CASE("elements that throw while they are made leave nothing behind", "[storage]") {
  CHECK(support::for_each_explosion([] { static_cast<void>(make_buffer<bomb>(10, bomb(3))); }) == 10);
  CHECK(support::for_each_explosion([] { static_cast<void>(buffer<bomb>{bomb(1), bomb(2), bomb(3)}); }) >= 3);
  CHECK(support::for_each_explosion([] { static_cast<void>(ravel::clone(make_buffer<bomb>(50))); }) >= 50);
  const auto live = bomb::live();
  {
    const auto b = make_buffer<bomb>(100);
    CHECK(bomb::live() == live + 100);
  }
  CHECK(bomb::live() == live);
  CHECK(support::for_each_allocation_failure([] { static_cast<void>(make_buffer<bomb>(10, bomb(3))); }) == 3);
}

TEST_CASE("every failed allocation passes and leaks nothing", "[storage]") {
  const support::on_one_thread here;
  CHECK(support::for_each_allocation_failure([] { static_cast<void>(make_buffer<double>(1000)); }) == 2);
  CHECK(support::for_each_allocation_failure([] { static_cast<void>(make_buffer<std::string>(3, std::string(100, 'x'))); }) == 6);
  CHECK(support::for_each_allocation_failure([] { static_cast<void>(buffer<int>{1, 2, 3}); }) == 2);
  CHECK(support::for_each_allocation_failure([] { static_cast<void>(ravel::clone(ravel::iota<int>(5000))); }) == 3);
  const buffer<int> b{1, 2, 3};
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(ravel::slice(b, 0, 2)); }) == 1);
  CHECK(support::for_each_allocation_failure([&] { const auto shared = b; }) == 0);
}
