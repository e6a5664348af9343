// SPDX-License-Identifier: BSL-1.0
// Histograms, bins and counts of every element type against the edges themselves; NaN, what lies outside, and bad input. (NumPy is asked in
// a test of its own.)
#include <ravel/exec/with_threads.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/search/histogram.hpp>
#include <ravel/storage/list.hpp>

#include <support/elements.hpp>
#include <support/faults.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::at_least;
using ravel::between;
using ravel::buffer;
using ravel::index_t;
using ravel::nan_policy;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

// How many values lie in [edges[i], edges[i + 1]), and in the last bin on the last edge.
template <class T>
std::vector<index_t> counted(const std::vector<T>& values, const buffer<double>& edges) {
  std::vector<index_t> counts(static_cast<std::size_t>(edges.size() - 1));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double low = edges[static_cast<index_t>(i)], high = edges[static_cast<index_t>(i) + 1];
    for (const T value : values) {
      const auto v = static_cast<double>(value);
      counts[i] += (low <= v && v < high) || (i + 1 == counts.size() && v == high);
    }
  }
  return counts;
}

}  // namespace

TEST_CASE("a histogram counts what lies between its edges") {
  support::ordered_types::each([]<class T>() {
    support::random r(61);
    for (const index_t n : {1, 2, 50, 9000}) {
      std::vector<T> values;
      for (index_t i = 0; i < n; ++i) values.push_back(r.small<T>());
      for (const index_t bins : {1, 2, 7, 300}) {
        for (const auto& x : support::in_every_way(values)) {
          const auto found = histogram(x, ravel::bins{bins});
          REQUIRE(found.edges.size() == bins + 1);
          REQUIRE_EQUAL(found.counts, counted(values, found.edges));
          REQUIRE_EQUAL(histogram(x, found.edges).counts, found.counts);
        }
      }
      const auto x = support::in_memory(values);
      CHECK_EQUAL(histogram(x, ravel::bins{4}, between{-1, 5}).counts, counted(values, buffer<double>{-1, 0.5, 2, 3.5, 5}));
      CHECK_EQUAL(histogram(x, {-3, 0, 0, 1}).counts, counted(values, buffer<double>{-3, 0, 0, 1}));
    }
  });
}

TEST_CASE("many bytes are counted as other numbers are") {
  std::vector<std::int8_t> small(5000);
  for (std::size_t i = 0; i < small.size(); ++i) small[i] = static_cast<std::int8_t>(i * i % 241 - 120);
  const buffer<std::int8_t> bytes = support::in_memory(small);
  const auto check = [](const auto& x) {
    const auto wide = cast<double>(x);
    for (const index_t n : {1, 7, 16, 300}) {
      const auto found = histogram(x, ravel::bins{n}), wanted = histogram(wide, ravel::bins{n});
      CHECK_EQUAL(found.edges, wanted.edges);
      CHECK_EQUAL(found.counts, wanted.counts);
      CHECK_EQUAL(histogram(x, ravel::bins{n}, between{-60, 90}).counts, histogram(wide, ravel::bins{n}, between{-60, 90}).counts);
    }
    CHECK_EQUAL(histogram(x, ravel::bins{2}, between{3, 3 + 1e-15}).counts, histogram(wide, ravel::bins{2}, between{3, 3 + 1e-15}).counts);
    CHECK_EQUAL(histogram(x, {-500, -1, -1, 4.5, 9}).counts, histogram(wide, {-500, -1, -1, 4.5, 9}).counts);
  };
  check(bytes);
  check(cast<std::uint8_t>(bytes + 120));
  check(bytes > 0);
  check(bytes * std::int8_t{0});
  CHECK_EQUAL(ravel::with_threads(3, [&] { return histogram(bytes, ravel::bins{9}).counts; }), histogram(bytes, ravel::bins{9}).counts);
  index_t calls = 0;  // no element is computed twice
  const auto counting = map(
      [&](std::int8_t value) {
        ++calls;
        return value;
      },
      bytes);
  CHECK(sum(histogram(counting).counts) == bytes.size());
  CHECK(calls == bytes.size());
}

TEST_CASE("edges run from the least to the greatest element") {
  CHECK_EQUAL(histogram(buffer<int>{1, 9, 3}, ravel::bins{4}).edges, {1.0, 3.0, 5.0, 7.0, 9.0});
  CHECK(histogram(ravel::iota<int>(100)).counts.size() == 10);
  CHECK_EQUAL(histogram(buffer<double>{2, 2}, ravel::bins{2}).edges, {1.5, 2.0, 2.5});
  CHECK_EQUAL(histogram(buffer<double>{2, 2}, ravel::bins{2}).counts, {0, 2});
  CHECK_EQUAL(histogram(ravel::make_buffer<double>(0), ravel::bins{2}).edges, {0.0, 0.5, 1.0});
  CHECK_EQUAL(histogram(ravel::make_buffer<double>(0), ravel::bins{2}).counts, {0, 0});
}

TEST_CASE("bins at the limits of double are told apart by their edges") {
  const double tiny = std::numeric_limits<double>::denorm_min();
  CHECK_EQUAL(histogram(buffer<double>{0, tiny}, ravel::bins{1}).counts, {2});
  CHECK_EQUAL(histogram(buffer<double>{0, tiny, 2 * tiny}, ravel::bins{2}).counts, {1, 2});
  CHECK_EQUAL(histogram(buffer<double>{0, 1e-310}, ravel::bins{1}).counts, {2});
  support::random r(62);
  const double low = 1, high = 1 + 64 * std::numeric_limits<double>::epsilon();  // fewer numbers than bins
  std::vector<double> values{low, high};
  for (int i = 0; i < 500; ++i) values.push_back(low + (high - low) * r.unit());
  for (const index_t bins : {10, 64, 100, 1000}) {
    const auto found = histogram(support::in_memory(values), ravel::bins{bins});
    CHECK_EQUAL(found.counts, counted(values, found.edges));
  }
}

TEST_CASE("NaN and what lies outside are in no bin") {
  const buffer<double> x{0, no_number, 5, 1, infinity, 0.5};
  CHECK_EQUAL(histogram(x, {0, 0.5, 1}).counts, {1, 2});
  CHECK_EQUAL(histogram(x, ravel::bins{2}, between{0, 1}).counts, {1, 2});
  CHECK_EQUAL(histogram(ravel::slice(x, 0, 4), ravel::bins{2}, nan_policy::skip).counts, {2, 1});
  CHECK_EQUAL(histogram(x, {-infinity, 0.7, infinity}).counts, {2, 3});
  CHECK_EQUAL(histogram(buffer<double>{no_number}, ravel::bins{2}, nan_policy::skip).edges, {0.0, 0.5, 1.0});
  CHECK_THROWS_WITH(histogram(x, ravel::bins{3}),
                    "histogram wants bins from a finite number up to another, not from nan to nan: nan_policy::skip leaves NaN out");
  CHECK_THROWS_WITH(histogram(x, ravel::bins{3}, nan_policy::skip),
                    "histogram wants bins from a finite number up to another, not from 0 to inf");
  CHECK_THROWS_WITH(histogram(x, {0, 1}, nan_policy::refuse), "histogram was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(histogram(x, ravel::bins{3}, nan_policy::refuse), "histogram was told to refuse NaN, and element 1 is NaN");
}

TEST_CASE("bad input of histograms") {
  const buffer<double> x{1, 2, 3};
  CHECK_THROWS_WITH(histogram(x, ravel::bins{0}), "histogram with 0 bins: there must be at least 1");
  CHECK_THROWS_WITH(histogram(x, ravel::bins{-3}), "histogram with -3 bins: there must be at least 1");
  CHECK_THROWS_WITH(histogram(x, ravel::bins{2}, between{3, 1}),
                    "histogram wants bins from a finite number up to another, not from 3 to 1");
  CHECK_THROWS_WITH(histogram(x, ravel::bins{2}, between{-1e308, 1e308}),
                    "histogram wants bins from a finite number up to another, not from -1e+308 to 1e+308");
  CHECK_THROWS_AS(histogram(x, ravel::bins{2}, between{no_number, 1}), ravel::value_error);
  CHECK_THROWS_WITH(histogram(x, {1}), "histogram with 1 edges: there must be at least 2");
  CHECK_THROWS_WITH(histogram(x, {3, 2, 1}), "the edges of a histogram must rise, not fall from 3 to 1");
  CHECK_THROWS_WITH(histogram(x, {1, 3, 2, 4}), "edges must rise or fall throughout, and 2 at 2 follows 3");
  CHECK_THROWS_AS(histogram(x, {1, no_number, 2}), ravel::value_error);
  CHECK_THROWS_AS(histogram(x, {no_number, 1}), ravel::value_error);
}

TEST_CASE("digitize finds the bin of each element") {
  const buffer<double> edges{0, 1, 1, 2};
  const buffer<double> x{-1, 0, 0.5, 1, 1.5, 2, 3, no_number};
  CHECK_EQUAL(digitize(x, edges), {0, 1, 1, 3, 3, 4, 4, 4});
  CHECK_EQUAL(digitize(x, edges, ravel::closed_edge::upper), {0, 0, 1, 1, 3, 3, 4, 4});
  CHECK_EQUAL(digitize(x, {2, 1, 0}), {3, 2, 2, 1, 1, 0, 0, 0});
  CHECK_EQUAL(digitize(ravel::list<std::uint8_t>{1, 9}, {2}), {0, 1});
  CHECK_EQUAL(digitize(ravel::iota<int>(3) * 2, ravel::make_buffer<double>(0)), {0, 0, 0});
  CHECK(digitize(ravel::make_buffer<int>(0), edges).size() == 0);
  CHECK_THROWS_WITH(digitize(x, {1, 2, 0}), "edges must rise or fall throughout, and 2 at 1 follows 1");
}

TEST_CASE("digitize gives values in order the bins that each of them gets alone") {
  const buffer<double> edges{-3, 0, 1, 1, 3, 10, 11};
  std::vector<double> x;
  for (int i = -50; i < 800; ++i) x.push_back(i / 64.0);
  x.insert(x.end(), {infinity, no_number, 1, no_number});
  for (const auto closed : {ravel::closed_edge::lower, ravel::closed_edge::upper}) {
    const auto up = digitize(x, edges, closed), down = digitize(x, reverse(edges), closed);
    for (std::size_t i = 0; i < x.size(); ++i) {
      INFO(x[i]);
      CHECK_EQUAL(digitize(buffer<double>{x[i]}, edges, closed), {up[static_cast<index_t>(i)]});
      CHECK_EQUAL(digitize(buffer<double>{x[i]}, reverse(edges), closed), {down[static_cast<index_t>(i)]});
    }
  }
}

TEST_CASE("digitize counts the edges below, of few and of many") {
  std::vector<double> x{infinity, -infinity, no_number, 0.0, -0.0};
  for (int i = 0; i < 5000; ++i) x.push_back((i * 7919 % 2003 - 1000) / 16.0);
  for (const int count : {0, 1, 2, 15, 16, 17, 60}) {
    std::vector<double> edges;
    for (int k = 0; k < count; ++k) edges.push_back(k % 3 == 0 ? k - 8 : k - 7.5);
    std::ranges::sort(edges);
    for (const auto closed : {ravel::closed_edge::lower, ravel::closed_edge::upper}) {
      std::vector<index_t> wanted;
      for (const double value : x) {
        const auto is_below = [&](double edge) {
          return closed == ravel::closed_edge::lower ? !(value < edge) : edge < value || value != value;
        };
        wanted.push_back(std::ranges::count_if(edges, is_below));
      }
      INFO(count);
      CHECK_EQUAL(digitize(support::in_memory(x), support::in_memory(edges), closed), wanted);
      CHECK_EQUAL(ravel::with_threads(
                      3, [&] { return digitize(ravel::reader<double>(support::in_memory(x)) + 0.0, support::in_memory(edges), closed); }),
                  wanted);
    }
  }
}

TEST_CASE("bincount counts small numbers") {
  CHECK_EQUAL(bincount(buffer<int>{1, 3, 1}), {0, 2, 0, 1});
  CHECK_EQUAL(bincount(buffer<bool>{true, false, true}), {1, 2});
  CHECK_EQUAL(bincount(buffer<char>{1}, at_least{4}), {0, 1, 0, 0});
  CHECK_EQUAL(bincount(ravel::make_buffer<int>(0)), ravel::make_buffer<index_t>(0));
  CHECK_EQUAL(bincount(ravel::make_buffer<int>(0), at_least{2}), {0, 0});
  CHECK_EQUAL(bincount(buffer<int>{1, 3, 1}, buffer<double>{0.5, 2, 0.25}), {0, 0.75, 0, 2});
  CHECK_EQUAL(bincount(ravel::iota<int>(3), buffer<int>{1, 2, 3}, at_least{4}), {1.0, 2.0, 3.0, 0.0});
  CHECK_THROWS_WITH(bincount(buffer<int>{1, -3, 1}), "bincount counts from 0 up, and element 1 is -3");
  CHECK_THROWS_WITH(bincount(buffer<int>{1}, at_least{-1}), "bincount of at least -1 numbers: it must not be negative");
  CHECK_THROWS_AS(bincount(buffer<std::uint64_t>{~std::uint64_t{0}}), ravel::type_error);
  CHECK_THROWS_AS(bincount(buffer<std::int64_t>{ravel::index_limit - 1}), ravel::overflow_error);
  CHECK_THROWS_AS(bincount(buffer<int>{1}, at_least{ravel::index_limit}), ravel::overflow_error);
  CHECK_THROWS_AS(bincount(buffer<int>{1, 2}, buffer<double>{1}), ravel::shape_error);
}

TEST_CASE("an allocation that fails loses nothing") {
  const auto x = ravel::iota<int>(3000) % 50;
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(histogram(x, ravel::bins{5})); }) >= 3);
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(bincount(x)); }) >= 2);
}

TEST_CASE("a value beside an edge, alone among others, is told from one on it") {
  support::random r(63);
  std::vector<double> others;
  for (int i = 0; i < 3000; ++i) others.push_back(-0.3 + 1.3 * (static_cast<double>(r.below(90)) + 0.3 + 0.4 * r.unit()) / 90);
  for (const index_t bins : {1, 3, 7, 90}) {
    const auto edges = histogram(buffer<double>{0}, ravel::bins{bins}, between{-0.3, 1}).edges;
    for (index_t i = 0; i <= bins; ++i) {
      for (const double value : {std::nextafter(edges[i], -1.0), edges[i], std::nextafter(edges[i], 2.0)}) {
        auto values = others;
        values[static_cast<std::size_t>(r.below(3000))] = value;
        REQUIRE_EQUAL(histogram(support::in_memory(values), ravel::bins{bins}, between{-0.3, 1}).counts, counted(values, edges));
      }
    }
  }
}
