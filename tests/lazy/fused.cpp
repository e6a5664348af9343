// SPDX-License-Identifier: BSL-1.0
// Fused expressions as readers and as nodes: depth, overlap, exceptions, allocations, threads.
#include <ravel/lazy/assume.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/sum.hpp>

#include <support/faults.hpp>
#include <support/on_one_thread.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>
#include <support/small_stack.hpp>

#include <bit>
#include <cmath>
#include <thread>

using ravel::buffer;
using ravel::index_t;
using ravel::map;
using ravel::reader;

namespace {

struct exploded {};

// Computed, and in need of scratch memory where it stands beside another one.
reader<double> computed(index_t n) {
  return ravel::generate(n, [](index_t i) { return static_cast<double>(i) * 0.75 - 100; });
}

reader<double> nested(reader<double> r, int times) {
  for (int i = 0; i < times; ++i) r = map([](double x) { return x + 1; }, r);
  return r;
}

}  // namespace

TEST_CASE("an expression is a reader and erases to one", "[lazy]") {
  for (const index_t n : support::contract_sizes<double>()) {
    const buffer<double> a = ravel::clone(computed(n));
    std::vector<double> expected;
    for (index_t i = 0; i < n; ++i) expected.push_back(a[i] * 2 - static_cast<double>(i));
    const auto e = a * 2.0 - ravel::iota<double>(n);
    support::check_reader(e, expected, n == 1025 ? support::contract::whole : support::contract::quick);
  }
}

TEST_CASE("the bounds of an expression", "[lazy]") {
  const auto e = buffer<int>{1, 2, 3} + 1;
  int out[4];
  CHECK_THROWS_AS(e[3], ravel::index_error);
  CHECK_THROWS_AS(e[-1], ravel::index_error);
  CHECK_THROWS_AS(e.read(0, std::span(out)), ravel::index_error);
  CHECK_THROWS_AS(e.read(4, std::span<int>()), ravel::index_error);
  CHECK_NOTHROW(e.read(3, std::span<int>()));
  e.read(1, std::span(out, 2));
  CHECK((out[0] == 3 && out[1] == 4));
}

TEST_CASE("an element and a block have the same bits", "[lazy]") {
  support::random r(5);
  const buffer<double> a = support::in_memory(r.values<double>(3000)), b = support::in_memory(r.values<double>(3000));
  const buffer<float> f = support::in_memory(r.values<float>(3000));
  const auto check = [](const auto& e) {
    const auto all = ravel::clone(e);
    for (index_t i = 0; i < e.size(); ++i) REQUIRE(support::detail::identical(all[i], e[i]));
  };
  check(a * b + a);
  check(a * b - b * a * 0.1);
  check((a - b) / (a + b) * f);
  check(f * f - f * 0.1f);
  check(map([](double x, double y) { return x * y + x / y; }, a, b));
  // Two operators round twice, whatever the machine could do at once.
  const auto e = a * b + a;
  for (index_t i = 0; i < e.size(); ++i) {
    const volatile double product = a[i] * b[i];
    REQUIRE(support::detail::identical(e[i], product + a[i]));
  }
}

TEST_CASE("256 nested maps are evaluated, the 257th is an error", "[lazy]") {
  const buffer<double> b{1, 2, 3};
  const auto deepest = nested(b, 256);
  CHECK(ravel::detail_access::node(deepest).depth() == 256);
  CHECK_EQUAL(deepest, {257, 258, 259});
  CHECK(ravel::sum(deepest) == 774);
  CHECK_THROWS_AS(nested(b, 257), ravel::layout_error);
  CHECK_THROWS_WITH(nested(b, 257), "expression is 257 deep: clone() a part of it (the limit is 256)");
  CHECK_THROWS_AS(ravel::clone(deepest + 1), ravel::layout_error);
  CHECK_THROWS_AS(ravel::sum(deepest + 1), ravel::layout_error);
  CHECK_EQUAL(ravel::clone(deepest) + 1, {258, 259, 260});
}

TEST_CASE("a deep expression is read and destroyed on a small stack", "[lazy]") {
  auto deepest = nested(ravel::make_buffer<double>(5000), 256);
  auto halves = nested(computed(5000) + computed(5000), 255);
  double sum = 0, other = 0;
  support::on_small_stack([&] {
    sum = ravel::sum(deepest);
    other = halves[17];
    deepest = {};
    halves = {};
  });
  CHECK(sum == 256.0 * 5000);
  CHECK(other == 2 * (17 * 0.75 - 100) + 255);
}

TEST_CASE("an expression may be copied over what it reads", "[lazy]") {
  for (const index_t n : {0, 1, 17, 1023, 1024, 1025, 5000}) {
    const auto check = [n](auto make, auto model) {
      const buffer<double> z = ravel::clone(computed(n));
      std::vector<double> expected;
      for (index_t i = 0; i < n; ++i) expected.push_back(model(z, i));
      copy(make(z), z);
      REQUIRE_EQUAL(z, expected);
      // Through a writer that is a view, too.
      const buffer<double> wide = ravel::make_buffer<double>(2 * n);
      const auto part = ravel::slice(ravel::writer<double>(wide), n > 0 ? 2 * n - 1 : 0, n, -2);
      copy(computed(n), part);
      copy(make(part), part);
      REQUIRE_EQUAL(part, expected);
    };
    const auto sine = [](double x) { return ravel::clone(ravel::sin(ravel::constant(1, x)))[0]; };
    check([](const auto& z) { return z * 2.0 + ravel::sin(z); }, [&](const auto& z, index_t i) { return z[i] * 2.0 + sine(z[i]); });
    check([](const auto& z) { return ravel::sin(z) + z * 2.0; }, [&](const auto& z, index_t i) { return sine(z[i]) + z[i] * 2.0; });
    check([](const auto& z) { return reader<double>(z + 1.0) * reader<double>(z - 1.0) + z; },
          [](const auto& z, index_t i) { return (z[i] + 1.0) * (z[i] - 1.0) + z[i]; });
    check([](const auto& z) { return nested(z, 3) - z; }, [](const auto&, index_t) { return 3.0; });
    check([](const auto& z) { return z + ravel::reverse(z); }, [n](const auto& z, index_t i) { return z[i] + z[n - 1 - i]; });
    check([n](const auto& z) { return map([](double a, bool b) { return b ? a : -a; }, z, ravel::reverse(z) > computed(n)); },
          [n](const auto& z, index_t i) { return z[n - 1 - i] > static_cast<double>(i) * 0.75 - 100 ? z[i] : -z[i]; });
  }
}

TEST_CASE("a read in the middle of an exception writes nothing behind the block in hand", "[lazy]") {
  const support::on_one_thread here;
  const index_t n = 5000, block = ravel::detail::block_length<double>;
  for (const index_t k : {index_t{0}, block - 1, block, 3 * block + 7, n - 1}) {
    const auto fails = [k](double x) { return x == static_cast<double>(k) ? throw exploded() : x + 1; };
    const reader<double> positions = ravel::iota<double>(n);
    const buffer<double> memory = ravel::clone(positions);
    const auto check = [&](const auto& e, index_t in_hand, index_t untouched) {
      const auto target = ravel::make_buffer<double>(n, -1.0);
      CHECK_THROWS_AS(copy(ravel::assume_no_alias(e), target), exploded);
      for (index_t i = 0; i < in_hand; ++i) REQUIRE(target[i] == static_cast<double>(i + 1));
      for (index_t i = untouched; i < n; ++i) REQUIRE(target[i] == -1);
      CHECK_THROWS_AS(e[k], exploded);
      CHECK(e[(k + 1) % n] == static_cast<double>((k + 1) % n + 1));
    };
    const index_t start = k / block * block, end = std::min(n, start + block);
    check(map(fails, positions), start, end);
    check(map(fails, memory), k / 32 * 32, end);  // one pass over memory, without blocks
    check(reader<double>(map(fails, positions)) + 0.0, start, end);
  }
}

TEST_CASE("a fused expression over memory is evaluated without allocating", "[lazy]") {
  const support::on_one_thread here;
  const index_t n = 5000;
  const buffer<double> x = ravel::clone(computed(n)), y = ravel::clone(computed(n)), z = ravel::make_buffer<double>(n);
  const buffer<int> k = ravel::make_buffer<int>(n, 3);
  const buffer<bool> flags = ravel::make_buffer<bool>(n);
  const auto allocations = [](auto work) {
    const auto before = support::total_allocations();
    work();
    return support::total_allocations() - before;
  };
  const auto e = (x - y) * (x - y) + k;
  double sum = 0;
  CHECK(allocations([&] { sum = ravel::sum(e); }) == 0);
  CHECK(allocations([&] { sum += ravel::sum((x - y) * (x - y)); }) == 0);
  CHECK(allocations([&] { sum += ravel::dot(x, y) + ravel::norm(x) + ravel::mean(x * 2.0); }) == 0);
  CHECK(allocations([&] { copy(e, z); }) == 0);
  CHECK(allocations([&] { copy(2.5 * x + y, z); }) == 0);
  CHECK(allocations([&] { copy(z * 2.0 + x, z); }) == 0);  // in place
  CHECK(allocations([&] { copy(x > y, flags); }) == 0);
  CHECK(allocations([&] { z.assign(x * k); }) == 0);
  CHECK(allocations([&] { e.read(10, std::span(z.data(), 100)); }) == 0);
  CHECK(allocations([&] { sum += e[17]; }) == 0);
  CHECK(allocations([&] { copy(ravel::assume_no_alias(computed(n)), z); }) <= 4);
  CHECK(allocations([&] { sum += ravel::sum(e + computed(n)); }) <= 3);  // the two nodes made here, one arena
  CHECK(sum != 0);
}

TEST_CASE("the longest expression costs one arena and a table of its nodes, however many blocks there are", "[lazy]") {
  const support::on_one_thread here;
  const auto allocations = [](index_t n) {
    const auto mixed = nested(computed(n), 100) * computed(n) + computed(n);
    const auto z = ravel::make_buffer<double>(n);
    const auto before = support::total_allocations();
    copy(ravel::assume_no_alias(mixed), z);
    return support::total_allocations() - before;
  };
  CHECK(allocations(5000) <= 6);
  CHECK(allocations(50000) == allocations(5000));
}

TEST_CASE("threads may read one expression at once", "[lazy]") {
  const index_t n = 20000;
  const buffer<double> x = ravel::clone(computed(n));
  const reader<double> e = reader<double>(ravel::sin(x) * x + computed(n)) - ravel::reverse(x * 2.0);
  const auto expression = e * x + nested(x, 5);
  const auto expected = ravel::clone(expression);
  const double total = ravel::sum(expression);
  std::vector<int> faults(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      support::random r(t);
      if (std::bit_cast<std::int64_t>(ravel::sum(expression)) != std::bit_cast<std::int64_t>(total)) ++faults[t];
      const auto copied = expression;
      std::vector<double> out(3000);
      for (int i = 0; i < 50; ++i) {
        const index_t count = r.below(3000), start = r.below(n - count);
        copied.read(start, std::span(out.data(), static_cast<std::size_t>(count)));
        for (index_t j = 0; j < count; ++j) faults[t] += out[static_cast<std::size_t>(j)] != expected[start + j];
        faults[t] += expression[start] != expected[start];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int f : faults) CHECK(f == 0);
}

TEST_CASE("every failed allocation of an expression passes and leaks nothing", "[lazy]") {
  const buffer<double> x{1, 2, 3};
  const buffer<double> z = ravel::make_buffer<double>(3);
  const reader<double> c = computed(3);
  const buffer<std::string> words{"a word that does not fit into a string", "another word that does not fit"};
  const auto check = [](auto work) { return support::for_each_allocation_failure(work); };
  CHECK(check([&] { static_cast<void>(x * 2.0 + x); }) == 0);
  CHECK(check([&] { const reader<double> erased = x * 2.0 + c; }) == 1);
  CHECK(check([&] { static_cast<void>(ravel::clone(x + c * c)); }) > 1);
  CHECK(check([&] { copy(x + c * ravel::sin(c), z); }) > 1);
  CHECK(check([&] { copy(ravel::reverse(z) + z, z); }) > 1);
  CHECK(check([&] { static_cast<void>(ravel::sum(c * c - ravel::reverse(c + 1.0))); }) > 1);
  CHECK(check([&] { static_cast<void>((c + c)[1]); }) == 0);
  CHECK(check([&] { static_cast<void>((reader<double>(c + 1.0) * c)[1]); }) == 1);
  CHECK(check([&] { static_cast<void>(ravel::clone(words + "and more of it that is long enough")); }) > 3);
  CHECK(check([&] { static_cast<void>(ravel::clone(words == "a word that does not fit into a string")); }) > 1);
  CHECK(check([&] { nested(c, 20).read(0, z.span()); }) >= 20);  // the nodes, and their table
}

TEST_CASE("elements that throw in an expression leave none behind", "[lazy]") {
  using support::bomb;
  const auto b = ravel::make_buffer<bomb>(20, bomb(3));
  const auto next = [](const bomb& x) { return bomb(x.value() + 1); };
  const auto sum = [](const bomb& x, const bomb& y) { return bomb(x.value() + y.value()); };
  support::fail_each_step([&] { static_cast<void>(ravel::clone(map(sum, map(next, b), b))); });
  support::fail_each_step([&] {
    const reader<bomb> one = map(next, b);
    const reader<bomb> two = map(next, ravel::reverse(one));
    const auto target = ravel::make_buffer<bomb>(20);
    copy(map(sum, map(sum, one, two), one), target);
    if (target[0].value() != 13) throw std::logic_error("wrong");
  });
}

TEST_CASE("a function may give back what it was given", "[fused]") {
  const auto same_value = [](const auto& x) -> const auto& { return x; };
  const ravel::buffer<double> x{1, 2, 3};
  const ravel::buffer<bool> flags{true, false, true};
  const ravel::buffer<std::string> names{std::string(40, 'a'), std::string(40, 'b')};
  CHECK(to_vector(map(same_value, x + 1.0)) == std::vector<double>{2, 3, 4});
  CHECK(to_vector(map(same_value, map(same_value, flags))) == std::vector<bool>{true, false, true});
  CHECK(to_vector(map(same_value, names + std::string("!"))) ==
        std::vector<std::string>{std::string(40, 'a') + "!", std::string(40, 'b') + "!"});
  CHECK(sum(map(same_value, x * x)) == 14);
}
