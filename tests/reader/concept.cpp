// SPDX-License-Identifier: BSL-1.0
// What is a reader and what is a value.
#include <ravel/lazy/operators.hpp>
#include <ravel/storage/list.hpp>

#include <support/catch.hpp>

#include <array>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <vector>

namespace outside {

struct derived : ravel::reader_base {
  int size() const { return 3; }
  double operator[](ravel::index_t i) const { return static_cast<double>(i); }
};
struct specialised {
  std::size_t size() const { return 3; }
  const std::string& operator[](std::size_t) const { return name; }
  std::string name;
};
struct not_opted_in {
  int size() const { return 3; }
  double operator[](int) const { return 0; }
};
struct no_elements : ravel::reader_base {
  int size() const { return 3; }
};
struct no_size : ravel::reader_base {
  double operator[](int) const { return 0; }
};
struct real_size : ravel::reader_base {
  double size() const { return 3; }
  double operator[](int) const { return 0; }
};
struct changes_when_read : ravel::reader_base {
  int size() { return 3; }
  double operator[](int) { return 0; }
};
struct elements_move_only : ravel::reader_base {
  int size() const { return 3; }
  std::unique_ptr<int> operator[](int) const { return nullptr; }
};
struct plain {  // no operator==, as most structs
  double price;
};
struct of_plain : ravel::reader_base {
  int size() const { return 3; }
  plain operator[](int) const { return {}; }
};
struct written : derived {
  void write(ravel::index_t, double) const {}
};
struct written_when_not_const : derived {
  void write(ravel::index_t, double) {}
};
struct reads_blocks : derived {
  void read(ravel::index_t, std::span<double>) const {}
};

}  // namespace outside

template <>
inline constexpr bool ravel::enable_reader<outside::specialised> = true;

namespace {

using ravel::readable;
using ravel::writable;
using ravel::detail::handle;
using ravel::detail::input;
using ravel::detail::keepable;
using ravel::detail::read_t;

static_assert(readable<outside::derived> && readable<const outside::derived&> && readable<outside::derived&&>);
static_assert(readable<outside::specialised> && readable<outside::of_plain>);
static_assert(!readable<outside::not_opted_in> && !readable<outside::no_elements> && !readable<outside::no_size>);
static_assert(!readable<outside::real_size> && !readable<outside::changes_when_read> && !readable<outside::elements_move_only>);

// What looks like a reader and did not ask to be one is a value.
static_assert(!readable<std::vector<double>> && !readable<std::string> && !readable<std::array<int, 3>> && !readable<int[3]>);
static_assert(!readable<std::deque<int>> && !readable<std::span<int>> && !readable<int> && !readable<std::shared_ptr<outside::derived>>);

static_assert(readable<ravel::reader<int>> && readable<ravel::writer<int>> && readable<ravel::buffer<int>> && readable<ravel::list<int>>);
static_assert(readable<decltype(ravel::reader<int>() + 1)>);

static_assert(writable<ravel::writer<int>> && writable<ravel::buffer<int>&> && writable<outside::written>);
static_assert(!writable<ravel::reader<int>> && !writable<ravel::list<int>> && !writable<decltype(ravel::buffer<int>() + 1)>);
static_assert(!writable<outside::derived> && !writable<outside::written_when_not_const>);

// Handles are kept by copying, others are given away.
static_assert(handle<ravel::buffer<int>> && handle<ravel::list<int>> && !handle<outside::derived>);
static_assert(keepable<ravel::buffer<int>&> && keepable<const ravel::reader<int>&> && keepable<outside::derived>);
static_assert(!keepable<outside::derived&> && !keepable<const outside::derived&> && !keepable<std::vector<int>>);

// An eager operation also reads ranges of known size with random access.
using vector = std::vector<int>;
using bits = std::vector<bool>;
using views_of_vector = decltype(std::declval<vector&>() | std::views::reverse | std::views::drop(1));
using squares = decltype(std::views::iota(0, 3) | std::views::transform([](int i) { return i * i; }));
using filtered = decltype(std::declval<vector&>() | std::views::filter([](int i) { return i > 0; }));
using references_to_bits = decltype(std::declval<bits&>() | std::views::reverse);
static_assert(input<vector> && input<int[3]> && input<std::span<int>> && input<std::deque<int>> && input<bits> && input<views_of_vector> &&
              input<squares> && std::same_as<read_t<bits>, bool> && std::same_as<read_t<squares>, int>);
static_assert(input<references_to_bits> && std::same_as<read_t<references_to_bits>, bool>);
static_assert(!input<std::list<int>> && !input<std::map<int, int>> && !input<filtered> && !input<decltype(std::views::iota(0))> &&
              !input<std::string> && !input<char[3]> && !input<std::deque<std::unique_ptr<int>>>);

static_assert(std::same_as<ravel::value_t<outside::specialised>, std::string>);
static_assert(std::same_as<ravel::value_t<ravel::buffer<int>>, int> && std::same_as<ravel::value_t<std::vector<bool>>, bool>);

static_assert(ravel::detail::reads_blocks<outside::reads_blocks, double> && !ravel::detail::reads_blocks<outside::derived, double>);

}  // namespace

TEST_CASE("readers ask for size, elements and opting in", "[reader]") { SUCCEED("the assertions above hold"); }
