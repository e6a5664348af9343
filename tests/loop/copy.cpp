// SPDX-License-Identifier: BSL-1.0
// copy, assign and fill where source and target are apart: every kind of source into every kind of target, sizes, widening, and what the
// target holds when reading or writing throws. (Overlap: copy_overlap.cpp.)
#include <ravel/lazy/assume.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>

#include <support/faults.hpp>
#include <support/model.hpp>
#include <support/on_one_thread.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <algorithm>
#include <deque>
#include <ranges>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::reader;
using ravel::writer;
namespace model = support::model;

using some_types = support::type_list<bool, std::int8_t, double, std::complex<double>, std::string>;

// Targets of n elements: consecutive, stepping, backwards, at chosen positions, and the user's own.
template <class T>
std::vector<writer<T>> targets(index_t n) {
  const auto b = ravel::make_buffer<T>(n);
  const auto wide = ravel::make_buffer<T>(3 * n + 1);
  const auto places = model::made<index_t>(n, [&](index_t i) { return (i * 7 + 1) % (3 * n + 1); });
  std::vector<writer<T>> all{b, ravel::slice(wide, 1, n, 3),
                             ravel::from(std::make_shared<support::by_element_writer<T>>(std::vector<T>(b.begin(), b.end())))};
  if ((3 * n + 1) % 7 != 0) all.push_back(ravel::select(wide, places));
  if (n > 0) all.push_back(ravel::reverse(b));
  return all;
}

// A user's function that throws when it meets one value.
struct throws_at {
  int fatal;
  int operator()(int value) const {
    if (value == fatal) throw std::runtime_error("met the fatal value");
    return value + 1000;
  }
};

}  // namespace

TEST_CASE("every kind of source is copied into every kind of target") {
  some_types::each([]<class T>() {
    for (const index_t n : {0, 1, 2, 17, 1025, 9000}) {
      const auto values = support::samples<T>(n);
      for (const auto& target : targets<T>(n)) {
        for (const auto& source : support::in_every_way(values)) {
          fill(target, T{});
          copy(source, target);
          REQUIRE_EQUAL(target, values);
        }
      }
    }
  });
}

TEST_CASE("assign is copy, and gives the target back") {
  const buffer<double> x{1, 2, 3}, y = ravel::make_buffer<double>(3);
  CHECK(same(y.assign(x * 2.0), y));
  CHECK_EQUAL(y, {2.0, 4.0, 6.0});
  ravel::slice(y, 0, 2, 2).assign(ravel::constant(2, 9.0));
  CHECK_EQUAL(y, {9.0, 4.0, 9.0});
}

TEST_CASE("a user's own reader is copied without being owned") {
  const support::by_element<int> plain{{1, 2, 3}};
  struct opted_in : support::by_element<int>, ravel::reader_base {};
  const opted_in mine{{{4, 5, 6}}, {}};
  const auto b = ravel::make_buffer<int>(3);
  copy(ravel::from(support::by_element<int>(plain)), b);
  CHECK_EQUAL(b, {1, 2, 3});
  copy(mine, b);
  CHECK_EQUAL(b, {4, 5, 6});
  const auto wide = ravel::make_buffer<double>(3);
  copy(mine, wide);
  CHECK_EQUAL(wide, {4.0, 5.0, 6.0});
}

TEST_CASE("a range of others is copied without being owned") {
  const auto b = ravel::make_buffer<int>(3);
  copy(std::deque<int>{1, 2, 3}, b);
  CHECK_EQUAL(b, {1, 2, 3});
  const std::deque<std::int8_t> narrow{4, 5, 6};
  b.assign(narrow);
  CHECK_EQUAL(b, {4, 5, 6});
  ravel::slice(b, 1, 2) = std::views::iota(7, 9);
  CHECK_EQUAL(b, {4, 7, 8});
  const std::vector<bool> bits{true, false};
  CHECK_EQUAL(ravel::clone(bits), {true, false});
  const auto long_one = std::views::iota(0, 5000) | std::views::transform([](int i) { return 2 * i; });
  CHECK_EQUAL(ravel::clone(long_one), model::made<int>(5000, [](index_t i) { return static_cast<int>(2 * i); }));
  CHECK_THROWS_AS(copy(std::deque<int>(2), b), ravel::shape_error);
}

TEST_CASE("a reader that was declared independent needs no temporary") {
  const support::on_one_thread here;
  const auto x = ravel::iota<int>(5000);
  const auto b = ravel::make_buffer<int>(5000);
  const writer<int> users = ravel::from(std::make_shared<support::by_element_writer<int>>(std::vector<int>(5000)));
  const reader<int> stateful = ravel::map([k = 3](int v) { return v * k; }, x);
  const reader<int> as_deep = ravel::map([k = 1](int v) { return v * k; }, stateful);  // as assume_no_alias(stateful)
  for (const writer<int>& target : {writer<int>(b), users}) {
    const auto allocations = [&](const reader<int>& source) {
      const auto before = support::total_allocations();
      copy(source, target);
      return support::total_allocations() - before;
    };
    const auto with_temporary = allocations(as_deep), without = allocations(assume_no_alias(stateful)), of_numbers = allocations(x);
    if (target.memory()) {
      CHECK(without < with_temporary);
      CHECK(of_numbers < with_temporary);  // numbers are computed from nothing
    }
    CHECK_EQUAL(target, model::made<int>(5000, [](index_t i) { return static_cast<int>(i); }));
    copy(assume_no_alias(stateful), target);
    CHECK_EQUAL(target, model::made<int>(5000, [](index_t i) { return static_cast<int>(3 * i); }));
  }
}

TEST_CASE("a temporary is filled before the first write, and only where there is one") {
  struct noting {  // notes how many elements had been computed before it was written
    index_t* computed;
    mutable index_t before = -1;
    index_t size() const { return 5000; }
    int operator[](index_t) const { return 0; }
    void write(index_t i, int) const {
      if (i == 0) before = *computed;
    }
  };
  index_t computed = 0;
  const auto note = std::make_shared<noting>(noting{&computed});
  const writer<int> target = ravel::from(note);
  const reader<int> counted = ravel::map([&](int v) { return ++computed, v; }, ravel::iota<int>(5000));
  copy(counted, target);
  CHECK(note->before == 5000);
  computed = 0;
  copy(assume_no_alias(counted), target);
  CHECK(note->before < 5000);
  CHECK(computed == 5000);
}

TEST_CASE("copying an expression over memory allocates nothing") {
  const support::on_one_thread here;
  const auto x = ravel::make_buffer<double>(5000, 2.0), y = ravel::make_buffer<double>(5000, 3.0), z = ravel::make_buffer<double>(5000);
  const auto before = support::total_allocations();
  copy(x * 2.0 + y, z);
  z.assign(z + z * y);
  copy(z, x);
  const auto after = support::total_allocations();
  CHECK(after == before);
  CHECK_EQUAL(x, std::vector<double>(5000, 28.0));
}

TEST_CASE("copying between sizes") {
  const buffer<int> three{1, 2, 3}, four{4, 5, 6, 7};
  CHECK_THROWS_AS(copy(three, four), ravel::shape_error);
  CHECK_THROWS_WITH(copy(three, four), "cannot copy 3 elements to a target of 4");
  CHECK_THROWS_AS(copy(four, three), ravel::shape_error);
  CHECK_THROWS_AS(three.assign(ravel::cast<int>(ravel::iota<long>(0))), ravel::shape_error);
  CHECK_THROWS_AS(copy(three, ravel::make_buffer<double>(2)), ravel::shape_error);
  CHECK_THROWS_AS(copy(four, writer<int>(ravel::from(std::make_shared<support::by_element_writer<int>>(std::vector<int>(3))))),
                  ravel::shape_error);
  CHECK_EQUAL(three, {1, 2, 3});
  CHECK_EQUAL(four, {4, 5, 6, 7});
  CHECK_THROWS_AS(copy(three, buffer<int>()), ravel::shape_error);
  CHECK_THROWS_AS(copy(reader<int>(), three), ravel::shape_error);
}

namespace {

template <class From, class To>
concept copies_to = requires(const reader<From>& source, const writer<To>& target) { copy(source, target); };

template <class From, class To>
void check_widening(From value, To expected) {
  for (const auto& target : targets<To>(100)) {
    copy(ravel::constant(100, value), target);
    CHECK_EQUAL(target, std::vector<To>(100, expected));
    target.assign(ravel::make_buffer<From>(100, value));
    CHECK_EQUAL(target, std::vector<To>(100, expected));
  }
}

}  // namespace

TEST_CASE("copy widens, and only where every value stays") {
  check_widening<int, double>(std::numeric_limits<int>::min(), -0x1p31);
  check_widening<std::int8_t, std::int16_t>(-128, -128);
  check_widening<std::uint8_t, std::int16_t>(255, 255);
  check_widening<bool, std::int8_t>(true, 1);
  check_widening<long, long long>(-1, -1);
  check_widening<char, std::int8_t>('a', 97);
  check_widening<float, double>(0.1F, static_cast<double>(0.1F));
  check_widening<int, std::complex<double>>(7, {7, 0});
  check_widening<std::complex<float>, std::complex<double>>({1, 2}, {1, 2});

  static_assert(copies_to<std::int16_t, float> && copies_to<std::uint32_t, std::int64_t> && copies_to<std::int64_t, double>);
  static_assert(!copies_to<int, float> && !copies_to<std::int64_t, int> && !copies_to<double, float> && !copies_to<double, std::int64_t>);
  static_assert(!copies_to<int, unsigned> && !copies_to<unsigned, int> && !copies_to<std::uint64_t, std::int64_t> && !copies_to<int, bool>);
  static_assert(!copies_to<std::int8_t, std::uint64_t> && !copies_to<std::int8_t, char8_t> && !copies_to<std::complex<double>, double>);
  static_assert(copies_to<std::string, std::string> && !copies_to<std::string, int> && !copies_to<int, std::string>);
}

TEST_CASE("when reading throws, what was written stays and the rest is untouched but for the block in hand") {
  const support::on_one_thread here;
  constexpr index_t n = 9000, length = ravel::detail::block_length<int>;
  const auto values = model::made<int>(n, [](index_t i) { return static_cast<int>(i); });
  for (const index_t k : {index_t{0}, index_t{1}, index_t{31}, length - 1, length, length + 1, 2 * length + 77, n - 1}) {
    const throws_at f{static_cast<int>(k)};
    const auto in_memory = support::in_memory(values);
    const reader<int> sources[] = {
        map([](int v, const throws_at& g) { return g(v); }, in_memory, f),  // one loop over memory
        ravel::assume_no_alias(map(f, in_memory)),                          // block by block
        map([](int v, const throws_at& g) { return g(v); }, ravel::reverse(ravel::reverse(ravel::iota<int>(n))), f)};
    for (const auto& source : sources) {
      for (const auto& target : targets<int>(n)) {
        fill(target, -1);
        CHECK_THROWS_AS(copy(source, target), std::runtime_error);
        const index_t block = k / length * length;
        const auto held = to_vector(target);
        const auto at = [&](index_t i) { return held.begin() + std::min(i, n); };
        const auto rest = [](int v) { return v == -1; };
        CHECK((std::all_of(at(0), at(n), rest) || std::equal(at(0), at(block), to_vector(ravel::slice(source, 0, block)).begin())));
        CHECK(std::all_of(at(block + length), at(n), rest));
      }
    }
  }
}

TEST_CASE("a copy through a temporary changes nothing if reading throws") {
  const buffer<int> b{0, 1, 2, 3, 4, 5};
  CHECK_THROWS_AS(copy(ravel::reverse(map(throws_at{3}, b)), b), std::runtime_error);
  CHECK_EQUAL(b, {0, 1, 2, 3, 4, 5});
  CHECK_THROWS_AS(copy(ravel::reverse(b / (b - 3)), b), ravel::value_error);
  CHECK_EQUAL(b, {0, 1, 2, 3, 4, 5});
}

TEST_CASE("when writing throws, what was written stays") {
  struct small_writer {
    mutable std::vector<int> held = std::vector<int>(10);
    std::size_t size() const { return held.size(); }
    int operator[](std::size_t i) const { return held[i]; }
    void write(index_t i, int value) const {
      if (i == 4) throw std::runtime_error("full");
      held[static_cast<std::size_t>(i)] = value;
    }
  };
  const auto w = ravel::from(std::make_shared<small_writer>());
  CHECK_THROWS_AS(copy(ravel::iota<int>(10, 1), w), std::runtime_error);
  CHECK_EQUAL(w, {1, 2, 3, 4, 0, 0, 0, 0, 0, 0});
  CHECK_THROWS_AS(fill(w, 7), std::runtime_error);
  CHECK_EQUAL(w, {7, 7, 7, 7, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("elements that throw while they are copied leave nothing behind") {
  const auto steps = support::for_each_explosion([] {
    const buffer<support::bomb> a{1, 2, 3, 4}, b{5, 6, 7, 8};
    copy(a, b);
    copy(ravel::reverse(a), a);
    fill(ravel::slice(b, 0, 2, 2), a[3]);
  });
  CHECK(steps >= 14);
}

TEST_CASE("an allocation that fails during a copy loses nothing") {
  const auto x = ravel::make_buffer<double>(5000, 2.0), y = ravel::make_buffer<double>(5000);
  const writer<double> users = ravel::from(std::make_shared<support::by_element_writer<double>>(std::vector<double>(5000)));
  const reader<double> computed = ravel::reverse(x + y);
  const auto failed = support::for_each_allocation_failure([&] {
    copy(computed, x);  // through a temporary
    copy(computed, users);
    copy(x + y, users);
    copy(ravel::cast<double>(ravel::iota<int>(5000)), y);
    fill(users, 1.0);
  });
  CHECK(failed >= 5);
}

TEST_CASE("fill writes one value everywhere") {
  some_types::each([]<class T>() {
    for (const index_t n : {0, 1, 17, 9000}) {
      for (const T& value : support::samples<T>(3)) {
        for (const auto& target : targets<T>(n)) {
          fill(target, value);
          REQUIRE_EQUAL(target, std::vector<T>(static_cast<std::size_t>(n), value));
        }
      }
    }
  });
  const auto rows = ravel::make_buffer<int>(6);
  fill(ravel::slice(rows, 1, 3, 2), 5);
  CHECK_EQUAL(rows, {0, 5, 0, 5, 0, 5});
  const buffer<double> x{1, 2};
  fill(x, 3);  // the value takes the element type
  CHECK_EQUAL(x, {3.0, 3.0});
  fill(buffer<int>(), 1);
}

TEST_CASE("fill may be given one of the elements") {
  const buffer<std::string> b{"a", "a string that is too long to lie in place", "c"};
  fill(b, b[1]);
  CHECK_EQUAL(b, std::vector<std::string>(3, b[0]));
  const buffer<std::string> c{"a", "x", "a string that is too long to lie in place", "x"};
  fill(ravel::slice(c, 0, 2, 2), c[2]);
  CHECK(c[0] == c[2]);
  CHECK(c[1] == "x");
}

TEST_CASE("the executor comes first") {
  const buffer<int> a{1, 2, 3}, b = ravel::make_buffer<int>(3);
  copy(ravel::serial, a + 1, b);
  CHECK_EQUAL(b, {2, 3, 4});
  fill(ravel::serial, b, 7);
  CHECK_EQUAL(b, {7, 7, 7});
  const auto wide = ravel::make_buffer<double>(3);
  copy(ravel::serial, a, wide);
  CHECK_EQUAL(wide, {1.0, 2.0, 3.0});
}
