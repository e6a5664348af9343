// SPDX-License-Identifier: BSL-1.0
// The handle itself: copying shares, empty handles say so, reading never leads to writing.
#include <ravel/index/index_range.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/op/clone.hpp>
#include <ravel/op/compare.hpp>
#include <ravel/op/copy.hpp>
#include <ravel/op/sum.hpp>
#include <ravel/storage/list.hpp>
#include <ravel/storage/wrap.hpp>

#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <optional>
#include <unordered_map>

using ravel::buffer;
using ravel::index_t;
using ravel::reader;
using ravel::writer;

namespace {

template <class T>
index_t size_through(reader<T> r) {
  return r.size();
}
template <class T>
T first_of(const reader<T>& r) {
  return r[0];
}

template <class R>
concept can_write = requires(const R& r) { r.write(0, 1); };

using sum_of_two = decltype(reader<int>() + reader<int>());

static_assert(std::semiregular<reader<int>> && std::semiregular<writer<int>> && std::semiregular<buffer<std::string>>);
static_assert(std::is_nothrow_move_constructible_v<reader<int>> && std::is_nothrow_move_assignable_v<buffer<int>>);
static_assert(std::is_nothrow_move_constructible_v<ravel::list<int>> && !std::is_copy_constructible_v<ravel::list<int>>);
static_assert(sizeof(reader<int>) == sizeof(std::shared_ptr<int>));

// Reading never leads to writing.
static_assert(!std::is_constructible_v<writer<int>, reader<int>> && !std::is_constructible_v<buffer<int>, reader<int>>);
static_assert(!std::is_constructible_v<buffer<int>, writer<int>> && !std::is_constructible_v<writer<int>, sum_of_two>);
static_assert(!std::is_assignable_v<writer<int>&, reader<int>> && !std::is_assignable_v<buffer<int>&, reader<int>&>);
static_assert(!std::is_assignable_v<buffer<int>&, writer<int>> && !std::is_constructible_v<buffer<int>, sum_of_two>);
static_assert(std::same_as<decltype(reader<int>().memory()), std::optional<ravel::block<const int>>>);
static_assert(std::same_as<decltype(writer<int>().memory()), std::optional<ravel::block<int>>>);
static_assert(std::same_as<decltype(buffer<int>().memory()), std::optional<ravel::block<int>>>);
static_assert(!std::is_lvalue_reference_v<decltype(std::declval<const reader<int>&>()[0])>);
static_assert(!std::is_lvalue_reference_v<decltype(*std::declval<const writer<int>&>().begin())>);
static_assert(!can_write<reader<int>> && can_write<writer<int>>);

// And up it goes by itself.
static_assert(std::is_convertible_v<buffer<int>, writer<int>> && std::is_convertible_v<writer<int>, reader<int>>);
static_assert(std::is_convertible_v<sum_of_two, reader<int>> && std::is_convertible_v<ravel::list<int>&, reader<int>>);
static_assert(!std::is_convertible_v<buffer<int>, reader<double>> && !std::is_convertible_v<buffer<int>, reader<long>>);

// Not a truth value, and == is elementwise.
static_assert(!std::is_constructible_v<bool, reader<int>> && !std::is_constructible_v<bool, buffer<int>>);
static_assert(!std::is_constructible_v<bool, decltype(reader<int>() == reader<int>())> && !std::equality_comparable<reader<int>>);

}  // namespace

TEST_CASE("a template over reader<T> takes everything that derives from it", "[reader]") {
  const buffer<double> b{1, 2, 3};
  CHECK(size_through(b) == 3);
  CHECK(size_through(writer<double>(b)) == 3);
  CHECK(size_through(reader<double>(b)) == 3);
  CHECK(size_through(reader(b + 1)) == 3);  // a lazy result erases first
  CHECK(first_of(b) == 1);
}

TEST_CASE("the element type is deduced", "[reader]") {
  const buffer b{1.5, 2.5};
  const reader r = b;
  const reader s = b + 1;
  const reader t = r == s;
  static_assert(std::same_as<decltype(b), const buffer<double>>);
  static_assert(std::same_as<decltype(r), const reader<double>> && std::same_as<decltype(s), const reader<double>>);
  static_assert(std::same_as<decltype(t), const reader<bool>>);
  CHECK_EQUAL(t, {false, false});
}

TEST_CASE("copying shares, and a copy owns", "[reader]") {
  reader<int> r;
  writer<int> w;
  {
    const buffer<int> b{1, 2, 3};
    w = b;
    r = w;
  }
  CHECK_EQUAL(r, {1, 2, 3});
  w.write(1, 20);
  CHECK_EQUAL(r, {1, 20, 3});
  const auto other = r;
  CHECK(same(other, r));
  CHECK(same(w, r));
  CHECK_FALSE(same(r, reader<int>(ravel::clone(r))));
  CHECK_FALSE(same(r, reader<double>(buffer<double>{1})));
}

TEST_CASE("a lazy reader sees later writes to its leaves", "[reader]") {
  const buffer<int> b{1, 2, 3};
  const reader<int> doubled = b * 2;
  b[0] = 10;
  CHECK_EQUAL(doubled, {20, 4, 6});
}

TEST_CASE("returning a lazy result is safe", "[reader]") {
  const auto made = [] {
    const buffer<int> a{1, 2, 3};
    return a + buffer<int>{10, 20, 30} * 2;
  };
  CHECK_EQUAL(made(), {21, 42, 63});
}

TEST_CASE("an empty handle says so wherever it is read", "[reader]") {
  const auto check = []<class Handle>(const Handle& r) {
    using value = typename Handle::value_type;
    value one[1];
    CHECK_THROWS_AS(r.size(), ravel::value_error);
    CHECK_THROWS_AS(r[0], ravel::value_error);
    CHECK_THROWS_AS(r.read(0, std::span<value>(one)), ravel::value_error);
    CHECK_THROWS_AS(r.read(0, std::span<value>()), ravel::value_error);
    CHECK_THROWS_AS(r.begin(), ravel::value_error);
    CHECK_THROWS_AS(r.end(), ravel::value_error);
    CHECK_THROWS_AS(r.memory(), ravel::value_error);
    CHECK_THROWS_AS(r.constant(), ravel::value_error);
    CHECK_THROWS_AS(r.as_range(), ravel::value_error);
    CHECK_THROWS_AS(r.sorted(), ravel::value_error);
    CHECK_THROWS_AS(r + 1, ravel::value_error);
    CHECK_THROWS_AS(r == r, ravel::value_error);
    CHECK_THROWS_AS(-r, ravel::value_error);
    CHECK_THROWS_AS(ravel::map([](value x) { return x; }, r), ravel::value_error);
    CHECK_THROWS_AS(ravel::slice(r, 0, 0), ravel::value_error);
    CHECK_THROWS_AS(ravel::cast<float>(r), ravel::value_error);
    CHECK_THROWS_AS(ravel::sum(r), ravel::value_error);
    CHECK_THROWS_AS(ravel::clone(r), ravel::value_error);
    CHECK_THROWS_AS(ravel::copy(r, buffer<value>{1}), ravel::value_error);
    CHECK_THROWS_AS(ravel::equal(r, r), ravel::value_error);
    CHECK_THROWS_AS(ravel::same(r, r), ravel::value_error);
    CHECK_THROWS_AS(ravel::list<value>().append(r), ravel::value_error);
    CHECK_THROWS_WITH(r.size(), "the handle is empty: it was default-constructed or moved from, and reads nothing");
    CHECK(r.dtype() == ravel::dtype_of<value>());  // known without an element
  };
  check(reader<int>());
  check(writer<int>());
  check(buffer<double>());
  buffer<int> moved{1, 2, 3};
  const auto taken = std::move(moved);
  check(moved);
  CHECK_THROWS_AS(moved.data(), ravel::value_error);
  CHECK_THROWS_AS(moved.span(), ravel::value_error);
  CHECK_THROWS_AS(moved.write(0, 1), ravel::value_error);
  CHECK_THROWS_AS(ravel::fill(moved, 1), ravel::value_error);
  CHECK_THROWS_AS(ravel::copy(taken, moved), ravel::value_error);
  CHECK_THROWS_AS(writer<int>().write(0, 1), ravel::value_error);
  CHECK_THROWS_AS(writer<int>().assign(taken), ravel::value_error);
  moved = taken;
  CHECK_EQUAL(moved, {1, 2, 3});
}

TEST_CASE("capabilities are claimed only where they hold", "[reader]") {
  const buffer<int> b{3, 3, 3};
  CHECK(reader<int>(b).memory()->data == b.data());
  CHECK(reader<int>(b).memory()->step == 1);
  CHECK_FALSE(reader<int>(b).constant());
  CHECK_FALSE(reader<int>(b).sorted());
  CHECK_FALSE((b + 1).memory());
  CHECK_FALSE((b + 1).constant());
  CHECK_FALSE((b + 1).as_range());
  CHECK_FALSE((b + 1).sorted());
  const auto c = ravel::constant(5, std::string("x"));
  CHECK(c.constant() == "x");
  CHECK(c.sorted());
  CHECK(c.memory()->step == 0);
  CHECK(ravel::iota<int>(5, 3, 2).as_range() == ravel::slice(3, 5, 2));
  CHECK_FALSE(ravel::iota<double>(5).as_range());
  CHECK(reader<int>(b).dtype() == ravel::dtype::int32);
  CHECK((b == b).dtype() == ravel::dtype::bool_);
}

TEST_CASE("handles live in standard containers", "[reader]") {
  std::vector<reader<int>> all{buffer<int>{1}, ravel::iota<int>(3), buffer<int>{1, 2} + 1};
  all.push_back(all[1]);
  std::rotate(all.begin(), all.begin() + 1, all.end());
  CHECK(all[0].size() == 3);
  std::swap(all[0], all[1]);
  CHECK_EQUAL(all[0], {2, 3});
  std::optional<reader<int>> maybe;
  maybe = all[2];
  CHECK(maybe->size() == 3);
  std::unordered_map<int, reader<int>> named;
  named[3] = all[0];
  CHECK(named[3].size() == 2);
  CHECK_THROWS_AS(named[4].size(), ravel::value_error);
}

TEST_CASE("== is elementwise, also between types", "[reader]") {
  const buffer<int> a{1, 2, 3};
  const buffer<double> b{1, 2.5, 3};
  CHECK_EQUAL(a == b, {true, false, true});
  CHECK_EQUAL(reader<int>(a) != a, {false, false, false});
  CHECK_EQUAL(a < b, {false, true, false});
}
