// SPDX-License-Identifier: BSL-1.0
// Reducers of a user's own, which write down how they were called: the order of blocks and merges, what a policy leaves out, several at
// once, and that whoever runs the blocks by hand gets the same bits.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/compose.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/storage/list.hpp>

#include <support/faults.hpp>
#include <support/model.hpp>
#include <support/reader_contract.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::nan_policy;
using support::detail::identical;
namespace reducer = ravel::reducer;
namespace model = support::model;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// All elements in order, and how the states were merged.
struct history {
  std::vector<double> values;
  std::string merges;
};
struct recording {
  static history init() { return {{}, "."}; }
  static void step(history& state, std::span<const double> block) { state.values.insert(state.values.end(), block.begin(), block.end()); }
  static void merge(history& state, const history& later) {
    state.values.insert(state.values.end(), later.values.begin(), later.values.end());
    state.merges = "(" + state.merges + later.merges + ")";
  }
  static history finish(const history& state) { return state; }
};

struct recording_at_once : recording {
  static constexpr bool in_one_state = true;
};

struct pair_recording {
  static std::vector<std::pair<double, int>> init() { return {}; }
  static void step(std::vector<std::pair<double, int>>& state, std::span<const double> a, std::span<const int> b) {
    for (std::size_t i = 0; i < a.size(); ++i) state.emplace_back(a[i], b[i]);
  }
  static void merge(std::vector<std::pair<double, int>>& state, const std::vector<std::pair<double, int>>& later) {
    state.insert(state.end(), later.begin(), later.end());
  }
  static auto finish(const std::vector<std::pair<double, int>>& state) { return state; }
};

struct longest {
  static std::size_t init() { return 0; }
  static void step(std::size_t& state, std::span<const std::string> block) {
    for (const std::string& s : block) state = std::max(state, s.size());
  }
  static void merge(std::size_t& state, std::size_t later) { state = std::max(state, later); }
  static std::size_t finish(std::size_t state) { return state; }
};

// Its state depends on the element type.
struct last_seen {
  template <class T>
  static std::vector<T> init() {
    return {};
  }
  template <class T>
  static void step(std::vector<T>& state, std::span<const T> block) {
    if (!block.empty()) state = {block.back()};
  }
  template <class T>
  static void merge(std::vector<T>& state, const std::vector<T>& later) {
    if (!later.empty()) state = later;
  }
  template <class T>
  static T finish(const std::vector<T>& state) {
    return state.at(0);
  }
};

int gathered_blocks = 0;
struct counted_gathering {};
template <int Order>
struct counting {
  using gathered = counted_gathering;
  static constexpr int order = Order;
  static int init() { return 0; }
  static void step(int& state, std::span<const double>) {
    ++gathered_blocks;
    state = Order;
  }
  static void merge(int& state, int later) { state = std::max(state, later); }
  static int finish(int state) { return state; }
};

static_assert(ravel::reducer_of<recording, double>);
static_assert(!ravel::reducer_of<recording, std::string>);
static_assert(ravel::reducer_of<longest, std::string>);
static_assert(ravel::reducer_of<pair_recording, double, int>);
static_assert(!ravel::reducer_of<pair_recording, double>);

std::vector<double> uneven(index_t n, std::uint64_t seed = 3) {
  support::random r(seed);
  return model::made<double>(n, [&](index_t) { return std::exp(20 * r.unit()) - 1e4; });
}

}  // namespace

TEST_CASE("a reducer sees every element once, in order, and merges pairwise") {
  const std::string expected[] = {".", "(..)", "((..).)", "((..)(..))", "(((..)(..)).)", "(((..)(..))(..))", "(((..)(..))((..).))"};
  for (index_t pieces = 1; pieces <= 7; ++pieces) {
    for (const index_t n : {pieces * 1024 - 1023, pieces * 1024 - 1, pieces * 1024}) {
      const auto values = uneven(n);
      for (const auto& source : support::in_every_way(values)) {
        const history found = reduce_with(source, recording{});
        REQUIRE(found.merges == expected[pieces - 1]);
        REQUIRE(found.values == values);
      }
    }
  }
  CHECK(reduce_with(ravel::make_buffer<double>(0), recording{}).merges == ".");
}

TEST_CASE("a reducer that says so has one state for all blocks") {
  for (const index_t n : {1, 1024, 5000}) {
    const auto values = uneven(n);
    for (const auto& source : support::in_every_way(values)) {
      const history found = reduce_with(source, recording_at_once{});
      REQUIRE(found.merges == ".");
      REQUIRE(found.values == values);
    }
  }
  CHECK(reduce_with(ravel::make_buffer<double>(0), recording_at_once{}).values.empty());
}

TEST_CASE("whoever runs the blocks gets the same bits") {
  const auto all = compose(reducer::sum, reducer::moments, reducer::min);
  for (const index_t n : {1, 1000, 5000, 70000}) {
    const auto values = uneven(n);
    const auto [sum, m, least] = reduce_with(support::in_memory(values), all);
    // The blocks in any order, as threads would take them; then what belongs together, level by level.
    std::vector<decltype(all.init<double>())> level;
    for (index_t start = 0; start < n; start += 1024) level.push_back(all.init<double>());
    for (std::size_t i = level.size(); i-- > 0;) {
      const std::size_t start = i * 1024, count = std::min<std::size_t>(1024, values.size() - start);
      all.step(level[i], std::span<const double>(values).subspan(start, count));
    }
    while (level.size() > 1) {
      std::vector<decltype(all.init<double>())> next;
      for (std::size_t i = 0; i < level.size(); i += 2) {
        next.push_back(level[i]);
        if (i + 1 < level.size()) all.merge(next.back(), level[i + 1]);
      }
      level = std::move(next);
    }
    const auto [sum_again, m_again, least_again] = all.finish(level[0]);
    CHECK(identical(sum, sum_again));
    CHECK(identical(m.fourth, m_again.fourth));
    CHECK(identical(m.third, m_again.third));
    CHECK(identical(m.second, m_again.second));
    CHECK(identical(least, least_again));
  }
}

TEST_CASE("several reducers give what each gives alone") {
  for (const index_t n : {1, 3, 1024, 1025, 9000}) {
    for (const auto& x : support::in_every_way(uneven(n))) {
      const auto [count, least, greatest, sum, mean, variance, skew, kurtosis] =
          reduce_with(x, compose(reducer::count, reducer::min, reducer::max, reducer::sum, reducer::mean, reducer::variance, reducer::skew,
                                 reducer::kurtosis));
      CHECK(count == n);
      CHECK(identical(least, reduce_with(x, reducer::min)));
      CHECK(identical(greatest, reduce_with(x, reducer::max)));
      CHECK(identical(sum, reduce_with(x, reducer::sum)));
      CHECK(identical(mean, reduce_with(x, reducer::mean)));
      CHECK(identical(variance, reduce_with(x, reducer::variance)));
      CHECK(identical(skew, reduce_with(x, reducer::skew)));
      CHECK(identical(kurtosis, reduce_with(x, reducer::kurtosis)));
      CHECK(identical(std::get<0>(reduce_with(x, compose(compose(reducer::variance(ravel::ddof{0}), reducer::count), reducer::mean))),
                      std::tuple(reduce_with(x, reducer::variance(ravel::ddof{0})), n)));
    }
  }
}

TEST_CASE("reducers that gather alike share the state of the one that gathers most") {
  const auto x = ravel::make_buffer<double>(3000);
  gathered_blocks = 0;
  CHECK(reduce_with(x, compose(counting<1>{}, counting<3>{}, reducer::count, counting<2>{}, counting<3>{})) ==
        std::tuple(3, 3, index_t{3000}, 3, 3));
  CHECK(gathered_blocks == 3);
}

TEST_CASE("NaN is kept, left out or refused") {
  auto values = uneven(3000);
  values[7] = values[1500] = values[2999] = no_number;
  std::vector<double> numbers;
  std::copy_if(values.begin(), values.end(), std::back_inserter(numbers), [](double v) { return v == v; });
  for (const auto& source : support::in_every_way(values)) {
    CHECK(reduce_with(source, recording{}).values.size() == 3000);
    CHECK(reduce_with(source, recording{}, nan_policy::skip).values == numbers);
    CHECK(reduce_with(source, reducer::count, nan_policy::skip) == 2997);
    CHECK(std::isnan(reduce_with(source, reducer::max, nan_policy::keep)));
    CHECK_THROWS_WITH(reduce_with(source, recording{}, nan_policy::refuse), "reduce_with was told to refuse NaN, and element 7 is NaN");
  }
  CHECK(reduce_with(ravel::iota<int>(5), reducer::sum, nan_policy::refuse) == 10);
  CHECK(reduce_with(ravel::iota<int>(5), reducer::sum, nan_policy::skip) == 10);
}

TEST_CASE("reducers of two operands see pairs") {
  const index_t n = 5000;
  auto values = uneven(n);
  values[100] = values[4000] = no_number;
  const auto x = support::in_memory(values);
  const auto y = ravel::iota<int>(n);
  const auto all = reduce_with(x, y, pair_recording{}), kept = reduce_with(x, y, pair_recording{}, nan_policy::skip);
  REQUIRE(std::ssize(all) == n);
  REQUIRE(std::ssize(kept) == n - 2);
  bool right = true;
  for (const auto& [a, b] : kept) right = right && a == values[static_cast<std::size_t>(b)];
  CHECK(right);
  CHECK_THROWS_WITH(reduce_with(x, y, pair_recording{}, nan_policy::refuse), "reduce_with was told to refuse NaN, and element 100 is NaN");
  CHECK_THROWS_WITH(reduce_with(x, ravel::iota<int>(3), pair_recording{}),
                    "reduce_with: operands have 3 and 5000 elements: equal sizes are wanted");
}

TEST_CASE("reducers over elements of every kind of reader") {
  CHECK(reduce_with(buffer<std::string>{"a", "abc", "ab"}, longest{}) == 3);
  CHECK(reduce_with(ravel::list<std::string>{"a", "ab"}, last_seen{}) == "ab");
  CHECK(reduce_with(ravel::reverse(ravel::iota<int>(5000)), last_seen{}) == 0);
  CHECK(reduce_with(buffer<double>{1, 2} * 2.0, last_seen{}) == 4);
  CHECK(reduce_with(ravel::serial, buffer<double>{1, 2}, reducer::sum) == 3);
  CHECK(reduce_with(ravel::serial, buffer<double>{1, no_number}, reducer::sum, nan_policy::skip) == 1);
}

TEST_CASE("an exception of a reducer passes through and leaks nothing") {
  struct throwing {
    static int init() { return 0; }
    static void step(int&, std::span<const double> block) {
      if (block[0] == 2048) throw std::runtime_error("third block");
    }
    static void merge(int&, int) {}
    static int finish(int state) { return state; }
  };
  CHECK_THROWS_WITH(reduce_with(ravel::iota<double>(5000), throwing{}), "third block");
  const auto x = support::in_memory(uneven(5000));
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(reduce_with(x + 1.0, compose(reducer::sum, reducer::moments))); }) >=
        1);
}
