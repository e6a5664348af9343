// SPDX-License-Identifier: BSL-1.0
// crosstab against counting and adding by hand: both orders of keys, empty cells, NaN, nothing at all.
#include <ravel/lazy/operators.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/keys/crosstab.hpp>
#include <ravel/storage/adopt.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <string>

using ravel::buffer;
using ravel::group_order;
using ravel::index_t;

TEST_CASE("crosstab counts pairs of keys and reduces their values", "[tensor]") {
  support::random r(12);
  std::vector<std::string> rows;
  std::vector<int> columns;
  std::vector<double> values;
  for (int i = 0; i < 500; ++i) {
    rows.push_back(std::string(static_cast<std::size_t>(r.below(7)), 'r'));
    columns.push_back(static_cast<int>(r.below(5)) - 2);
    values.push_back(static_cast<double>(r.below(100)));
  }
  for (const auto order : {group_order::first_seen, group_order::sorted}) {
    const auto counts = ravel::crosstab(rows, columns, order);
    const auto sums = ravel::crosstab(rows, columns, values, ravel::reducer::sum, order);
    REQUIRE(counts.cells.shape() == ravel::shape{7, 5});
    for (index_t i = 0; i < 7; ++i) {
      for (index_t k = 0; k < 5; ++k) {
        index_t count = 0;
        double total = 0;
        for (std::size_t at = 0; at < rows.size(); ++at) {
          if (rows[at] != counts.rows[i] || columns[at] != counts.columns[k]) continue;
          ++count;
          total += values[at];
        }
        REQUIRE(counts.cells(i, k) == count);
        REQUIRE(sums.cells(i, k) == total);
      }
    }
    REQUIRE_EQUAL(sums.rows, counts.rows);
    if (order == group_order::sorted) REQUIRE_EQUAL(counts.columns, {-2, -1, 0, 1, 2});
    if (order == group_order::first_seen) REQUIRE(counts.rows[0] == rows[0]);
  }
}

TEST_CASE("cells whose values are alike correlate with none", "[tensor]") {
  for (const std::size_t n : {12u, 1000u, 100000u}) {
    std::vector<int> row(n), column(n);
    const std::vector<double> alike(n, 0.1);
    std::vector<double> other(n);
    for (std::size_t i = 0; i < n; ++i) row[i] = i % 3 == 0, column[i] = i % 2 == 0, other[i] = std::sqrt(static_cast<double>(i));
    const auto cells = ravel::crosstab(row, column, std::tie(alike, other), ravel::reducer::pearson).cells;
    for (index_t i = 0; i < 4; ++i) REQUIRE(std::isnan(cells(i / 2, i % 2)));
  }
}

TEST_CASE("cells without a value", "[tensor]") {
  const std::vector<int> row{1, 2}, column{1, 2};
  const std::vector<float> value{5, std::nanf("")};
  namespace reducer = ravel::reducer;
  CHECK_EQUAL(ravel::crosstab(row, column).cells, {index_t{1}, index_t{0}, index_t{0}, index_t{1}});
  CHECK_THROWS_AS(ravel::crosstab(row, column, value, reducer::mean), ravel::value_error);
  CHECK_THROWS_WITH(ravel::crosstab(row, column, value, reducer::sum, ravel::nan_policy::refuse),
                    "crosstab was told to refuse NaN, and element 1 is NaN");
  CHECK_EQUAL(ravel::crosstab(row, std::vector<int>{3, 3}, value, reducer::min).cells, {5.0F, std::nanf("")});
  CHECK_EQUAL(ravel::crosstab(row, column, value, reducer::mean, ravel::empty_cells{-1}, group_order::sorted).cells,
              {5.0, -1.0, -1.0, std::nan("")});
  CHECK_EQUAL(ravel::crosstab(row, column, value, reducer::sum, ravel::nan_policy::skip).cells, {5.0F, 0.0F, 0.0F, 0.0F});
}

TEST_CASE("the value of empty cells fits, and holds for cells of NaN alone", "[tensor]") {
  const std::vector<int> row{1, 2}, column{1, 2};
  const std::vector<std::uint8_t> bytes{1, 2};
  namespace reducer = ravel::reducer;
  CHECK_EQUAL(ravel::crosstab(row, column, bytes, reducer::min, ravel::empty_cells{9}).cells,
              {std::uint8_t{1}, std::uint8_t{9}, std::uint8_t{9}, std::uint8_t{2}});
  CHECK_THROWS_WITH(ravel::crosstab(row, column, bytes, reducer::min, ravel::empty_cells{300}), "300 does not fit uint8");
  CHECK_THROWS_AS(ravel::crosstab(row, column, bytes, reducer::min, ravel::empty_cells{-1}), ravel::type_error);
  const std::vector<double> values{std::nan(""), 2}, weights{1, 3};
  CHECK_EQUAL(ravel::crosstab(row, column, values, reducer::mean, ravel::nan_policy::skip, ravel::empty_cells{-1}).cells,
              {-1.0, -1.0, -1.0, 2.0});
  const auto both = std::tuple{ravel::borrow(values), ravel::borrow(weights)};
  CHECK_EQUAL(ravel::crosstab(row, column, both, reducer::covariance, ravel::nan_policy::skip, ravel::empty_cells{-1}).cells,
              {-1.0, -1.0, -1.0, 0.0});
}

TEST_CASE("tables of nothing, and sizes that differ", "[tensor]") {
  const auto none = ravel::crosstab(ravel::make_buffer<int>(0), ravel::make_buffer<int>(0));
  CHECK(none.cells.shape() == ravel::shape{0, 0});
  CHECK_THROWS_AS(ravel::crosstab(buffer<int>{1, 2}, buffer<int>{1}), ravel::shape_error);
  CHECK_THROWS_AS(ravel::crosstab(buffer<int>{1, 2}, buffer<int>{1, 2}, buffer<int>{1}, ravel::reducer::sum), ravel::shape_error);
}
