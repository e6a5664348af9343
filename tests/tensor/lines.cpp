// SPDX-License-Identifier: BSL-1.0
// Every operation with a form along axes against itself on each line alone. The bits are the same for tensors as they lie, turned,
// stretched and computed.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>
#include <support/on_one_thread.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <array>
#include <limits>

using namespace ravel;

namespace {

const double no_number = std::numeric_limits<double>::quiet_NaN();

template <class T>
bool identical(const T& a, const T& b) {
  return a == b || (a != a && b != b);
}

// Numbers with ties and some NaN, shown in several ways.
std::vector<tensor<const double>> shown(bool with_nan) {
  support::random r(17);
  const tensor<double> t = empty<double>({3, 8, 5});
  for (index_t i = 0; i < t.size(); ++i)
    flat(t).write({i}, with_nan && i % 13 == 5 ? no_number : static_cast<double>(r.below(12)) + (r.chance(3) ? 0.25 : 0));
  return {t, transpose(t, {2, 0, 1}), broadcast(t(all, slice(0, 2), all), {3, 4, 5}), t * 1.0, flip(t, 1)};
}

// work along the axis gives, for each line, what alone gives of it: one value.
template <class Along, class Alone>
void check_values(bool with_nan, Along along, Alone alone) {
  for (const auto& t : shown(with_nan)) {
    for (index_t axis = 0; axis < 3; ++axis) {
      const auto found = along(t, axis);
      index_t line = 0;
      const auto expected = reduce_axis(t, axis, [&](const auto& values) { return alone(to_vector(values)); });
      REQUIRE(found.shape() == expected.shape());
      for (; line < found.size(); ++line) REQUIRE(identical(found[line], expected[line]));
    }
  }
}
// … or a line.
template <class Along, class Alone>
void check_lines(bool with_nan, Along along, Alone alone) {
  for (const auto& t : shown(with_nan)) {
    for (index_t axis = 0; axis < 3; ++axis) {
      const auto found = along(t, axis);
      const auto ours = swap_axes(found, axis, 2);
      const auto theirs = swap_axes(t, axis, 2);
      for (index_t i = 0; i < theirs.extent(0); ++i) {
        for (index_t j = 0; j < theirs.extent(1); ++j) {
          const auto expected = alone(to_vector(theirs(i, j, all)));
          const auto line = ours(i, j, all);
          REQUIRE(line.size() == expected.size());
          for (index_t k = 0; k < line.size(); ++k) REQUIRE(identical(line[k], expected[k]));
        }
      }
    }
  }
}

#define CHECK_VALUES(with, call, options) \
  check_values(                           \
      with, [](const auto& x, index_t axis) { return call(x, axis options); }, [](const auto& x) { return call(x options); })
#define CHECK_LINES(with, call, options) \
  check_lines(                           \
      with, [](const auto& x, index_t axis) { return call(x, axis options); }, [](const auto& x) { return call(x options); })
#define WITH(...) , __VA_ARGS__

}  // namespace

TEST_CASE("a value of a line is that of the line alone", "[tensor][lines]") {
  CHECK_VALUES(false, variance, );
  CHECK_VALUES(true, ravel::std, WITH(nan_policy::skip, ddof{1}));
  CHECK_VALUES(true, var, WITH(ddof{1}, nan_policy::skip));
  CHECK_VALUES(false, skew, WITH(elements_are::sample));
  CHECK_VALUES(true, kurtosis, WITH(nan_policy::skip));
  CHECK_VALUES(true, median, WITH(nan_policy::skip));
  CHECK_VALUES(false, median, WITH(quantile_rule::inverted_cdf));
  CHECK_VALUES(true, most_common, );
  CHECK_VALUES(true, count_unique, );
  CHECK_VALUES(true, sum, WITH(nan_policy::skip));
  CHECK_VALUES(true, product, WITH(nan_policy::skip));
  CHECK_VALUES(true, mean, WITH(nan_policy::skip));
  CHECK_VALUES(true, min, WITH(nan_policy::skip));
  CHECK_VALUES(true, max, WITH(nan_policy::keep));
  CHECK_VALUES(true, argmin, WITH(nan_policy::skip));
  CHECK_VALUES(true, argmax_last, WITH(nan_policy::skip));
  CHECK_VALUES(true, argmin_last, );
  CHECK_VALUES(false, argmax, WITH(std::greater<>()));
}

TEST_CASE("required arguments come before the axis", "[tensor][lines]") {
  const auto large = [](double x) { return x > 5; };
  const auto halves = [](double a, double b) { return a / 2 + b; };
  const auto squares = [](const auto& x) {
    if constexpr (requires { x* x; }) {
      return x * x;
    } else {
      return clone(borrow(x) * borrow(x));
    }
  };
  check_values(
      false, [](const auto& x, index_t axis) { return quantile(x, 0.3, axis); }, [](const auto& x) { return quantile(x, 0.3); });
  check_values(
      false, [](const auto& x, index_t axis) { return nth_element(x, 1, axis); }, [](const auto& x) { return nth_element(x, 1); });
  check_values(
      false, [&](const auto& x, index_t axis) { return count(x, large, axis); }, [&](const auto& x) { return count(x, large); });
  check_values(
      false, [&](const auto& x, index_t axis) { return any_of(x, large, axis); }, [&](const auto& x) { return any_of(x, large); });
  check_values(
      false, [&](const auto& x, index_t axis) { return reduce(x, 1.0, halves, axis); },
      [&](const auto& x) { return reduce(x, 1.0, halves); });
  check_values(
      true, [](const auto& x, index_t axis) { return reduce_with(x, reducer::mean, axis, nan_policy::skip); },
      [](const auto& x) { return reduce_with(x, reducer::mean, nan_policy::skip); });
  check_lines(
      false, [&](const auto& x, index_t axis) { return scan(x, halves, axis); }, [&](const auto& x) { return scan(x, halves); });
  check_lines(
      false,
      [](const auto& x, index_t axis) {
        return quantile(x, {0.1, 0.5}, axis);
      },
      [](const auto& x) {
        return quantile(x, {0.1, 0.5});
      });
  check_lines(
      false, [](const auto& x, index_t axis) { return arg_top_k(x, 3, axis); }, [](const auto& x) { return arg_top_k(x, 3); });
  check_lines(
      true,
      [](const auto& x, index_t axis) {
        return histogram(x, {0, 2, 4, 9}, axis).counts;
      },
      [](const auto& x) {
        return histogram(x, {0, 2, 4, 9}).counts;
      });
  check_lines(
      true,
      [](const auto& x, index_t axis) {
        return histogram(x, axis, bins{7}, between{-1, 8}).counts;
      },
      [](const auto& x) {
        return histogram(x, between{-1, 8}, bins{7}).counts;
      });
  check_values(
      true, [&](const auto& x, index_t axis) { return covariance(x, squares(x), axis, ddof{1}, nan_policy::skip); },
      [&](const auto& x) { return covariance(x, squares(x), ddof{1}, nan_policy::skip); });
  check_values(
      false, [&](const auto& x, index_t axis) { return correlation(x, squares(x), axis, correlation_kind::spearman); },
      [&](const auto& x) { return correlation(x, squares(x), correlation_kind::spearman); });
  check_lines(
      true, [](const auto& x, index_t axis) { return rolling(x, 2, reducer::max, axis, edge_mode::valid); },
      [](const auto& x) { return rolling(x, 2, reducer::max, edge_mode::valid); });
  check_lines(
      false,
      [](const auto& x, index_t axis) {
        return convolve(x, std::array{1.0, -2.0}, axis, convolve_mode::same);
      },
      [](const auto& x) {
        return convolve(x, std::array{1.0, -2.0}, convolve_mode::same);
      });
  check_lines(
      false,
      [](const auto& x, index_t axis) {
        return correlate(x, std::array{1.0, -2.0}, axis);
      },
      [](const auto& x) {
        return correlate(x, std::array{1.0, -2.0});
      });
}

TEST_CASE("a line is that of the line alone", "[tensor][lines]") {
  CHECK_LINES(true, sort, WITH(sort_order::descending));
  CHECK_LINES(true, argsort, WITH(nan_place::first, sort_order::descending));
  CHECK_LINES(false, argsort, WITH(sort_order::descending, std::greater<>()));
  CHECK_LINES(true, rank, );
  CHECK_LINES(true, rank, WITH(rank_ties::dense));
  CHECK_LINES(true, cumsum, WITH(nan_policy::skip));
  CHECK_LINES(true, cumprod, );
  CHECK_LINES(true, cummax, WITH(nan_policy::skip));
  CHECK_LINES(true, diff, );
  CHECK_LINES(false, diff, WITH(order{0}));
  CHECK_LINES(false, diff, WITH(order{2}));
  CHECK_LINES(false, diff, WITH(order{9}));
  CHECK_LINES(false, diff, WITH(append{1}, prepend{0.5}));
  CHECK_LINES(false, gradient, WITH(spacing{0.5}));
}

TEST_CASE("windows of short lines allocate once for each line at most, and have the bits of the line alone", "[tensor]") {
  const auto made_by = [](index_t lines) {
    const support::on_one_thread alone;
    const auto x = random_uniform<double>({lines, 10}, 0, 1, 1), to = zeros<double>({lines, 10});
    rolling(x, 5, reducer::mean, 1, into{to});
    const auto before = support::total_allocations();
    rolling(x, 5, reducer::mean, 1, into{to});
    return support::total_allocations() - before;
  };
  CHECK(made_by(400) - made_by(4) <= 396);
  const auto x = random_uniform<double>({3, 7, 4}, -1, 1, 2);
  const auto check = [](const auto& t, const auto& reducer, auto... options) {
    for (const index_t width : {1, 2, 5, 9}) {
      for (const index_t axis : {0, 1, 2}) {
        const auto turned = swap_axes(rolling(t, width, reducer, axis, options...), axis, 2);
        const auto lines = swap_axes(t, axis, 2);
        for (index_t i = 0; i < lines.extent(0); ++i) {
          for (index_t j = 0; j < lines.extent(1); ++j)
            REQUIRE_EQUAL(clone(turned(i, j, all)), rolling(clone(lines(i, j, all)), width, reducer, 0, options...));
        }
      }
    }
  };
  check(x, reducer::mean);
  check(x, reducer::max, edge_mode::wrap);
  check(x, reducer::variance, edge_mode::reflect, window_position::left);
  check(x, reducer::sum, edge_mode::zero, window_position::right);
  check(cast<std::int8_t>(x * 100.0), reducer::sum);
  check(cast<bool>(x > 0.0), reducer::max);
  check(cast<std::int16_t>(x * 100.0), reducer::mean, edge_mode::valid);
  const tensor<double> same = clone(x(0, all, all));
  const auto wanted = rolling(same, 3, reducer::sum, 1);
  rolling(same, 3, reducer::sum, 1, into{same});
  REQUIRE_EQUAL(same, wanted);
  CHECK_THROWS_AS(rolling(full({2, 3}, std::numeric_limits<std::int64_t>::max()), 2, reducer::sum, 1), overflow_error);
}
