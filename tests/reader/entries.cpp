// SPDX-License-Identifier: BSL-1.0
// Entries as they come from a user's own reader, in parts, and collected.
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/search/filter.hpp>

#include <support/sparse_contract.hpp>
#include <support/sparse_samples.hpp>

#include <limits>

namespace {

using ravel::index_t;
using support::listed;
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// Says what it is told to, once or whenever it is asked.
struct told : ravel::reader_base {
  std::vector<index_t> positions;
  std::optional<index_t> count;
  index_t size() const { return 100; }
  double operator[](index_t) const { return 0; }
  double fill() const { return 0; }
  index_t read_stored(index_t, std::span<index_t> to, std::span<double> values) const {
    std::copy(positions.begin(), positions.end(), to.begin());
    std::fill_n(values.begin(), positions.size(), 1.0);
    return count.value_or(std::ssize(positions));
  }
};
ravel::reader<double> telling(std::vector<index_t> positions, std::optional<index_t> count = {}) {
  told x;
  x.positions = std::move(positions);
  x.count = count;
  return ravel::from(std::move(x));
}

// Cannot be asked from its end on.
struct within_its_size : ravel::reader_base {
  index_t size() const { return 10; }
  int operator[](index_t i) const { return i == 9 ? 1 : 0; }
  int fill() const { return 0; }
  index_t read_stored(index_t from, std::span<index_t> to, std::span<int> values) const {
    if (from >= 10) throw std::out_of_range("asked behind the end");
    to[0] = 9;
    values[0] = 1;
    return 1;
  }
};

}  // namespace

TEST_CASE("a reader that has a fill and lists what is stored is sparse", "[entries]") {
  const auto whole = support::contract::whole;
  for (const index_t n : {0, 1, 2, 17, 1023, 1024, 1025, 3000}) {
    for (const index_t one_in : {1, 3, 1000}) {
      support::check_sparse(support::listed_at_random<double>(n, 0, one_in, 1), whole);
      support::check_sparse(support::listed_at_random<std::int32_t>(n, 1, one_in, 2), whole);
      support::check_sparse(support::listed_at_random<bool>(n, true, one_in, 3), whole);
    }
  }
  support::check_sparse(support::listed_at_random<double>(100, no_number, 4, 1), whole);
  support::check_sparse(support::listed_at_random<double>(100, -0.0, 4, 1), whole);
  support::check_sparse(support::listed_at_random<std::complex<double>>(100, {0, 1}, 4, 1), whole);
  support::check_sparse(support::listed_at_random<std::string>(100, "the fill", 4, 1), whole);
  support::check_sparse(support::listed_at_random<support::record>(100, {}, 4, 1), whole);
  support::check_sparse(listed<double>(ravel::index_limit, 0, {{0, 1.0}, {ravel::index_limit - 2, 2.0}, {ravel::index_limit - 1, 3.0}}),
                        whole);
  CHECK(!ravel::reader<double>(support::in_memory<double>({1, 2})).fill());
  CHECK(ravel::constant(5, 2.5).fill() == 2.5);
  CHECK(support::entries_of<double>(ravel::constant(5, 2.5)).empty());
}

TEST_CASE("a stored value that equals the fill is no entry", "[entries]") {
  const auto zeros = listed<double>(10, 0, {{1, 0.0}, {2, 5.0}, {3, -0.0}, {9, 0.0}});
  support::check_sparse(zeros);
  CHECK(support::entries_of(zeros) == std::vector<support::entry<double>>{{2, 5.0}});
  const auto nans = listed<double>(10, no_number, {{1, no_number}, {4, 1.0}});
  support::check_sparse(nans);
  const auto mask = listed<bool>(10, false, {{1, false}, {2, true}, {3, false}});
  CHECK(argfilter(mask) == ravel::selection{2});
  support::stored_elements<std::int32_t> many;
  for (index_t i = 0; i < 5000; ++i) many.emplace(i, i < 4000 ? 0 : 1);
  support::check_sparse(listed<std::int32_t>(5000, 0, many));
}

TEST_CASE("a reader that breaks the protocol is one error", "[entries]") {
  CHECK_THROWS_AS(sum(telling({3, 2})), ravel::value_error);
  CHECK_THROWS_AS(sum(telling({3, 3})), ravel::value_error);
  CHECK_THROWS_AS(sum(telling({3})), ravel::value_error);  // again and again
  CHECK_THROWS_AS(sum(telling({-1})), ravel::value_error);
  CHECK_THROWS_AS(sum(telling({100})), ravel::value_error);
  CHECK_THROWS_AS(sum(telling({std::numeric_limits<index_t>::min()})), ravel::value_error);
  CHECK_THROWS_AS(sum(telling({}, 1025)), ravel::value_error);
  CHECK_THROWS_AS(sum(telling({}, std::numeric_limits<index_t>::max())), ravel::value_error);
  CHECK_THROWS_AS(sum(telling({}, -2)), ravel::value_error);
  CHECK_THROWS_WITH(sum(telling({3, 2})), "read_stored gave the position 2: positions must rise, from 4 on and below the size 100");
  CHECK(sum(telling({})) == 0);
  CHECK(sum(telling({99})) == 1);
}

TEST_CASE("a user's reader is not asked for what stands behind its end", "[entries]") {
  CHECK(sum(within_its_size()) == 1);
  support::check_sparse(ravel::from(within_its_size()));
}

TEST_CASE("entries of several parts come one after the other", "[entries]") {
  for (const index_t n : {1, 500, 1024, 1025}) {
    const auto a = support::listed_at_random<double>(n, 0, 1, 1), b = support::listed_at_random<double>(n, 0, 900, 2);
    support::check_sparse(concat(a, b, a));
    support::check_sparse(concat(b, b, b));
    support::check_sparse(slice(concat(a, b, a), n / 2, n + n / 2));
    support::check_sparse(slice(concat(b, a), n - 1, 2));
    support::check_sparse(concat(slice(a, n / 3, n / 3), slice(b, 0, n / 2), slice(a, n - 1, 1)));
  }
}

TEST_CASE("a part of one block is lent, of several is collected", "[entries]") {
  const auto r = support::listed_at_random<double>(5000, 0, 1, 7);
  const auto entries = support::entries_of(r);
  const auto& node = ravel::detail_access::node(r);
  for (const auto& [begin, end] :
       std::vector<std::pair<index_t, index_t>>{{0, 0}, {0, 5000}, {7, 7}, {10, 20}, {1000, 3000}, {4999, 5000}, {0, 1}}) {
    ravel::detail::entry_pass pass;
    const auto found = ravel::detail::collected_entries<double>(node, begin, end, pass);
    std::vector<support::entry<double>> all, wanted;
    support::take_block(all, found.all());
    for (const auto& e : entries) {
      if (e.first >= begin && e.first < end) wanted.push_back(e);
    }
    CHECK(all == wanted);
  }
}

TEST_CASE("copying sparse to sparse writes what either stores", "[entries]") {
  support::random r(3);
  for (const index_t n : {0, 1, 100, 3000}) {
    for (int round = 0; round < 4; ++round) {
      const auto target = support::written<double>(n, 0, support::scattered<double>(n, 0, 1 + r.below(20), r.bits()));
      const auto source = support::listed_at_random<double>(n, 0, 1 + r.below(20), r.bits());
      copy(source, target);
      REQUIRE_EQUAL(target, source);
      support::check_sparse(target);
    }
  }
  constexpr index_t far = 1'000'000'000'000;
  const auto target = support::written<double>(far, 0, {{1, 1.0}, {far - 1, 2.0}});
  copy(listed<double>(far, 0, {{5, 5.0}, {far - 1, 3.0}}), target);
  CHECK(support::entries_of<double>(target) == std::vector<support::entry<double>>{{5, 5.0}, {far - 1, 3.0}});
  fill(target, 0);
  CHECK(support::entries_of<double>(target).empty());
}
