// SPDX-License-Identifier: BSL-1.0
// The library's reducers against plain loops, for every element type and in every way of evaluation.
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/compose.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/list.hpp>

#include <support/catch.hpp>
#include <support/elements.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::nan_policy;
namespace reducer = ravel::reducer;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

template <class T>
bool alike(T a, T b) {
  return a == b || (a != a && b != b);
}

void check_moments(const ravel::moments& found, const ravel::moments& expected) {
  CHECK(found.count == expected.count);
  CHECK(found.sum == expected.sum);
  CHECK(found.second == Approx(expected.second).epsilon(1e-12));
  CHECK(found.third == Approx(expected.third).epsilon(1e-9).margin(1e-6));
  CHECK(found.fourth == Approx(expected.fourth).epsilon(1e-12));
}

}  // namespace

TEST_CASE("count, min, max and sum are those of the functions") {
  support::ordered_types::each([]<class T>() {
    support::random r(21);
    for (const index_t n : {1, 2, 33, 700, 5000, 20000}) {
      const auto values = r.values<T>(n);
      for (const auto& x : support::in_every_way(values)) {
        CHECK(reduce_with(x, reducer::count) == n);
        CHECK(alike<T>(reduce_with(x, reducer::min), min(x)));
        CHECK(alike<T>(reduce_with(x, reducer::max), max(x)));
        static_assert(std::same_as<decltype(reduce_with(x, reducer::sum)), ravel::sum_t<T>>);
        if constexpr (!ravel::real_element<T>) {
          bool fits = true;
          ravel::sum_t<T> expected = 0;
          try {
            expected = sum(x);
          } catch (const ravel::overflow_error&) {
            fits = false;
          }
          if (fits) CHECK(reduce_with(x, reducer::sum) == expected);
          if (!fits) CHECK_THROWS_AS(reduce_with(x, reducer::sum), ravel::overflow_error);
        }
      }
    }
  });
}

TEST_CASE("sums of integers are exact across blocks") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();
  CHECK(reduce_with(buffer<std::int64_t>{most, most, least, least, 5}, reducer::sum) == 3);
  CHECK_THROWS_AS(reduce_with(ravel::constant(3000, most), reducer::sum), ravel::overflow_error);
  auto joined = ravel::make_buffer<std::int64_t>(18000, most);
  for (index_t i = 9000; i < 18000; ++i) joined[i] = least;
  CHECK(reduce_with(joined, reducer::sum) == -9000);
}

TEST_CASE("moments of every element type are those of the values as double") {
  support::ordered_types::each([]<class T>() {
    support::random r(22);
    for (const index_t n : {1, 5, 1023, 1025, 20000}) {
      std::vector<T> values;
      std::vector<double> doubles;
      for (index_t i = 0; i < n; ++i) {
        values.push_back(r.small<T>());
        doubles.push_back(static_cast<double>(values.back()));
      }
      const auto found = reduce_with(support::in_memory(values), reducer::moments);
      const auto expected = reduce_with(support::in_memory(doubles), reducer::moments);
      CHECK(found.count == n);
      check_moments(found, expected);
      const auto pairs = reduce_with(support::in_memory(values), support::in_memory(doubles), reducer::covariance);
      if (n > 1) CHECK(pairs == Approx(expected.variance()).epsilon(1e-12));
    }
  });
}

TEST_CASE("char and long long belong, and so do strings where order is all that is needed") {
  CHECK(reduce_with(buffer<char>{3, 1, 2}, reducer::max) == 3);
  CHECK(reduce_with(buffer<long long>{3, 1, 2}, reducer::sum) == 6);
  CHECK(reduce_with(buffer<char>{1, 2, 3}, buffer<unsigned long long>{2, 4, 6}, reducer::pearson) == Approx(1));
  CHECK(reduce_with(buffer<std::string>{"b", "a", "c"}, reducer::min) == "a");
  CHECK(reduce_with(ravel::list<std::string>{"b", "a", "c"}, compose(reducer::count, reducer::max)) == std::tuple(index_t{3}, "c"));
  struct dated {
    int day = 0;
    char name = ' ';
    bool operator<(const dated& other) const { return day < other.day; }
  };
  CHECK(reduce_with(buffer<dated>{{2, 'a'}, {1, 'b'}, {1, 'c'}}, reducer::min).name == 'b');
  CHECK(reduce_with(buffer<dated>{{2, 'a'}, {1, 'b'}, {2, 'c'}}, reducer::max).name == 'a');
}

TEST_CASE("zeros, NaN and nothing at all") {
  CHECK(!std::signbit(reduce_with(buffer<double>{-0.0, -0.0}, reducer::min)));
  CHECK(std::isnan(reduce_with(buffer<double>{no_number, 1}, reducer::min)));
  CHECK(reduce_with(buffer<double>{no_number, 1}, reducer::min, nan_policy::skip) == 1);
  const auto none = ravel::make_buffer<double>(0);
  CHECK(reduce_with(none, reducer::count) == 0);
  CHECK(reduce_with(none, reducer::sum) == 0);
  CHECK_THROWS_WITH(reduce_with(none, reducer::min), "min of no elements has no value");
  CHECK_THROWS_WITH(reduce_with(none, reducer::mean), "mean of no elements has no value");
  CHECK_THROWS_WITH(reduce_with(none, none, reducer::pearson), "correlation of no elements has no value");
  const buffer<double> all{no_number, no_number};
  CHECK(reduce_with(all, reducer::count, nan_policy::skip) == 0);
  CHECK_THROWS_WITH(reduce_with(all, reducer::max, nan_policy::skip), "max of no elements has no value");
}

TEST_CASE("extremes beside moments are those by themselves") {
  support::ordered_types::each([]<class T>() {
    support::random r(23);
    for (const index_t n : {1, 2, 31, 33, 1024, 1025, 5000}) {
      for (int time = 0; time < 3; ++time) {
        auto values = r.values<T>(n);
        if (time > 0) {  // without NaN, and with one
          for (auto&& value : values) value = value == value ? value : T(3);
        }
        if constexpr (ravel::real_element<T>) {
          if (time == 2) values[static_cast<std::size_t>(r.below(n))] = static_cast<T>(no_number);
        }
        for (const auto& x : support::in_every_way(values)) {
          const auto [least, mean, greatest] = reduce_with(x, compose(reducer::min, reducer::mean, reducer::max));
          static_assert(std::same_as<decltype(least), const T>);
          CHECK(alike<T>(least, min(x)));
          CHECK(alike<T>(greatest, max(x)));
          CHECK(alike(mean, reduce_with(x, reducer::mean)));
          const auto [kurtosis, highest] = reduce_with(x, compose(reducer::kurtosis, reducer::max));
          CHECK(alike<T>(highest, max(x)));
          CHECK(alike(kurtosis, reduce_with(x, reducer::kurtosis)));
        }
      }
    }
  });
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const buffer<double> both_ends{1, infinity, -infinity, 2}, skipped{no_number, 4, -0.0, no_number};
  CHECK(std::isnan(reduce_with(both_ends, reducer::mean)));
  const auto all = compose(reducer::variance, reducer::min, reducer::max);
  CHECK(std::get<1>(reduce_with(both_ends, all)) == -infinity);
  CHECK(std::get<2>(reduce_with(both_ends, all)) == infinity);
  CHECK(reduce_with(skipped, all, nan_policy::skip) == std::tuple(4.0, 0.0, 4.0));
  CHECK(!std::signbit(std::get<1>(reduce_with(skipped, all, nan_policy::skip))));
  CHECK_THROWS_WITH(reduce_with(ravel::make_buffer<double>(0), compose(reducer::max, reducer::mean)), "max of no elements has no value");
  CHECK(reduce_with(buffer<std::int64_t>{INT64_MAX, INT64_MIN + 1}, compose(reducer::min, reducer::mean, reducer::max)) ==
        std::tuple(INT64_MIN + 1, 0.0, INT64_MAX));
  CHECK(reduce_with(buffer<int>{3, 1}, compose(reducer::min, reducer::max)) == std::tuple(1, 3));
}
