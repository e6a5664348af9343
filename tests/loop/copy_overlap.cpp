// SPDX-License-Identifier: BSL-1.0
// copy where source and target overlap: it is as if the source had been read first. All pairs of slices of a small buffer, random ones of a
// large one, and sources of every kind over them.
#include <ravel/lazy/assume.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/field.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <functional>
#include <numeric>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::reader;
using ravel::writer;

struct places {
  index_t start, count, step;
};

template <class T>
writer<T> part(const writer<T>& of, const places& p) {
  return ravel::slice(of, p.start, p.count, p.step);
}

// All slices of n elements with at least one element; a step matters from two on.
std::vector<places> all_slices(index_t n) {
  std::vector<places> all;
  for (index_t start = 0; start < n; ++start) {
    all.push_back({start, 1, 1});
    for (index_t step = 1 - n; step < n; ++step) {
      if (step == 0) continue;
      const index_t most = (step > 0 ? n - 1 - start : start) / std::abs(step) + 1;
      for (index_t count = 2; count <= most; ++count) all.push_back({start, count, step});
    }
  }
  return all;
}

// A user's reader of the elements of another, the other way round.
template <class T>
struct backwards {
  reader<T> below;
  index_t size() const { return below.size(); }
  T operator[](index_t i) const { return below[below.size() - 1 - i]; }
};

// A user's writer of the elements of another, the other way round.
template <class T>
struct writes_backwards : backwards<T> {
  writer<T> to;
  explicit writes_backwards(const writer<T>& w) : backwards<T>{w}, to(w) {}
  void write(index_t i, const T& value) const { to.write(to.size() - 1 - i, value); }
};

struct plus_one {
  int operator()(int a) const { return a + 1; }
};

template <class T>
reader<T> through_kernels(const reader<T>& r) {
  return ravel::cast<T>(ravel::cast<std::int64_t>(r));
}

std::vector<index_t> some_order(index_t n) {
  std::vector<index_t> order;
  for (index_t i = 0; i < n; ++i) order.push_back(i % 2 ? i / 2 : n - 1 - i / 2);
  return order;
}

// What reads s, and t where it is written, in every way that one can think of. All are of the size of s and t.
std::vector<reader<int>> expressions(const reader<int>& s, const reader<int>& t, const reader<int>& whole) {
  const index_t n = s.size(), half = n / 2;
  std::vector<reader<int>> all{
      s,
      s + 100,
      s + t * 100,
      t * 100 + s,
      reverse(s + 100),
      reverse(t) + t,
      through_kernels(s),
      through_kernels(t),
      through_kernels(s) + t * 100,
      t * 100 + through_kernels(s),
      through_kernels(t) + t,
      through_kernels(t) * 100 + s,
      through_kernels(reader<int>(s + t)) + reverse(t),
      ravel::map(plus_one{}, ravel::map(plus_one{}, s)),
      ravel::map([whole](int v) { return v + 100 * whole[whole.size() / 2]; }, t),
      ravel::from(backwards<int>{s}),
      ravel::from(backwards<int>{t}) * 100 + t,
      ravel::generate(n, [s](index_t i) { return s[i]; }),
      ravel::concat(ravel::slice(s, half, n - half), ravel::slice(t, 0, half)),
      ravel::select(s, some_order(n)),
      ravel::shift(s, 1),
      ravel::shift(t, -1),
      ravel::shift(t, 2) + t,
      ravel::repeat(ravel::slice(s, 0, n), 1),
  };
  if (n % 2 == 0) {
    all.push_back(ravel::interleave(ravel::slice(t, 0, half), ravel::slice(t, half, half)));
    all.push_back(ravel::repeat(ravel::slice(t, half, half), 2));
  }
  return all;
}

// Copies source, which reads `whole`, to a part of it, and compares all of `whole` with what it should hold.
template <class T>
bool right(const buffer<T>& whole, const reader<T>& source, const places& to) {
  std::vector<T> expected(whole.begin(), whole.end()), values;
  for (index_t i = 0; i < source.size(); ++i) values.push_back(source[i]);
  for (index_t i = 0; i < to.count; ++i) expected[static_cast<std::size_t>(to.start + i * to.step)] = values[static_cast<std::size_t>(i)];
  copy(source, part<T>(whole, to));
  return std::equal(expected.begin(), expected.end(), whole.begin());
}

std::string described(const places& from, const places& to, std::size_t expression) {
  const auto one = [](const places& p) {
    return "(" + std::to_string(p.start) + ", " + std::to_string(p.count) + ", " + std::to_string(p.step) + ")";
  };
  return "expression " + std::to_string(expression) + " from " + one(from) + " to " + one(to);
}

std::string fault(const buffer<int>& whole, const places& from, const places& to) {
  const auto make = [&] { return expressions(part<int>(whole, from), part<int>(whole, to), whole); };
  const std::size_t count = make().size();
  for (std::size_t e = 0; e < count; ++e) {
    std::iota(whole.begin(), whole.end(), 1);
    if (!right(whole, make()[e], to)) return described(from, to, e);
  }
  return {};
}

}  // namespace

TEST_CASE("all pairs of slices of a small buffer") {
  const auto whole = ravel::make_buffer<int>(12);
  const auto all = all_slices(12);
  for (const places& from : all) {
    for (const places& to : all) {
      if (from.count != to.count) continue;
      std::iota(whole.begin(), whole.end(), 1);
      if (!right<int>(whole, part<int>(whole, from), to)) FAIL(described(from, to, 0));
    }
  }
}

TEST_CASE("all pairs of slices of a small buffer, in expressions of every kind") {
  const auto whole = ravel::make_buffer<int>(6);
  const auto all = all_slices(6);
  for (const places& from : all) {
    for (const places& to : all) {
      if (from.count == to.count) REQUIRE(fault(whole, from, to) == "");
    }
  }
}

TEST_CASE("slices of a large buffer, in expressions of every kind") {
  const auto whole = ravel::make_buffer<int>(10'000);
  support::random r(1);
  for (int trial = 0; trial < 60; ++trial) {
    const index_t steps[] = {1, 1, 1, -1, -1, 2, -2, 3};
    const index_t count = r.chance(2) ? r.between(2000, 3300) : r.between(1, 100);
    const auto random_places = [&] {
      const index_t step = steps[r.below(8)], span = (count - 1) * std::abs(step) + 1;
      const index_t first = r.chance(2) ? r.below(std::min<index_t>(40, 10'001 - span)) : r.below(10'001 - span);
      return places{step > 0 ? first : first + span - 1, count, step};
    };
    const places to = random_places();
    REQUIRE(fault(whole, r.chance(4) ? to : random_places(), to) == "");
  }
}

TEST_CASE("the overlaps that everybody writes") {
  const buffer<int> b{0, 1, 2, 3, 4, 5};
  copy(reverse(b), b);
  CHECK_EQUAL(b, {5, 4, 3, 2, 1, 0});
  copy(ravel::slice(b, 0, 5), ravel::slice(b, 1, 5));
  CHECK_EQUAL(b, {5, 5, 4, 3, 2, 1});
  copy(ravel::slice(b, 1, 5), ravel::slice(b, 0, 5));
  CHECK_EQUAL(b, {5, 4, 3, 2, 1, 1});
  copy(ravel::interleave(ravel::slice(b, 0, 3), ravel::slice(b, 3, 3)), b);
  CHECK_EQUAL(b, {5, 2, 4, 1, 3, 1});
  b.assign(b + reverse(b));
  CHECK_EQUAL(b, {6, 5, 5, 5, 5, 6});
  copy(b, b);
  CHECK_EQUAL(b, {6, 5, 5, 5, 5, 6});
  ravel::slice(b, 1, 4).assign(ravel::slice(b, 0, 4) + ravel::slice(b, 2, 4));
  CHECK_EQUAL(b, {6, 11, 10, 10, 11, 6});
}

TEST_CASE("elements that are no bytes") {
  const std::vector<std::string> words{"a", "word that lies on the heap, being long", "c", "d", "another word that lies on the heap", "f"};
  const auto all = all_slices(6);
  for (const places& from : all) {
    for (const places& to : all) {
      if (from.count != to.count) continue;
      const auto whole = support::in_memory(words);
      const reader<std::string> s = part<std::string>(whole, from), t = part<std::string>(whole, to);
      for (const auto& source : {s, reader<std::string>(s + t), reader<std::string>(t + s), ravel::from(backwards<std::string>{s})}) {
        copy(support::in_memory(words), whole);
        REQUIRE(right(whole, source, to));
      }
    }
  }
}

TEST_CASE("a user's writer may write anywhere") {
  const auto memory = ravel::make_buffer<int>(3000);
  const writer<int> target = ravel::from(std::make_shared<writes_backwards<int>>(memory));
  for (const reader<int>& source : expressions(reverse(memory), memory, memory)) {
    std::iota(memory.begin(), memory.end(), 1);
    std::vector<int> values;
    for (index_t i = 0; i < source.size(); ++i) values.push_back(source[i]);
    copy(source, target);
    REQUIRE_EQUAL(target, values);
  }
}

TEST_CASE("views that can be written and are no memory") {
  const auto whole = ravel::make_buffer<int>(2000);
  const auto order = some_order(2000);
  const writer<int> users = ravel::from(std::make_shared<support::by_element_writer<int>>(std::vector<int>(2000)));
  for (const writer<int>& below : {writer<int>(whole), users}) {
    for (const writer<int>& target : {ravel::select(below, order), ravel::reverse(below), ravel::slice(below, 0, 1000, 2)}) {
      for (index_t i = 0; i < below.size(); ++i) below.write(i, static_cast<int>(i));
      std::vector<int> values;
      const reader<int> source = ravel::slice(reverse(below), 0, target.size()) + target;
      for (index_t i = 0; i < source.size(); ++i) values.push_back(source[i]);
      copy(source, target);
      REQUIRE_EQUAL(target, values);
    }
  }
}

TEST_CASE("from one field of structs to another") {
  struct pair {
    int a, b;
    bool operator==(const pair&) const = default;
  };
  const buffer<pair> pairs{{1, 10}, {2, 20}, {3, 30}};
  copy(field(pairs, &pair::a), field(pairs, &pair::b));
  CHECK_EQUAL(field(pairs, &pair::b), {1, 2, 3});
  copy(reverse(field(pairs, &pair::b)), field(pairs, &pair::a));
  CHECK_EQUAL(pairs, {pair{3, 1}, pair{2, 2}, pair{1, 3}});
  copy(field(pairs, &pair::a) * 10 + reverse(field(pairs, &pair::b)), field(pairs, &pair::a));
  CHECK_EQUAL(pairs, {pair{33, 1}, pair{22, 2}, pair{11, 3}});

  const auto records = support::in_memory(support::samples<support::record>(3));
  const auto prices = field(records, &support::record::price), before = ravel::field(clone(records), &support::record::price);
  copy(reverse(prices), prices);
  CHECK_EQUAL(prices, {before[2], before[1], before[0]});
}

TEST_CASE("bytes of the target, read as another type") {
  const buffer<std::int32_t> numbers{0x01020304, 0x05060708, 0x090a0b0c, 0x0d0e0f10};
  const auto bytes = ravel::borrow(std::span<unsigned char>(reinterpret_cast<unsigned char*>(numbers.data()), 16));
  std::vector<std::int32_t> expected;
  for (int i = 0; i < 4; ++i) expected.push_back(bytes[i]);
  copy(ravel::slice(bytes, 0, 4), numbers);
  CHECK_EQUAL(numbers, expected);
}

namespace {

buffer<double> everywhere{5, 6, 7, 8};

double less_first(double x) { return x - everywhere[0]; }
struct units {  // an element with an operator that looks around
  double value = 0;
  friend units operator+(units a, units b) { return {a.value + b.value + everywhere[0]}; }
};

}  // namespace

TEST_CASE("a function without state may read a global that is being written") {
  const auto refill = [] { copy(buffer<double>{5, 6, 7, 8}, everywhere); };
  refill();
  copy(map([](double x) { return x - everywhere[0]; }, everywhere), everywhere);
  REQUIRE_EQUAL(everywhere, {0.0, 1.0, 2.0, 3.0});
  refill();
  copy(map(&less_first, everywhere) * 1.0, everywhere);
  REQUIRE_EQUAL(everywhere, {0.0, 1.0, 2.0, 3.0});
  refill();
  copy(ravel::generate(4, [](index_t i) { return everywhere[3 - i]; }), everywhere);
  REQUIRE_EQUAL(everywhere, {8.0, 7.0, 6.0, 5.0});
  refill();
  copy(assume_no_alias(map([](double x) { return x * 2; }, everywhere)), everywhere);
  REQUIRE_EQUAL(everywhere, {10.0, 12.0, 14.0, 16.0});
}

TEST_CASE("only the library's own functions of its own elements are known to look at nothing else") {
  const buffer<double> x{1, 2, 3};
  const buffer<std::string> names{"a", "b"};
  const buffer<units> lengths{units{1}, units{2}};
  const auto meets = [](const auto& r, const auto& target) {
    return r.in_place().meets(ravel::detail::target_of(ravel::detail_access::node(target)));
  };
  using enum ravel::detail::overlap;
  CHECK(meets((x - 1.0) * x + cast<double>(x > 2.0), x) == elementwise);
  CHECK(meets(x * 2, everywhere) == none);
  CHECK(meets(names + std::string("c"), everywhere) == none);
  CHECK(meets(lengths + lengths, everywhere) == arbitrary);
  CHECK(meets(map(std::plus<>(), x, x), everywhere) == arbitrary);
  CHECK(meets(assume_no_alias(map(std::plus<>(), x, x)) - x, everywhere) == none);
}
