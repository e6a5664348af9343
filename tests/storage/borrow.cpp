// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/faults.hpp>
#include <support/require_equal.hpp>

#include <array>
#include <deque>
#include <string>
#include <vector>

using ravel::borrow;
using ravel::buffer;
using ravel::reader;

namespace {

struct doubled : ravel::reader_base {
  int size() const { return 3; }
  int operator[](int i) const { return 2 * i; }
};

template <class C>
concept borrowed = requires(C&& c) { borrow(std::forward<C>(c)); };

static_assert(borrowed<std::vector<int>&> && borrowed<const std::vector<int>&> && borrowed<std::span<int>> && borrowed<std::string_view>);
static_assert(borrowed<std::array<int, 2>&> && borrowed<int (&)[3]> && borrowed<std::string&> && borrowed<doubled&>);
static_assert(!borrowed<std::vector<int>> && !borrowed<const std::vector<int>> && !borrowed<std::string> && !borrowed<std::array<int, 2>>);
static_assert(borrowed<std::vector<bool>&> && !borrowed<std::vector<bool>> && !borrowed<std::deque<int>&> && !borrowed<int&> &&
              !borrowed<doubled>);
static_assert(!borrowed<buffer<int>&> && !borrowed<buffer<int>>);  // a handle is copied

}  // namespace

TEST_CASE("a borrowed reader shows the container itself", "[storage]") {
  std::vector<int> v{1, 2, 3};
  const auto b = borrow(v);
  static_assert(std::same_as<decltype(b), const buffer<int>>);
  CHECK(b.data() == v.data());
  b[0] = 10;
  v[1] = 20;
  CHECK_EQUAL(b, {10, 20, 3});
  copy(b * 2, b);
  CHECK(v == std::vector<int>{20, 40, 6});
}

TEST_CASE("const containers give readers", "[storage]") {
  const std::vector<int> v{1, 2};
  static_assert(std::same_as<decltype(borrow(v)), reader<int>>);
  CHECK_EQUAL(borrow(v), {1, 2});
  std::vector<int> w{1, 2};
  static_assert(std::same_as<decltype(borrow(std::as_const(w))), reader<int>>);
  static_assert(std::same_as<decltype(borrow(std::span<const int>(w))), reader<int>>);
  static_assert(std::same_as<decltype(borrow(std::span<int>(w))), buffer<int>>);
  static_assert(std::same_as<decltype(borrow(std::string_view("abc"))), reader<char>>);
  CHECK_EQUAL(borrow(std::string_view("abc")), {'a', 'b', 'c'});
  CHECK_EQUAL(borrow(std::span(w)), {1, 2});
}

TEST_CASE("arrays are borrowed too", "[storage]") {
  int plain[] = {1, 2, 3};
  borrow(plain).write(2, 30);
  std::array<double, 2> wrapped{1, 2};
  borrow(wrapped).write(0, 10.0);
  CHECK(plain[2] == 30);
  CHECK(wrapped[0] == 10);
}

TEST_CASE("nothing to read needs no memory", "[storage]") {
  std::vector<int> none;
  CHECK_EQUAL(borrow(none), {});
  CHECK_EQUAL(borrow(std::span<double>()), {});
}

TEST_CASE("memory that cannot be read is not borrowed", "[storage]") {
  alignas(8) char bytes[32] = {};
  const auto* const crooked = reinterpret_cast<const double*>(bytes + 1);
  CHECK_THROWS_AS(borrow(std::span<const double>(crooked, 2)), ravel::value_error);
  CHECK_THROWS_WITH(borrow(std::span<const double>(crooked, 2)),
                    "the memory is at an address that is not a multiple of 8, as its 2 elements need: copy it to aligned memory first");
  CHECK_THROWS_AS(borrow(std::span<const double>(static_cast<const double*>(nullptr), 2)), ravel::value_error);
}

TEST_CASE("borrowing allocates a node and no element", "[storage]") {
  std::vector<double> v(100000);
  const auto before = support::total_allocations();
  const auto b = borrow(v);
  CHECK(support::total_allocations() == before + 1);
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(borrow(v)); }) == 1);
}

TEST_CASE("a pointer and a number of elements are borrowed") {
  double values[] = {1, 2, 3};
  const auto b = borrow(&values[0], 3);
  static_assert(std::same_as<decltype(b), const buffer<double>>);
  static_assert(std::same_as<decltype(borrow(static_cast<const double*>(values), 3U)), reader<double>>);
  b[1] = 20;
  CHECK(values[1] == 20);
  CHECK(borrow(static_cast<double*>(nullptr), 0).size() == 0);
  CHECK_THROWS_WITH(borrow(&values[0], -1), "size -1 is negative");
  CHECK_THROWS_AS(borrow(static_cast<double*>(nullptr), 1), ravel::value_error);
}

TEST_CASE("bits are borrowed, to be read and written one by one") {
  std::vector<bool> bits{true, false, true};
  const ravel::writer<bool> w = borrow(bits);
  w.write(1, true);
  CHECK(bits[1]);
  bits[0] = false;
  const reader<bool> r = borrow(std::as_const(bits));
  CHECK((r.size() == 3 && !r[0] && r[1]));
  CHECK(ravel::borrow(std::as_const(bits)).dtype() == ravel::dtype::bool_);
}
