// SPDX-License-Identifier: BSL-1.0
#include <ravel/op.hpp>
#include <ravel/sparse/csr.hpp>
#include <ravel/tensor.hpp>

#include <support/faults.hpp>
#include <support/require_equal.hpp>

#include "model.hpp"

using ravel::buffer;
using ravel::from_csc;
using ravel::from_csr;
using ravel::index_t;
using ravel::tensor;
using ravel::to_csc;
using ravel::to_csr;
using sparse_model::entries;
using sparse_model::listed;

namespace {

using ints = std::vector<int>;
using reals = std::vector<double>;

const tensor<double> matrix{{0, 1, 0, 2}, {0, 0, 0, 0}, {3, 0, 4, 0}};

tensor<double> random_matrix(support::random& r, index_t rows, index_t columns) {
  const auto made = ravel::zeros<double>({rows, columns});
  for (index_t k = 0; k < rows * columns / 4; ++k) made.write({r.below(rows), r.below(columns)}, static_cast<double>(r.between(1, 9)));
  return made;
}

}  // namespace

TEST_CASE("the arrays of rows are a sparse matrix", "[sparse]") {
  const auto t = from_csr({3, 4}, ints{0, 2, 2, 4}, ints{1, 3, 0, 2}, reals{1, 2, 3, 4});
  static_assert(std::same_as<decltype(t), const tensor<const double>>);
  CHECK(t.fill() == 0.0);
  CHECK(equal(t, matrix));
  CHECK(entries<double>(t) == listed<double>{{1, 1}, {3, 2}, {8, 3}, {10, 4}});
  CHECK(t(2, 2) == 4);
  CHECK(t(1, 2) == 0);
  CHECK(sum(t) == 10);
  CHECK(equal(from_csc({3, 4}, ints{0, 1, 2, 3, 4}, ints{2, 0, 2, 0}, reals{3, 1, 4, 2}), matrix));
}

TEST_CASE("handles to arrays in order are adopted and not copied", "[sparse]") {
  const auto check = []<class I>(I) {
    const index_t n = 100000;
    const auto starts = ravel::make_buffer<I>(101);
    const auto columns = ravel::make_buffer<I>(n);
    const auto values = ravel::make_buffer<double>(n, 1.0);
    for (index_t i = 0; i <= 100; ++i) starts[i] = static_cast<I>(1000 * i);
    for (index_t i = 0; i < n; ++i) columns[i] = static_cast<I>(i % 1000 * 2);
    const auto t = from_csr({100, 2000}, starts, columns, values);
    values[5] = 7;  // the same memory
    CHECK(t(0, 10) == 7);
    CHECK(sum(t) == 100006);
    support::check_reader(t.base(), to_vector(t), support::contract::quick);
    columns[5] = static_cast<I>(1999);
    CHECK_THROWS_WITH(sum(t), "column 12 in row 0 was written after the array was adopted");
    columns[5] = -7;
    CHECK_THROWS_AS(sum(t), ravel::value_error);
    static_cast<void>(to_vector(slice(flat(t), 0, 3000)));
  };
  check(std::int32_t());
  check(std::int64_t());
}

TEST_CASE("adopted rows are found from any position on", "[sparse]") {
  support::random r(3);
  const auto dense = random_matrix(r, 60, 70);
  const auto in = to_csr(dense);
  const auto t = from_csr(in.shape, in.starts, in.columns, in.values);
  const auto all = entries<double>(t);
  REQUIRE(all.size() > 500);
  for (index_t from = 0; from < 4200; from += 13) {
    ravel::detail::entry_pass pass;
    auto stream = pass.of(ravel::detail_access::node(t));
    stream.seek(from);
    const auto expected = std::lower_bound(all.begin(), all.end(), std::pair(from, -1.0));
    const auto block = stream.next();
    REQUIRE(block.count == std::min<index_t>(1024, all.end() - expected));
    if (block.count > 0) REQUIRE(std::pair(block.positions[0], block.values[0]) == *expected);
  }
  CHECK(equal(transpose(t), transpose(dense)));
  CHECK(equal(t(ravel::slice(10, 20), ravel::slice(5, 30, 2)), dense(ravel::slice(10, 20), ravel::slice(5, 30, 2))));
}

TEST_CASE("rows that are not in order are sorted into a copy, and zeros are left out", "[sparse]") {
  CHECK(equal(from_csr({3, 4}, ints{0, 2, 2, 4}, ints{3, 1, 2, 0}, reals{2, 1, 4, 3}), matrix));
  const auto t = from_csr({2, 3}, buffer<int>{0, 2, 3}, buffer<int>{0, 2, 1}, buffer<double>{0, 5, 6});
  CHECK(entries<double>(t) == listed<double>{{2, 5}, {4, 6}});
  CHECK(entries<double>(from_csr({2, 3}, buffer<int>{0, 2, 3}, buffer<int>{0, 2, 1}, buffer<double>{0, 5, 6}, 5)) ==
        listed<double>{{0, 0}, {4, 6}});
}

TEST_CASE("every index of foreign arrays is checked before it is used", "[sparse]") {
  const reals two{1, 2};
  CHECK_THROWS_WITH(from_csr({2, 3}, ints{0, 1}, ints{0, 1}, two), "2 starts for 2 rows: there is one more than rows");
  CHECK_THROWS_WITH(from_csr({2, 3}, ints{1, 1, 2}, ints{0, 1}, two), "start 0 is 1, not 0");
  CHECK_THROWS_WITH(from_csr({2, 3}, ints{0, 3, 2}, ints{0, 1}, two), "start 2 is 2, less than the one before, which is 3");
  CHECK_THROWS_WITH(from_csr({2, 3}, ints{0, -1, 2}, ints{0, 1}, two), "start 1 is -1, less than the one before, which is 0");
  CHECK_THROWS_WITH(from_csr({2, 3}, ints{0, 1, 5}, ints{0, 1}, two), "the last start is 5, and there are 2 entries");
  CHECK_THROWS_WITH(from_csr({2, 3}, ints{0, 1, 2}, ints{0, 3}, two), "entry 1 in row 1 has the column 3, outside 3 columns");
  CHECK_THROWS_WITH(from_csr({2, 3}, ints{0, 1, 2}, ints{-1, 0}, two), "entry 0 in row 0 has the column -1, outside 3 columns");
  CHECK_THROWS_WITH(from_csr({2, 3}, ints{0, 1, 2}, std::vector<std::uint64_t>{0, ~std::uint64_t{0}}, two),
                    "entry 1 of the places given is 18446744073709551615, beyond the limit of 2^62");
  CHECK_THROWS_WITH(from_csr({2, 3}, ints{0, 0, 2}, ints{1, 1}, two), "entries 0 and 1 both stand in row 1, column 1");
  CHECK_THROWS_WITH(from_csr({2, 3}, ints{0, 1, 2}, ints{0, 1, 2}, two), "3 columns and 2 values: each entry has one of both");
  CHECK_THROWS_AS(from_csr({2, 3, 4}, ints{0, 1, 2}, ints{0, 1}, two), ravel::shape_error);
  CHECK_THROWS_WITH(from_csc({2, 3}, ints{0, 1, 1, 2}, ints{0, 2}, two), "entry 1 in column 2 has the row 2, outside 2 rows");
  CHECK_THROWS_AS(from_csc({2}, ints{0, 1}, ints{0}, reals{1}), ravel::shape_error);
}

TEST_CASE("matrices go out row by row and column by column, and come back", "[sparse]") {
  const auto rows = to_csr(matrix);
  CHECK_EQUAL(rows.starts, {0, 2, 2, 4});
  CHECK_EQUAL(rows.columns, {1, 3, 0, 2});
  CHECK_EQUAL(rows.values, {1, 2, 3, 4});
  const auto columns = to_csc(matrix);
  CHECK_EQUAL(columns.starts, {0, 1, 2, 3, 4});
  CHECK_EQUAL(columns.rows, {2, 0, 2, 0});
  CHECK_EQUAL(columns.values, {3, 1, 4, 2});
  CHECK_THROWS_AS(to_csr(ravel::zeros<double>({2, 2, 2})), ravel::shape_error);
  support::random r(1);
  for (const auto& [m, n] : {std::pair{0, 5}, {5, 0}, {1, 1}, {7, 300}, {300, 7}, {40, 40}}) {
    const auto dense = m * n == 0 ? ravel::zeros<double>({m, n}) : random_matrix(r, m, n);
    const auto by_row = to_csr(dense);
    const auto by_column = to_csc(dense);
    CHECK(equal(from_csr(by_row.shape, by_row.starts, by_row.columns, by_row.values), dense));
    CHECK(equal(from_csc(by_column.shape, by_column.starts, by_column.rows, by_column.values), dense));
    CHECK_EQUAL(to_csr(transpose(dense)).columns, by_column.rows);
  }
  const double infinite = std::numeric_limits<double>::infinity();
  const auto far = ravel::to_sparse(where(matrix > 0.0, matrix, infinite), infinite);
  const auto out = to_csr(far);
  CHECK(out.fill == infinite);
  CHECK(equal(from_csr(out.shape, out.starts, out.columns, out.values, out.fill), far));
}

TEST_CASE("failures while foreign arrays are taken pass and leak nothing", "[sparse]") {
  CHECK(support::for_each_allocation_failure([] {
          static_cast<void>(from_csr({3, 4}, ints{0, 2, 2, 4}, ints{3, 1, 2, 0}, reals{2, 1, 4, 3}));
        }) > 10);
  CHECK(support::for_each_allocation_failure([] { static_cast<void>(to_csc(matrix)); }) > 5);
}

namespace {

struct line_arrays {
  ints starts, columns;
  reals values;

  // By the definition, word for word.
  bool is_matrix(int rows, int width) const {
    const auto count = static_cast<int>(columns.size());
    if (columns.size() != values.size() || static_cast<int>(starts.size()) != rows + 1 || starts[0] != 0 || starts.back() != count)
      return false;
    if (!std::is_sorted(starts.begin(), starts.end())) return false;
    for (std::size_t row = 0; row + 1 < starts.size(); ++row) {
      std::vector<int> seen(columns.begin() + starts[row], columns.begin() + starts[row + 1]);
      std::sort(seen.begin(), seen.end());
      if (std::adjacent_find(seen.begin(), seen.end()) != seen.end()) return false;
      if (!seen.empty() && (seen.front() < 0 || seen.back() >= width)) return false;
    }
    return true;
  }
  tensor<double> dense(index_t rows, index_t width) const {
    const auto made = ravel::zeros<double>({rows, width});
    for (std::size_t row = 0; row + 1 < starts.size(); ++row) {
      for (auto k = static_cast<std::size_t>(starts[row]); k < static_cast<std::size_t>(starts[row + 1]); ++k)
        made.write({static_cast<index_t>(row), columns[k]}, values[k]);
    }
    return made;
  }
};

// A matrix, or nearly one.
line_arrays random_arrays(support::random& r, int rows, int width) {
  line_arrays made{{0}, {}, {}};
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < width; ++column) {
      if (!r.chance(2)) continue;
      made.columns.push_back(column);
      made.values.push_back(static_cast<double>(r.between(0, 3)));
    }
    made.starts.push_back(static_cast<int>(made.columns.size()));
  }
  const auto spoil = [&](auto& list) {
    if (list.empty() || !r.chance(4)) return;
    const auto place = static_cast<std::size_t>(r.below(static_cast<index_t>(list.size())));
    if (r.chance(3)) {
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(place));
    } else {
      list[place] = static_cast<std::remove_cvref_t<decltype(list[0])>>(r.between(-1, 7));
    }
  };
  spoil(made.starts);
  spoil(made.columns);
  spoil(made.values);
  return made;
}

}  // namespace

TEST_CASE("random arrays are a matrix or an error", "[sparse]") {
  support::random r(11);
  int good = 0, bad = 0;
  for (int k = 0; k < 3000; ++k) {
    const int rows = static_cast<int>(r.below(5)), width = static_cast<int>(r.below(5));
    const line_arrays arrays = random_arrays(r, rows, width);
    INFO("round " << k);
    if (arrays.is_matrix(rows, width)) {
      ++good;
      REQUIRE(equal(from_csr({rows, width}, arrays.starts, arrays.columns, arrays.values), arrays.dense(rows, width)));
      REQUIRE(equal(from_csc({width, rows}, arrays.starts, arrays.columns, arrays.values), transpose(arrays.dense(rows, width))));
    } else {
      ++bad;
      REQUIRE_THROWS_AS(from_csr({rows, width}, arrays.starts, arrays.columns, arrays.values), ravel::error);
    }
  }
  CHECK(good > 500);
  CHECK(bad > 500);
}
