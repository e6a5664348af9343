// SPDX-License-Identifier: BSL-1.0
#include <ravel/reader/detail/sparse_rows.hpp>
#include <ravel/reader/foreign.hpp>

#include <support/random.hpp>
#include <support/sparse_samples.hpp>

#include <tuple>
#include <vector>

using ravel::index_t;
using ravel::detail::each_in_row;
using ravel::detail::each_lent_row;
using ravel::detail::each_listed_row;

namespace {

using entry_at = std::tuple<index_t, index_t, double>;

// What a loop over rows says of each entry.
struct collector {
  std::vector<entry_at>& found;

  template <class Row>
  index_t operator()(index_t row, const Row& entries, const double* values) const {
    return each_in_row(entries, values, [&](index_t k, index_t column) { found.emplace_back(row, column, values[k]); });
  }
};

}  // namespace

TEST_CASE("rows are found in the positions of any sparse node", "[reader]") {
  support::random r(3);
  for (const index_t width : {1, 2, 7, 100, 5000, 100000}) {
    for (const index_t one_in : {1, 3, 50, 4000}) {
      const index_t rows = r.between(1, 60000 / width + 2);
      const auto entries = support::scattered<double>(rows * width, 0.0, one_in, 8);
      const auto matrix = support::listed<double>(rows * width, 0.0, entries);
      std::vector<entry_at> found, wanted;
      for (const auto& [at, value] : entries) wanted.emplace_back(at / width, at % width, value);
      REQUIRE(each_listed_row(ravel::detail_access::node(matrix), width, collector{found}));
      REQUIRE(found == wanted);
    }
  }
}

TEST_CASE("rows with entries are collected, and looked up among few and among many", "[reader]") {
  support::random r(4);
  for (const index_t width : {1, 7, 1000}) {
    for (const index_t one_in : {1, 3, 50, 20000}) {
      const index_t height = r.between(1, 100000 / width + 2);
      const auto entries = support::scattered<double>(height * width, 0.0, one_in, 8);
      const auto matrix = support::listed<double>(height * width, 0.0, entries);
      std::vector<std::vector<entry_at>> wanted(static_cast<std::size_t>(height)), found(wanted);
      for (const auto& [at, value] : entries) wanted[static_cast<std::size_t>(at / width)].emplace_back(at / width, at % width, value);
      ravel::detail::entry_pass pass;
      ravel::detail::sparse_rows<double> rows(ravel::detail_access::node(matrix), {height, width}, pass,
                                              ravel::detail::listed_columns::yes);
      rows.be_found();
      index_t known = 0;
      for (index_t row = 0; row < height; ++row) {
        const index_t i = rows.find(row);
        if (i < 0) continue;
        REQUIRE(i == known++);
        REQUIRE(rows.row(i) == row);
        REQUIRE(rows.row_entries(i).count == rows.length(i));
        for (index_t k = 0; k < rows.length(i); ++k) {
          const index_t entry = rows.start(i) + k;
          REQUIRE(rows.columns(i)[k] == rows.column(i, entry));
          found[static_cast<std::size_t>(row)].emplace_back(row, rows.columns(i)[k], rows.values()[entry]);
        }
      }
      REQUIRE(known == rows.size());
      REQUIRE(found == wanted);
    }
  }
}

TEST_CASE("a loop over rows ends where it is stopped", "[reader]") {
  const auto matrix = support::listed<double>(40, 0.0, {{0, 1.0}, {3, 2.0}, {11, 3.0}, {35, 4.0}});
  std::vector<index_t> rows;
  CHECK_FALSE(each_listed_row(ravel::detail_access::node(matrix), 10, [&](index_t row, const auto& entries, const double*) {
    rows.push_back(row);
    return row == 0 ? index_t{entries.has(2)} + 1 : 0;
  }));
  CHECK(rows == std::vector<index_t>{0, 1});
}

TEST_CASE("rows that are lent are those of the three arrays, and a column that has changed is an error", "[reader]") {
  const std::vector<index_t> starts{0, 2, 2, 3};
  std::vector<std::int32_t> columns{1, 4, 0};
  const std::vector<double> values{1.0, 2.0, 3.0};
  const ravel::detail::lent_rows<double> lent{.width = 5, .starts = starts.data(), .narrow = columns.data(), .values = values.data()};
  std::vector<entry_at> found;
  REQUIRE(each_lent_row(lent, 0, 3, collector{found}));
  CHECK(found == std::vector<entry_at>{{0, 1, 1.0}, {0, 4, 2.0}, {2, 0, 3.0}});
  found.clear();
  REQUIRE(each_lent_row(lent, 1, 3, collector{found}));
  CHECK(found == std::vector<entry_at>{{2, 0, 3.0}});
  const std::vector<std::int64_t> wide_columns{1, 4, 0};
  const ravel::detail::lent_rows<double> wide{.width = 5, .starts = starts.data(), .wide = wide_columns.data(), .values = values.data()};
  REQUIRE(each_lent_row(wide, 0, 1, collector{found}));
  CHECK(found == std::vector<entry_at>{{2, 0, 3.0}, {0, 1, 1.0}, {0, 4, 2.0}});
  for (const std::int32_t wrong : {5, -1}) {
    columns[2] = wrong;
    CHECK_THROWS_AS(each_lent_row(lent, 0, 3, collector{found}), ravel::value_error);
  }
  CHECK_FALSE(each_lent_row(lent, 0, 3, [](index_t, const auto&, const double*) { return index_t{0}; }));
}
