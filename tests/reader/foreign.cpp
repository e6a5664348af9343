// SPDX-License-Identifier: BSL-1.0
// Readers of the user's own: what has only size() and operator[] becomes a full reader, and what misbehaves does no harm.
#include <ravel/lazy/assume.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/faults.hpp>
#include <support/on_one_thread.hpp>
#include <support/require_equal.hpp>
#include <support/writer_contract.hpp>

#include <array>
#include <deque>
#include <valarray>

using ravel::from;
using ravel::index_t;
using ravel::reader;

namespace outside {

struct squares {
  index_t n;
  index_t size() const { return n; }
  double operator[](index_t i) const { return static_cast<double>(i * i); }
};

struct opted_in : squares, ravel::reader_base {
  explicit opted_in(index_t count) : squares{count} {}
};
struct enabled : squares {};

// A hierarchy.
struct shape {
  virtual ~shape() = default;
  virtual index_t size() const = 0;
  virtual double operator[](index_t i) const = 0;
};
struct line final : shape {
  explicit line(int* alive) : alive_(alive) { ++*alive_; }
  line(const line&) = delete;
  ~line() override { --*alive_; }
  index_t size() const override { return 2000; }
  double operator[](index_t i) const override { return static_cast<double>(2 * i); }
  int* alive_;
};

// Reads blocks by itself, and counts how.
struct own_blocks : ravel::reader_base {
  struct counts {
    int elements = 0, blocks = 0;
  };
  std::shared_ptr<counts> seen = std::make_shared<counts>();
  index_t size() const { return 3000; }
  double operator[](index_t i) const {
    ++seen->elements;
    return static_cast<double>(i);
  }
  void read(index_t start, std::span<double> out) const {
    ++seen->blocks;
    for (double& x : out) x = static_cast<double>(start++);
  }
};

struct writes_blocks {
  mutable std::vector<int> values = std::vector<int>(100);
  mutable int blocks = 0, elements = 0;
  std::size_t size() const { return values.size(); }
  int operator[](std::size_t i) const { return values[i]; }
  void write(index_t i, int value) const {
    ++elements;
    values.at(static_cast<std::size_t>(i)) = value;
  }
  void write(index_t start, std::span<const int> all) const {
    ++blocks;
    for (const int value : all) values.at(static_cast<std::size_t>(start++)) = value;
  }
};

struct exploded {};  // no std::exception

struct hostile : ravel::reader_base {
  index_t n = 3000;
  index_t fails_at = -1;
  index_t size() const { return n; }
  double operator[](index_t i) const {
    if (i == fails_at) throw exploded();
    return static_cast<double>(i + 1);
  }
};

// Larger each time it is asked.
struct growing : ravel::reader_base {
  mutable index_t n = 10;
  index_t size() const { return n += 1000; }
  double operator[](index_t i) const {
    if (i >= 1010) throw exploded();
    return static_cast<double>(i);
  }
};
struct shrinking : ravel::reader_base {
  mutable index_t n = 3000;
  index_t size() const { return std::exchange(n, 0); }
  double operator[](index_t i) const { return static_cast<double>(i); }
};
struct no_size_today : ravel::reader_base {
  index_t size() const { throw exploded(); }
  double operator[](index_t) const { return 0; }
};
template <class Size>
struct claims : ravel::reader_base {
  Size n;
  explicit claims(Size count) : n(count) {}
  Size size() const { return n; }
  double operator[](index_t) const { return 0; }
};

// Names that the library uses for its own types.
struct same_names : ravel::reader_base {
  int size() const { return 2; }
  double operator[](int i) const { return i; }
  int erased() const { return 0; }
  int in_place() const { return 0; }
};

}  // namespace outside

template <>
inline constexpr bool ravel::enable_reader<outside::enabled> = true;

namespace {

std::vector<double> first_squares(index_t n) {
  std::vector<double> all;
  for (index_t i = 0; i < n; ++i) all.push_back(static_cast<double>(i * i));
  return all;
}

template <class X>
concept can_be_read_from = requires(X&& x) { from(std::forward<X>(x)); };

}  // namespace

TEST_CASE("size and operator[] make a full reader", "[reader]") {
  for (const index_t n : support::contract_sizes<double>()) {
    support::check_reader(from(outside::squares{n}), first_squares(n), support::contract::quick);
    support::check_reader(reader<double>(outside::opted_in(n)), first_squares(n), support::contract::quick);
    support::check_reader(reader<double>(outside::enabled{{n}}), first_squares(n), support::contract::quick);
    support::check_reader(from(outside::opted_in(n)), first_squares(n), support::contract::quick);
  }
  support::check_reader(from(outside::squares{1025}), first_squares(1025));
}

TEST_CASE("elements of every type", "[reader]") {
  support::contract_types::each([]<class T>() {
    const auto values = support::samples<T>(1025);
    support::check_reader(from(support::by_element<T>{values}), values, support::contract::quick);
  });
}

TEST_CASE("any container with random access will do", "[reader]") {
  CHECK_EQUAL(from(std::vector<int>{1, 2, 3}), {1, 2, 3});
  CHECK_EQUAL(from(std::vector<bool>{true, false}), {true, false});
  CHECK_EQUAL(from(std::deque<std::string>{"a", "b"}), {"a", "b"});
  CHECK_EQUAL(from(std::array<float, 2>{1, 2}), {1, 2});
  CHECK_EQUAL(from(std::valarray<int>{4, 5}), {4, 5});
  CHECK_EQUAL(from(std::string("hi")), {'h', 'i'});
  static_assert(std::same_as<decltype(from(std::vector<bool>{})), reader<bool>>);
}

TEST_CASE("a given object is moved, not copied", "[reader]") {
  std::vector<int> values{1, 2, 3};
  const int* memory = values.data();
  struct moved_only {
    std::unique_ptr<int> value;
    int size() const { return 1; }
    int operator[](int) const { return *value; }
  };
  const auto r = from(std::move(values));
  CHECK(values.empty());
  CHECK(r[2] == 3);
  CHECK(memory[2] == 3);
  CHECK_EQUAL(from(moved_only{std::make_unique<int>(7)}), {7});
}

TEST_CASE("an opted-in reader takes part in expressions as it is", "[reader]") {
  CHECK_EQUAL(outside::opted_in(3) + 1, {1, 2, 5});
  CHECK_EQUAL(outside::enabled{{3}} * outside::opted_in(3), {0, 1, 16});
  const outside::opted_in named(3);
  CHECK(ravel::sum(named) == 5);  // eager operations look and do not keep
  CHECK_EQUAL(ravel::clone(named), {0, 1, 4});
  CHECK(ravel::equal(named, outside::opted_in(3)));
}

TEST_CASE("an opted-in reader is borrowed and adopted", "[reader]") {
  outside::opted_in named(3);
  const auto looked_at = ravel::borrow(named);
  named.n = 2;
  CHECK(looked_at.size() == 3);  // asked once
  CHECK_EQUAL(ravel::slice(looked_at, 1, 2), {1, 4});
  CHECK_EQUAL(ravel::borrow(std::as_const(named)) + 1, {1, 2});
  CHECK_EQUAL(ravel::adopt(outside::opted_in(3)), {0, 1, 4});
}

TEST_CASE("a hierarchy is shared through its base", "[reader]") {
  int alive = 0;
  {
    std::shared_ptr<outside::shape> shared = std::make_shared<outside::line>(&alive);
    const auto r = from(shared);
    static_assert(std::same_as<decltype(r), const reader<double>>);
    shared.reset();
    CHECK(alive == 1);
    const auto sliced = ravel::slice(r, 10, 3, 500);
    CHECK_EQUAL(sliced, {20, 1020, 2020});
    CHECK(ravel::sum(r) == 2.0 * 1999 * 1000);
  }
  CHECK(alive == 0);
  const std::shared_ptr<const outside::shape> constant = std::make_shared<outside::line>(&alive);
  CHECK(from(constant)[3] == 6);
  CHECK(constant.use_count() == 1);
  CHECK_THROWS_AS(from(std::shared_ptr<outside::shape>()), ravel::value_error);
}

TEST_CASE("a block read of its own is used, and elements are read by operator[]", "[reader]") {
  const outside::own_blocks blocks;
  const reader<double> r(outside::own_blocks{blocks});
  std::vector<double> out(3000);
  r.read(0, out);
  CHECK(blocks.seen->elements == 0);
  CHECK(blocks.seen->blocks == 3);
  CHECK(out[2999] == 2999);
  CHECK(r[17] == 17);
  CHECK(blocks.seen->elements == 1);
  std::vector<double> expected(3000);
  for (std::size_t i = 0; i < 3000; ++i) expected[i] = static_cast<double>(i);
  support::check_reader(r, expected, support::contract::quick);
}

TEST_CASE("an object that can be written gives a writer", "[reader]") {
  const std::vector<int> values{1, 2, 3, 4, 5};
  const auto w = from(std::make_shared<support::by_element_writer<int>>(values));
  static_assert(std::same_as<decltype(w), const ravel::writer<int>>);
  support::check_writer(w, values, support::contract::quick);
  static_assert(std::same_as<decltype(from(support::by_element_writer<int>(values))), ravel::writer<int>>);

  const auto blocks = std::make_shared<outside::writes_blocks>();
  const auto b = from(blocks);
  b.write(10, std::vector<int>{1, 2, 3});
  b.write(0, 7);
  CHECK(blocks->blocks == 2);  // one element is a block of one
  CHECK(blocks->values[12] == 3);
  CHECK(blocks->values[0] == 7);
}

TEST_CASE("an opted-in writer is a writer from wherever it comes", "[reader]") {
  struct cells : ravel::reader_base {
    std::shared_ptr<std::vector<int>> values = std::make_shared<std::vector<int>>(3);
    std::size_t size() const { return values->size(); }
    int operator[](std::size_t i) const { return values->at(i); }
    void write(index_t i, int value) const { values->at(static_cast<std::size_t>(i)) = value; }
  };
  cells own;
  const ravel::writer<int> w = cells(own);
  w.write(0, 1);
  static_assert(std::same_as<decltype(from(cells(own))), ravel::writer<int>>);
  from(cells(own)).write(1, 2);
  static_assert(std::same_as<decltype(ravel::borrow(own)), ravel::writer<int>>);
  ravel::borrow(own).write(2, 3);
  CHECK(*own.values == std::vector<int>{1, 2, 3});
}

TEST_CASE("the size is asked once", "[reader]") {
  const reader<double> r = outside::growing();
  CHECK(r.size() == 1010);
  CHECK(r.size() == 1010);
  CHECK(ravel::sum(r) == 1009.0 * 505);
  CHECK_THROWS_AS(r[1010], ravel::index_error);
  const outside::growing looked_at;
  CHECK(ravel::clone(looked_at).size() == 1010);

  const reader<double> s = outside::shrinking();
  CHECK(s.size() == 3000);
  CHECK(ravel::clone(s).size() == 3000);
}

TEST_CASE("a size that throws, or is none, is refused when the reader is made", "[reader]") {
  CHECK_THROWS_AS(reader<double>(outside::no_size_today()), outside::exploded);
  CHECK_THROWS_AS(ravel::sum(outside::no_size_today()), outside::exploded);
  CHECK_THROWS_AS(reader<double>(outside::claims<int>(-1)), ravel::value_error);
  CHECK_THROWS_WITH(reader<double>(outside::claims<int>(-1)), "size -1 is negative");
  CHECK_THROWS_WITH(reader<double>(outside::claims<signed char>(-128)), "size -128 is negative");
  CHECK_THROWS_AS(reader<double>(outside::claims<index_t>(ravel::index_limit + 1)), ravel::overflow_error);
  CHECK_THROWS_WITH(reader<double>(outside::claims<index_t>(ravel::index_limit + 1)),
                    "size 4611686018427387905 is beyond the limit of 2^62");
  CHECK_THROWS_WITH(reader<double>(outside::claims<std::uint64_t>(~std::uint64_t{0})),
                    "size 18446744073709551615 is beyond the limit of 2^62");
  CHECK_THROWS_AS(reader<double>(outside::claims<std::uint64_t>(std::uint64_t{1} << 63)), ravel::overflow_error);
  const reader<double> largest = outside::claims<std::uint64_t>(std::uint64_t{1} << 62);
  CHECK(largest.size() == ravel::index_limit);
  CHECK(largest[ravel::index_limit - 1] == 0);
  CHECK_THROWS_AS(largest[ravel::index_limit], ravel::index_error);
}

TEST_CASE("an exception in the middle of a block passes unchanged", "[reader]") {
  const support::on_one_thread here;
  outside::hostile source;
  const index_t block = ravel::detail::block_length<double>;
  for (const index_t k : {index_t{0}, index_t{1}, block - 1, block, block + 1, index_t{2047}, index_t{2999}}) {
    source.fails_at = k;
    const reader<double> r = outside::hostile(source);
    const index_t block_in_hand = k / block * block;
    const auto check = [&](const auto& write) {
      const auto target = ravel::make_buffer<double>(3000, -1.0);
      CHECK_THROWS_AS(write(target), outside::exploded);
      for (index_t i = 0; i < block_in_hand; ++i) REQUIRE(target[i] == static_cast<double>(i + 1));
      for (index_t i = std::min(block_in_hand + block, index_t{3000}); i < 3000; ++i) REQUIRE(target[i] == -1);
    };
    check([&](const auto& target) { r.read(0, target.span()); });
    check([&](const auto& target) { copy(ravel::assume_no_alias(r), target); });
    check([&](const auto& target) { copy(ravel::assume_no_alias(r) + 0.0, target); });
    // What may read the target is read first: nothing is written.
    const auto target = ravel::make_buffer<double>(3000, -1.0);
    CHECK_THROWS_AS(copy(r, target), outside::exploded);
    CHECK(ravel::sum(target) == -3000);
    CHECK_THROWS_AS(ravel::sum(r), outside::exploded);
    CHECK_THROWS_AS(ravel::clone(r * 2), outside::exploded);
    CHECK_THROWS_AS(r[k], outside::exploded);
    CHECK_THROWS_AS((r + 1)[k], outside::exploded);
    CHECK(r[(k + 1) % 3000] == static_cast<double>((k + 1) % 3000 + 1));  // and the reader is as good as before
  }
}

TEST_CASE("an exception leaves no element alive and no memory allocated", "[reader]") {
  struct bombs {
    index_t size() const { return 40; }
    support::bomb operator[](index_t i) const { return support::bomb(static_cast<int>(i)); }
  };
  support::fail_each_step([] { static_cast<void>(ravel::clone(from(bombs()))); });
  support::fail_each_step([] {
    const auto r = from(bombs());
    const auto target = ravel::make_buffer<support::bomb>(40);
    copy(ravel::slice(r, 39, 40, -1), target);
  });
  outside::hostile source;
  source.fails_at = 1500;
  const auto r = from(outside::hostile(source));
  const auto before = support::live_blocks();
  try {
    static_cast<void>(ravel::sum(r + r * ravel::slice(r, 2999, 3000, -1)));
  } catch (const outside::exploded&) {
  }
  CHECK(support::live_blocks() == before);
}

TEST_CASE("a reader may be called as it likes", "[reader]") {
  CHECK_EQUAL(reader<double>(outside::same_names()), {0, 1});
  CHECK_EQUAL(outside::same_names() + 1, {1, 2});
  CHECK_EQUAL(ravel::clone(outside::same_names()), {0, 1});
  CHECK(ravel::sum(outside::same_names()) == 1);
}

TEST_CASE("objects that cannot be owned are refused", "[reader]") {
  static_assert(can_be_read_from<std::vector<int>> && can_be_read_from<std::shared_ptr<outside::shape>&>);
  static_assert(!can_be_read_from<std::vector<int>&> && !can_be_read_from<const std::vector<int>&>);
  static_assert(!can_be_read_from<outside::opted_in&> && !can_be_read_from<const outside::opted_in&>);
  static_assert(!can_be_read_from<std::span<int>> && !can_be_read_from<std::string_view>);  // they own nothing: borrow says so
  static_assert(!std::is_constructible_v<reader<double>, outside::opted_in&>);
  static_assert(!std::is_constructible_v<reader<double>, std::vector<double>>);
  static_assert(can_be_read_from<ravel::buffer<int>&> && can_be_read_from<const reader<int>&>);
  SUCCEED();
}

TEST_CASE("allocation failure while a reader is made", "[reader]") {
  support::fail_each_allocation([] { static_cast<void>(from(support::by_element<int>{{1, 2, 3}})); });
  support::fail_each_allocation([] { static_cast<void>(from(std::make_shared<support::by_element_writer<int>>(std::vector<int>{1}))); });
  support::fail_each_allocation([] { static_cast<void>(ravel::clone(outside::opted_in(100))); });
}
