// SPDX-License-Identifier: BSL-1.0
// The handle itself: copying shares, a handle without elements is one like any other, a name is bound and a view is written, reading never
// leads to writing.
#include <ravel/base/index_range.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/field.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/storage/list.hpp>

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
static_assert(sizeof(reader<int>) == sizeof(std::shared_ptr<int>) + sizeof(void*));  // and what kind of handle it is

// Reading never leads to writing.
static_assert(!std::is_constructible_v<writer<int>, reader<int>> && !std::is_constructible_v<buffer<int>, reader<int>>);
static_assert(!std::is_constructible_v<buffer<int>, writer<int>> && !std::is_constructible_v<writer<int>, sum_of_two>);
static_assert(!std::is_assignable_v<writer<int>&, reader<int>> && !std::is_assignable_v<buffer<int>&, reader<int>&>);
static_assert(!std::is_assignable_v<buffer<int>&, writer<int>> && !std::is_constructible_v<buffer<int>, sum_of_two>);
static_assert(std::same_as<decltype(std::declval<reader<int>&>().memory()), std::optional<ravel::block<const int>>>);
static_assert(std::same_as<decltype(std::declval<writer<int>&>().memory()), std::optional<ravel::block<int>>>);
static_assert(std::same_as<decltype(std::declval<buffer<int>&>().memory()), std::optional<ravel::block<int>>>);
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

TEST_CASE("a handle that was given nothing, or gave it away, has no elements", "[reader]") {
  const auto check = []<class Handle>(const Handle& r) {
    using value = typename Handle::value_type;
    CHECK_FALSE(r.bound());
    CHECK(r.size() == 0);
    CHECK_THROWS_AS(r[0], ravel::index_error);
    r.read(0, std::span<value>());
    CHECK(std::as_const(r).begin() == std::as_const(r).end());
    CHECK_FALSE(r.constant());
    CHECK_FALSE(r.as_range());
    CHECK((r + 1).size() == 0);
    CHECK(slice(r, 0, 0).size() == 0);
    CHECK(reverse(r).size() == 0);
    CHECK(ravel::cast<float>(r).size() == 0);
    CHECK(ravel::sum(r) == 0);
    CHECK(ravel::clone(r).size() == 0);
    CHECK(ravel::equal(r, buffer<value>{}));
    CHECK(same(r, r));
    copy(r, buffer<value>{});
    CHECK_THROWS_AS(ravel::copy(r, buffer<value>{1}), ravel::shape_error);
    CHECK_THROWS_AS(ravel::max(r), ravel::value_error);
    CHECK_EQUAL(reader<value>(r), {});
    CHECK(r.dtype() == ravel::dtype_of<value>());
  };
  check(reader<int>());
  check(writer<int>());
  check(buffer<double>());
  reader<int> read = buffer<int>{1};
  writer<int> written = buffer<int>{1};
  buffer<int> moved{1, 2, 3};
  CHECK(moved.bound());
  CHECK((reader<int>(std::move(read)).size() == 1 && writer<int>(std::move(written)).size() == 1));
  check(read);
  check(written);
  const auto taken = std::move(moved);
  check(moved);
  CHECK(moved.span().empty());
  const auto part = slice(moved, 0, 0);
  CHECK(part.span().empty());
  CHECK_THROWS_AS(moved.write(0, 1), ravel::index_error);
  ravel::fill(moved, 1);
  CHECK_THROWS_AS(ravel::copy(taken, moved), ravel::shape_error);
  CHECK_THROWS_AS(writer<int>().assign(taken), ravel::shape_error);
  moved = taken;
  CHECK_EQUAL(moved, {1, 2, 3});
}

TEST_CASE("a handle is not bound anew through its base alone", "[reader]") {
  const std::vector<double> fixed{1, 2, 3};
  buffer<double> b{7, 8, 9};
  reader<double>& read = b;
  writer<double>& written = b;
  CHECK_THROWS_WITH(read = ravel::borrow(fixed),
                    "this reader& is part of a buffer and cannot be bound anew alone: assign(x) writes the elements, "
                    "reader<T> r = x is a name of its own");
  CHECK_THROWS_AS(read = read / sum(read), ravel::type_error);
  CHECK_THROWS_AS(written = writer<double>(reverse(b)), ravel::type_error);
  CHECK_EQUAL(b, {7, 8, 9});
  b[0] = 99;
  CHECK(fixed[0] == 1);

  reader<double> own = b;  // a name of its own is bound as it likes
  own = ravel::borrow(fixed);
  own = own / sum(own);
  CHECK(own[1] == 2.0 / 6);
  writer<double> part = b;
  part = slice(b, 0, 1);
  CHECK(part.size() == 1);
}

TEST_CASE("a view just made is written through", "[reader]") {
  struct pair {
    int x, y;
  };
  const buffer<int> b{0, 1, 2, 3, 4};
  slice(b, 0, 2) = buffer<int>{10, 11};
  CHECK_EQUAL(b, {10, 11, 2, 3, 4});
  slice(b, 0, 3, 2) = 7;
  CHECK_EQUAL(b, {7, 11, 7, 3, 7});
  reverse(b) = ravel::iota<int>(5);
  CHECK_EQUAL(b, {4, 3, 2, 1, 0});
  reverse(b) = b;  // as if read first
  CHECK_EQUAL(b, {0, 1, 2, 3, 4});
  select(b, {4, 0}) = slice(b, 0, 2);
  CHECK_EQUAL(b, {1, 1, 2, 3, 0});
  slice(b, 1, 2) = slice(b, 2, 2);  // a buffer on both sides
  CHECK_EQUAL(b, {1, 2, 3, 3, 0});
  slice(b, 3, 2) = {8, 9};
  CHECK_EQUAL(b, {1, 2, 3, 8, 9});
  writer<int>{b} = b * 2;
  CHECK_EQUAL(b, {2, 4, 6, 16, 18});
  const buffer<pair> points{{1, 2}, {3, 4}};
  field(points, &pair::y) = buffer<int>{20, 40};
  CHECK((points[0].y == 20 && points[1].y == 40 && points[1].x == 3));
  CHECK_THROWS_AS(slice(b, 0, 2) = b, ravel::shape_error);

  buffer<int> name{1};  // a name is bound anew
  const buffer<int> before = name;
  name = slice(b, 0, 2);
  CHECK(name.size() == 2);
  CHECK(before[0] == 1);
}

TEST_CASE("capabilities are claimed only where they hold", "[reader]") {
  const buffer<int> b{3, 3, 3};
  const reader<int> r = b;
  CHECK(r.memory()->data == b.data());
  CHECK(r.memory()->step == 1);
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
  CHECK(named[4].size() == 0);
}

TEST_CASE("== is elementwise, also between types", "[reader]") {
  const buffer<int> a{1, 2, 3};
  const buffer<double> b{1, 2.5, 3};
  CHECK_EQUAL(a == b, {true, false, true});
  CHECK_EQUAL(reader<int>(a) != a, {false, false, false});
  CHECK_EQUAL(a < b, {false, true, false});
}

TEST_CASE("an expression that was moved from has no elements", "[reader]") {
  auto e = buffer<int>{1, 2, 3} * 2 + 1;
  const auto taken = std::move(e);
  CHECK_EQUAL(taken, {3, 5, 7});
  CHECK(e.size() == 0);
  CHECK_THROWS_AS(e[0], ravel::index_error);
  CHECK_EQUAL(e, {});
  CHECK((e + 1).size() == 0);
  e = taken;
  CHECK_EQUAL(e, {3, 5, 7});
}
