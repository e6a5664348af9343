// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/map.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/list.hpp>

#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <memory>
#include <optional>
#include <string>

using ravel::buffer;
using ravel::index_t;
using ravel::map;
using ravel::reader;

namespace {

struct item {
  double price = 0;
  int count = 0;
  double cost() const { return price * count; }
};

double halved(double x) { return x / 2; }

template <class... Args>
concept mapped = requires(Args&&... args) { map(std::forward<Args>(args)...); };

struct doubles {
  int operator()(int x) const { return 2 * x; }
};
struct nothing {
  void operator()(int) const {}
};
struct gives_pointer {
  std::unique_ptr<int> operator()(int) const { return nullptr; }
};
struct changes {
  int operator()(int x) { return x; }
};

static_assert(mapped<doubles, buffer<int>&> && mapped<doubles, reader<int>> && mapped<doubles, ravel::list<int>&>);
static_assert(!mapped<doubles> && !mapped<doubles, int> && !mapped<doubles, buffer<int>, buffer<int>>);
static_assert(!mapped<doubles, buffer<std::string>>);
static_assert(!mapped<nothing, buffer<int>>);        // for_each is for that
static_assert(!mapped<gives_pointer, buffer<int>>);  // elements are copied
static_assert(!mapped<changes, buffer<int>>);        // a function is called as const
static_assert(!mapped<double item::*, buffer<item>>);

}  // namespace

TEST_CASE("map calls a function with the elements at each position", "[lazy]") {
  const buffer<int> a{1, 2, 3}, b{10, 20, 30}, c{100, 200, 300};
  CHECK_EQUAL(map([](int x) { return x * x; }, a), {1, 4, 9});
  CHECK_EQUAL(map([](int x, int y) { return x + y; }, a, b), {11, 22, 33});
  CHECK_EQUAL(map([](int x, int y, int z) { return x + y + z; }, a, b, c), {111, 222, 333});
  CHECK_EQUAL(map([](auto... x) { return (x + ...); }, a, b, c, a, b, c, a, b, c), {333, 666, 999});
}

TEST_CASE("an operand that is no reader is a value, at any place", "[lazy]") {
  const buffer<int> a{1, 2, 3};
  CHECK_EQUAL(map([](int k, int x) { return k * x; }, 10, a), {10, 20, 30});
  CHECK_EQUAL(map([](int x, const std::vector<int>& table) { return table[static_cast<std::size_t>(x)]; }, a, std::vector<int>{0, 7, 8, 9}),
              {7, 8, 9});
  CHECK_EQUAL(map([](int x, double k) { return x * k; }, a, 0.5), {0.5, 1, 1.5});
}

TEST_CASE("a map of a map is one expression", "[lazy]") {
  const buffer<int> a{1, 2, 3};
  const auto inner = map([](int x) { return x + 1; }, a);
  const auto outer = map([](int x, int y) { return x * y; }, inner, a);
  CHECK_EQUAL(outer, {2, 6, 12});
  CHECK(ravel::detail_access::node(reader<int>(outer)).depth() == 1);
  CHECK(ravel::detail_access::node(reader<int>(map([](int x) { return -x; }, reader<int>(outer)))).depth() == 2);
}

TEST_CASE("every kind of function is taken", "[lazy]") {
  const buffer<double> a{1, 2, 3};
  CHECK_EQUAL(map(halved, a), {0.5, 1, 1.5});
  CHECK_EQUAL(map(&halved, a), {0.5, 1, 1.5});
  CHECK_EQUAL(map(doubles(), buffer<int>{1}), {2});
  const double k = 3;
  CHECK_EQUAL(map([k](double x) { return k * x; }, a), {3, 6, 9});
  CHECK_EQUAL(map([&](double x) { return k * x; }, a), {3, 6, 9});
  const auto move_only = map([p = std::make_unique<int>(2)](double x) { return *p * x; }, a);
  CHECK_EQUAL(move_only, {2, 4, 6});
  CHECK_EQUAL(reader<double>(map([p = std::make_unique<int>(2)](double x) { return *p * x; }, a)), {2, 4, 6});
  CHECK(ravel::sum(map([](const item& i) { return i.cost(); }, buffer<item>{{2.5, 2}, {1, 3}})) == 8);
}

TEST_CASE("the result is what the function gives, without its reference", "[lazy]") {
  const buffer<item> items{{2.5, 2}, {1, 3}};
  const auto prices = map([](const item& i) -> const double& { return i.price; }, items);
  static_assert(std::same_as<decltype(prices)::value_type, double>);
  CHECK_EQUAL(prices, {2.5, 1});
  static_assert(std::same_as<decltype(map([](int x) { return std::optional(x); }, buffer<int>()))::value_type, std::optional<int>>);
  const auto words = map([](int x) { return std::string(static_cast<std::size_t>(x) * 20, 'w'); }, buffer<int>{0, 1, 2});
  CHECK_EQUAL(words, {"", std::string(20, 'w'), std::string(40, 'w')});
  support::check_reader(words, std::vector<std::string>{"", std::string(20, 'w'), std::string(40, 'w')});
}

TEST_CASE("sizes must be equal, whatever the order", "[lazy]") {
  const buffer<int> two{1, 2}, three{1, 2, 3};
  const auto add = [](int x, int y) { return x + y; };
  CHECK_THROWS_AS(map(add, two, three), ravel::shape_error);
  CHECK_THROWS_WITH(map(add, two, three), "operands have 2 and 3 elements: equal sizes are wanted");
  CHECK_THROWS_WITH(map(add, map(add, three, 1), two), "operands have 3 and 2 elements: equal sizes are wanted");
  CHECK_THROWS_AS(map(add, buffer<int>({}), two), ravel::shape_error);
  CHECK_THROWS_AS(map(add, buffer<int>{1}, two), ravel::shape_error);  // one element does not stretch
  CHECK(map(add, buffer<int>({}), buffer<int>({})).size() == 0);
}

TEST_CASE("nothing is called until elements are read, and each element once in a bulk read", "[lazy]") {
  int calls = 0;
  const auto e = map(
      [&calls](int x) {
        ++calls;
        return x;
      },
      ravel::make_buffer<int>(5000));
  CHECK(calls == 0);
  CHECK(e[3] == 0);
  CHECK(calls == 1);
  calls = 0;
  static_cast<void>(ravel::clone(e));
  CHECK(calls == 5000);
  static_cast<void>(ravel::sum(e));
  CHECK(calls == 10000);
}

TEST_CASE("an exception of a function passes unchanged", "[lazy]") {
  struct exploded {};
  const auto e = map([](int x) { return x == 2 ? throw exploded() : x; }, buffer<int>{1, 2, 3});
  CHECK_THROWS_AS(e[1], exploded);
  CHECK_THROWS_AS(ravel::clone(e), exploded);
  CHECK(e[2] == 3);
}

TEST_CASE("a value beside readers is weak: a parameter takes it where it fits") {
  const ravel::buffer<float> x{1, 2};
  const ravel::buffer<std::uint8_t> bytes{1, 2};
  const auto product = [](float a, float b) { return a * b; };
  const auto sum = [](int a, std::uint8_t b) { return a + b; };
  REQUIRE_EQUAL(ravel::map(product, x, 2.5F), std::vector<float>{2.5F, 5});
  REQUIRE_EQUAL(ravel::map(sum, bytes, std::uint8_t{200}), std::vector<int>{201, 202});
  CHECK_THROWS_WITH(ravel::map(sum, bytes, 300), "300 does not fit uint8");
}

TEST_CASE("a value is given to a parameter as what it is, without a conversion behind the back") {
  REQUIRE_EQUAL(map([](float a, float b) { return a * b; }, ravel::buffer<float>{1, 2}, 2.5), std::vector<float>{2.5F, 5});
  CHECK_THROWS_AS(map([](float a, float b) { return a * b; }, ravel::buffer<float>{1}, 1e300), ravel::type_error);
  REQUIRE_EQUAL(map([](double x) { return x / 2; }, ravel::buffer<std::int64_t>{1, 3}), std::vector<double>{0.5, 1.5});
}

TEST_CASE("characters behind a pointer are kept") {
  const ravel::buffer<std::string> words{"a", "b"};
  std::string ending(40, 'x');
  const auto joined = map([](const std::string& word, const char* end) { return word + end; }, words, ending.c_str());
  const auto alike = words == ending.c_str();
  const auto equal_to_end = map([](const auto& word, const auto& end) { return word == end; }, words, ending.data());
  const reader<std::string> erased = joined;
  ending.assign(40, 'y');
  REQUIRE_EQUAL(joined, (std::vector<std::string>{"a" + std::string(40, 'x'), "b" + std::string(40, 'x')}));
  REQUIRE_EQUAL(erased, joined);
  ending[0] = 'b';
  ending[1] = '\0';
  REQUIRE_EQUAL(alike, (std::vector<bool>{false, false}));
  REQUIRE_EQUAL(equal_to_end, (std::vector<bool>{false, false}));
  // Null is what it is, and a result that may point to the characters outlives the expression.
  const char* const none = nullptr;
  REQUIRE_EQUAL(map([](const std::string&, const char* end) { return end == nullptr; }, words, none), (std::vector<bool>{true, true}));
  const auto ends = ravel::clone(map([](const std::string&, const char* end) { return end; }, words, "end"));
  CHECK(std::string(ends[1]) == "end");
}
