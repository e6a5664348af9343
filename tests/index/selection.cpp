// SPDX-License-Identifier: BSL-1.0
// selection in its three kinds, against plain vectors of positions.
#include <ravel/base/error.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/index/selection.hpp>

#include <support/catch.hpp>
#include <support/small_stack.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <random>
#include <set>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using ravel::index_t;
using ravel::selection;
using ravel::slice;
using list = std::vector<index_t>;

class sorted_members final : public ravel::ascending_set {
 public:
  explicit sorted_members(list members) : members_(std::move(members)) {}
  index_t size() const override { return static_cast<index_t>(members_.size()); }
  index_t at(index_t rank) const override { return members_.at(static_cast<std::size_t>(rank)); }
  index_t rank(index_t position) const override { return std::lower_bound(members_.begin(), members_.end(), position) - members_.begin(); }

 private:
  list members_;
};

std::shared_ptr<const ravel::ascending_set> members(list of) { return std::make_shared<sorted_members>(std::move(of)); }

list listed(const selection& s) {
  list positions;
  for (index_t i = 0; i < s.size(); ++i) positions.push_back(s[i]);
  return positions;
}

list places_of(const selection& s, index_t position) {
  const auto found = s.find(position);
  list places;
  for (index_t i = 0; i < found.size(); ++i) places.push_back(found[i]);
  return places;
}

// Every question to a selection, answered by looking through the list it should equal.
void require_equal_to(const selection& s, const list& expected) {
  REQUIRE(listed(s) == expected);
  REQUIRE(s.ascending() == std::is_sorted(expected.begin(), expected.end()));
  REQUIRE(s.distinct() == (std::set<index_t>(expected.begin(), expected.end()).size() == expected.size()));
  for (index_t position = -2; position < 30; ++position) {
    list places;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (expected[i] == position) places.push_back(static_cast<index_t>(i));
    }
    REQUIRE(places_of(s, position) == places);
    REQUIRE(s.contains(position) == !places.empty());
  }
  list part(expected.size() / 2);
  s.read(static_cast<index_t>(expected.size() - part.size()), part);
  REQUIRE(part == list(expected.end() - static_cast<std::ptrdiff_t>(part.size()), expected.end()));
  if (expected.empty()) return;
  REQUIRE(s.min() == *std::min_element(expected.begin(), expected.end()));
  REQUIRE(s.max() == *std::max_element(expected.begin(), expected.end()));
}

// A reader, as the layers below know it: a size and an element.
struct squares {
  index_t n;
  index_t size() const { return n; }
  index_t operator[](index_t i) const { return i * i; }
};

struct counted {
  int* reads;
  index_t size() const { return 4; }
  int operator[](index_t i) const {
    ++*reads;
    return i == 2 ? 9 : static_cast<int>(i);
  }
};

// A reader of another type than positions, which counts its elements as they are read in blocks.
struct read_in_blocks {
  std::vector<std::uint64_t> values;
  std::size_t* reads;
  index_t size() const { return static_cast<index_t>(values.size()); }
  std::uint64_t operator[](index_t) const { throw std::logic_error("an element was read alone"); }
  void read(index_t start, std::span<std::uint64_t> out) const {
    std::copy_n(values.begin() + start, out.size(), out.begin());
    *reads += out.size();
  }
};

list takes(const selection& s) { return listed(s); }

}  // namespace

TEST_CASE("a selection is made from whatever names positions") {
  CHECK(takes({2, 0, 1}) == list{2, 0, 1});
  CHECK(takes({7}) == list{7});
  CHECK(takes({}).empty());
  CHECK(takes(slice(1, 3)) == list{1, 2, 3});
  CHECK(takes(std::vector<unsigned>{5, 1, 1}) == list{5, 1, 1});
  CHECK(takes(std::array<short, 2>{4, 4}) == list{4, 4});
  CHECK(takes(std::deque<int>{3, 0, 2}) == list{3, 0, 2});
  CHECK(takes(squares{4}) == list{0, 1, 4, 9});
  CHECK(takes(members({1, 5, 6})) == list{1, 5, 6});
  CHECK(takes(std::make_shared<sorted_members>(list{1, 5, 6})) == list{1, 5, 6});
  const int plain[] = {3, 1, 2};
  CHECK(takes(plain) == list{3, 1, 2});
  CHECK_FALSE((std::is_constructible_v<selection, std::vector<double>>));
  CHECK_FALSE((std::is_constructible_v<selection, std::vector<bool>>));
}

TEST_CASE("a reader is read once, when the selection is made") {
  int reads = 0;
  const selection s = counted{&reads};
  const selection copy = s;
  CHECK(listed(copy) == list{0, 1, 9, 3});
  CHECK(reads == 4);
  CHECK(copy.positions().data() == s.positions().data());
}

TEST_CASE("a reader of any integers is read in blocks") {
  std::size_t reads = 0;
  read_in_blocks source{std::vector<std::uint64_t>(1300), &reads};
  for (std::size_t i = 0; i < source.values.size(); ++i) source.values[i] = i * i % 1009;
  CHECK(takes(source) == list(source.values.begin(), source.values.end()));
  CHECK(reads == source.values.size());
  source.values[1234] = ~std::uint64_t{0};
  CHECK_THROWS_WITH(selection(source), "entry 1234 of the places given is 18446744073709551615, beyond the limit of 2^62");
}

TEST_CASE("a list or a set that is a progression is a range") {
  CHECK(selection{4, 2, 0}.as_range() == slice(4, 3, -2));
  CHECK(selection{4, 2}.as_range() == slice(4, 2, -2));
  CHECK(selection(members({3, 4, 5})).as_range() == slice(3, 3));
  CHECK(selection(members({3, 7, 11})).as_range() == slice(3, 3, 4));
  CHECK(selection(members({3})).as_range() == slice(3, 1));
  CHECK_FALSE(selection(members({3, 7, 10, 15})).is_range());
  CHECK_FALSE(selection{4, 4}.is_range());
  CHECK_FALSE(selection{4, 2, 1}.is_range());
  CHECK_FALSE(selection{0, 5, 2}.is_range());
  CHECK_FALSE(selection{0, 1, 2, 3, 5, 4, 6}.is_range());
  const selection listed_one{4, 2, 1}, of_set(members({3, 5}));
  CHECK(listed_one.positions().size() == 3);
  CHECK(of_set.positions().empty());
  const index_t limit = ravel::index_limit;
  CHECK(listed(selection{-limit, limit}) == list{-limit, limit});
}

TEST_CASE("every question to a selection agrees with its list") {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    list values(random() % 12);
    const auto bound = 1 + random() % 25;
    for (auto& v : values) v = static_cast<index_t>(random() % bound);
    require_equal_to(values, values);
    std::sort(values.begin(), values.end());
    require_equal_to(values, values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    require_equal_to(members(values), values);
  }
  for (std::size_t length = 1; length < 80; ++length) {  // the ends at every place
    list values(length);
    for (auto& v : values) v = static_cast<index_t>(random() % 1000);
    values[random() % length] = -5;
    values[random() % length] = 2000;
    require_equal_to(values, values);
    std::sort(values.begin(), values.end());
    require_equal_to(values, values);
  }
  list sparse{100000, 3, 100000, 20};
  require_equal_to(sparse, sparse);
  CHECK(places_of(sparse, 100000) == list{0, 2});
}

TEST_CASE("a selection of a selection takes the positions at those places") {
  std::mt19937 random(11);
  const auto some = [&](std::size_t n, index_t below, bool unique) {
    list values(below == 0 ? 0 : n);
    for (auto& v : values) v = static_cast<index_t>(random()) % below;
    if (unique) {
      std::sort(values.begin(), values.end());
      values.erase(std::unique(values.begin(), values.end()), values.end());
    }
    return values;
  };
  for (int round = 0; round < 1000; ++round) {
    const list values = some(random() % 12, 25, round % 2 == 0);
    const selection below = round % 2 == 0 ? selection(members(values)) : selection(values);
    const list places = some(random() % 6, below.size(), round % 3 == 0);
    list expected;
    for (index_t place : places) expected.push_back(values[static_cast<std::size_t>(place)]);
    require_equal_to(below.select(places), expected);
    const index_t start = below.empty() ? 0 : static_cast<index_t>(random()) % below.size(), step = 1 + static_cast<index_t>(random() % 3);
    const index_t count = (below.size() - start + step - 1) / step;
    const auto up = slice(start, count, step);
    for (const auto& range : {up, up.reversed()}) {
      expected.clear();
      for (index_t i = 0; i < range.size(); ++i) expected.push_back(values[static_cast<std::size_t>(range[i])]);
      require_equal_to(below.select(range), expected);
    }
  }
  CHECK_THROWS_AS(selection({3, 3, 3}).select(slice(2, 2)), ravel::index_error);
}

TEST_CASE("selections are equal when they name the same positions in the same order") {
  CHECK(selection{5, 1, 3} == selection(std::vector<int>{5, 1, 3}));
  CHECK(selection{5, 1, 3} != selection{5, 3, 1});
  CHECK(selection{1, 3, 4} == selection(members({1, 3, 4})));
  CHECK(selection{1, 2, 3} == selection(slice(1, 3)));
  CHECK(selection{1, 2, 4} != selection(slice(1, 3)));
  CHECK(selection() == selection(slice(9, 0)));
}

TEST_CASE("a selection is checked where it is applied, and names the first position that is outside") {
  CHECK_NOTHROW(selection{2, 0, 2}.check_within(3));
  CHECK_THROWS_WITH((selection{2, 0, 7, 9}.check_within(7)), "position 7 at place 2 of the selection is outside [0, 7)");
  CHECK_THROWS_WITH((selection{2}.check_within(2)), "position 2 at place 0 of the selection is outside [0, 2)");
  CHECK_THROWS_WITH((selection{0, 3, 6, 9}.check_within(6)), "position 6 at place 2 of the selection is outside [0, 6)");
  CHECK_THROWS_WITH((selection{4, 2, 0, -2}.check_within(5)), "position -2 at place 3 of the selection is outside [0, 5)");
  CHECK_THROWS_WITH((selection{9, 8}.check_within(9)), "position 9 at place 0 of the selection is outside [0, 9)");
  CHECK_THROWS_WITH((selection{2, -1, 7}.check_within(7)), "position -1 at place 1 of the selection is outside [0, 7)");
  CHECK_THROWS_AS(selection(slice(5, 3)).check_within(7), ravel::index_error);
  CHECK_THROWS_AS(selection(members({2, 9})).check_within(9), ravel::index_error);
}

TEST_CASE("invalid selections") {
  CHECK_THROWS_WITH(selection(std::vector<std::uint64_t>{0, ~std::uint64_t{0}}),
                    "entry 1 of the places given is 18446744073709551615, beyond the limit of 2^62");
  CHECK_THROWS_AS((selection{0, ravel::index_limit + 1}), ravel::overflow_error);
  CHECK_THROWS_WITH((selection{3, ravel::index_limit + 2, -ravel::index_limit - 1}),
                    "position 4611686018427387906 is beyond the limit of 2^62");
  CHECK_THROWS_AS(selection(std::shared_ptr<const ravel::ascending_set>()), ravel::value_error);
  CHECK_THROWS_AS(selection(members({0, ravel::index_limit + 1})), ravel::overflow_error);
  CHECK_THROWS_AS((selection{1, 5, 2}[3]), ravel::index_error);
  CHECK_THROWS_AS(selection(members({1, 5}))[2], ravel::index_error);
  CHECK_THROWS_AS(selection().min(), ravel::value_error);
  list room(3);
  CHECK_THROWS_AS((selection{1, 5, 2}.read(1, room)), ravel::index_error);
}

TEST_CASE("threads may ask an unsorted list at once") {
  list values(5000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<index_t>(i * 7 % 5000);
  const selection s = values;
  std::array<bool, 4> right{};
  {
    std::vector<std::thread> threads;
    for (auto& ok : right) {
      threads.emplace_back([&] {
        ok = s.distinct();
        for (index_t i = 0; i < s.size(); ++i) ok = ok && s.find(s[i])[0] == i;
      });
    }
    for (auto& thread : threads) thread.join();
  }
  CHECK(right == std::array{true, true, true, true});
}

TEST_CASE("a selection is gone over as any range is") {
  for (const selection& s : {selection{4, 4, 0, 9}, selection(slice(3, 5, -1)), selection(members({1, 2, 70})), selection()}) {
    list positions;
    for (const index_t position : s) positions.push_back(position);
    CHECK(positions == listed(s));
    CHECK(list(s.begin(), s.end()) == positions);
    CHECK_THROWS_AS(*s.end(), ravel::index_error);
  }
  static_assert(std::ranges::random_access_range<const selection> && std::ranges::sized_range<const selection>);
}

TEST_CASE("a selection that was moved from has no positions") {
  for (const selection& given : {selection{4, 4, 0, 9}, selection(slice(3, 5, -1)), selection(members({1, 2, 70})), selection()}) {
    selection from = given, taken = std::move(from), assigned{1, 5, 2};
    CHECK(taken == given);
    CHECK(from == selection());
    CHECK(from.positions().empty());
    CHECK(from.is_range());
    assigned = std::move(taken);
    CHECK(assigned == given);
    CHECK(taken.empty());
    taken = assigned;
    CHECK(taken == given);
  }
}

namespace {

// The squares, of which another selection says how many.
class squares_below final : public ravel::ascending_set {
 public:
  squares_below(selection below, bool asks) : below_(std::move(below)), asks_(asks) {}
  index_t size() const override { return 5; }
  index_t at(index_t rank) const override { return asks_ ? below_[rank] : rank * rank; }
  index_t rank(index_t position) const override {
    index_t smaller = 0;
    while (smaller < 5 && at(smaller) < position) ++smaller;
    return smaller;
  }

 private:
  selection below_;
  bool asks_;
};

selection chain_of_sets(int length, bool asks) {
  selection s{0, 1, 4, 9, 16};
  for (int i = 0; i < length; ++i) s = selection(std::make_shared<squares_below>(s, asks));
  return s;
}

// Says another size each time, as one that others append to.
template <class Value>
struct grows {
  mutable Value asked = 0;
  Value size() const { return asked++ == 0 ? 3 : 100000; }
  Value operator[](Value i) const { return 7 * i * i; }
};

}  // namespace

TEST_CASE("a long chain of sets that hold selections is released in a loop, and read up to the limit", "[selection]") {
  selection s = chain_of_sets(300000, false);
  CHECK(s[3] == 9);
  support::on_small_stack([&] { s = {}; });
  CHECK(chain_of_sets(200, true)[3] == 9);
  const selection asking = chain_of_sets(200, true);
  CHECK(asking.find(16).size() == 1);
  CHECK_THROWS_AS(chain_of_sets(2000, true), ravel::layout_error);
}

TEST_CASE("a selection of a selection of a set is one of the set", "[selection]") {
  selection s(members({1, 2, 4, 8, 16, 32, 64}));
  for (int i = 0; i < 300000; ++i) s = s.select(slice(0, 7));
  support::on_small_stack([&] {
    CHECK(s[6] == 64);
    const selection odd = s.select(slice(1, 3, 2)).select(slice(1, 2));
    CHECK(listed(odd) == list{8, 32});
    CHECK(odd.find(32)[0] == 1);
    s = {};
  });
}

TEST_CASE("a source of positions says its size once", "[selection]") {
  CHECK(listed(selection(grows<int>())) == list{0, 7, 28});
  CHECK(listed(selection(grows<index_t>())) == list{0, 7, 28});
  CHECK(listed(ravel::index_set(grows<index_t>())) == list{0, 7, 28});
}
