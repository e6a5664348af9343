// SPDX-License-Identifier: BSL-1.0
// Sparse data: what functions, views, sums, products and writes of 1e6 entries cost, against hand loops over the stored entries where there
// is one, and against a number of nanoseconds where not.
#include <ravel/ravel.hpp>
#include <ravel/sparse.hpp>

#include "support.hpp"

#include <algorithm>
#include <cmath>

namespace {

using namespace ravel;

constexpr index_t side = 10000, many = 1000000;

buffer<index_t> random_positions(index_t n, index_t below, std::uint64_t seed) {
  const tensor<index_t> drawn = random_integers<index_t>({n + n / 8}, 0, below, seed);
  const buffer<index_t> different = unique(drawn);
  return clone(select(different, sample(different.size(), std::min(n, different.size()), seed)));
}

tensor<double> random_matrix(index_t entries, std::uint64_t seed) {
  const buffer<index_t> at = sort(random_positions(entries, side * side, seed));
  const buffer<double> values = clone(map([](index_t i) { return 1.0 + static_cast<double>(i % 1000) * 0.001; }, at));
  return tensor<double>(dims::row_major({side, side}), sparse_from(at, values, side * side));
}

void functions() {
  bench::table table("sparse: functions of 1e4 x 1e4 with 1e6 entries, written to new entries");
  const tensor<double> a = random_matrix(many, 1), b = random_matrix(many, 2);
  const buffer<double> values = stored_values(a);
  const buffer<index_t> positions = stored_positions(a);
  table.row_alone("a + b", 5e6, [a, b] { bench::keep(to_sparse(a + b)); });
  table.row_alone("a * b", 4e6, [a, b] { bench::keep(to_sparse(a * b)); });
  const auto over_values = [positions, values](auto f) {
    return [positions, values, f] {
      std::vector<index_t> at(positions.begin(), positions.end());
      std::vector<double> made(values.begin(), values.end());
      for (double& v : made) v = f(v);
      bench::keep(made.data());
      bench::keep(at.data());
    };
  };
  table.row(
      "a * 2", 1.1, [a] { bench::keep(to_sparse(a * 2.0)); }, over_values([](double v) { return v * 2; }));
  table.row(
      "exp(a), fill 1", 1.1, [a] { bench::keep(to_sparse(exp(a))); }, over_values([](double v) { return std::exp(v); }));
}

void views() {
  bench::table table("sparse: views of 1e4 x 1e4 with 1e6 entries, written to new entries");
  const tensor<double> a = random_matrix(many, 1);
  const buffer<double> values = stored_values(a);
  const buffer<index_t> positions = stored_positions(a);
  const auto moved = [positions, values] {
    std::vector<index_t> at(positions.begin(), positions.end());
    std::vector<double> made(values.begin(), values.end());
    bench::keep(at.data());
    bench::keep(made.data());
  };
  table.row_alone("transpose", 5e6, [a] { bench::keep(to_sparse(transpose(a))); });
  table.row(
      "rotate by 3 and 5", 3,
      [a] {
        bench::keep(to_sparse(rotate(a, {3, 5})));
      },
      moved);
  table.row(
      "slice, rows 100 to 9900", 3, [a] { bench::keep(to_sparse(slice(a, 0, 100, 9800))); }, moved);
  table.row(
      "flip rows", 3, [a] { bench::keep(to_sparse(flip(a, 0))); }, moved);
}

void reductions() {
  bench::table table("sparse: sums and extremes of 1e6 entries in 1e12 positions");
  const index_t wide = 1000000;
  const buffer<index_t> at = sort(random_positions(many, wide * wide, 3));
  const buffer<double> values = clone(map([](index_t i) { return static_cast<double>(i % 1000); }, at));
  const tensor<double> t(dims::row_major({wide, wide}), sparse_from(at, values, wide * wide));
  table.row(
      "sum", 1.1, [t] { bench::keep(sum(t)); },
      [at, values] {
        double lane[32] = {};
        for (index_t i = 0; i < values.size(); ++i) lane[at.data()[i] % 32] += values.data()[i];
        bench::keep(lane);
      });
  table.row(
      "max", 1.1, [t] { bench::keep(max(t)); },
      [values] {
        double most = values[0];
        for (const double v : values) most = v > most ? v : most;
        bench::keep(most);
      });
  table.row(
      "sum(t, 1)", 2, [t] { bench::keep(sum(t, 1)); },
      [at, values] {
        std::vector<double> sums(wide);
        for (index_t i = 0; i < values.size(); ++i) sums[static_cast<std::size_t>(at.data()[i] / wide)] += values.data()[i];
        bench::keep(sums.data());
      });
}

// The arrays of a matrix row by row, for hand loops.
struct by_rows {
  explicit by_rows(const tensor<double>& of) {
    for_each_stored(of, [&](index_t at, double v) {
      ++starts[static_cast<std::size_t>(at / side + 1)];
      columns.push_back(static_cast<std::size_t>(at % side));
      values.push_back(v);
    });
    for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
  }
  // f(row, column, value)
  template <class F>
  void each(const F& f) const {
    for (std::size_t i = 0; i < side; ++i) {
      for (std::size_t k = starts[i]; k < starts[i + 1]; ++k) f(i, columns[k], values[k]);
    }
  }
  tensor<const double> adopted() const { return from_csr({side, side}, starts, columns, values); }

  std::vector<std::size_t> starts = std::vector<std::size_t>(side + 1), columns;
  std::vector<double> values;
};

// Rows as they come, not sorted: the columns that a row has are listed when they are met first.
void multiply_by_hand(const by_rows& a, const by_rows& b) {
  std::vector<double> sums(side), values;
  std::vector<std::size_t> seen(side), starts(side + 1), columns;
  for (std::size_t i = 0; i < side; ++i) {
    const std::size_t first = columns.size();
    for (std::size_t k = a.starts[i]; k < a.starts[i + 1]; ++k) {
      for (std::size_t l = b.starts[a.columns[k]]; l < b.starts[a.columns[k] + 1]; ++l) {
        const std::size_t column = b.columns[l];
        if (std::exchange(seen[column], i + 1) != i + 1) {
          columns.push_back(column);
          sums[column] = 0;
        }
        sums[column] += a.values[k] * b.values[l];
      }
    }
    for (std::size_t k = first; k < columns.size(); ++k) values.push_back(sums[columns[k]]);
    starts[i + 1] = columns.size();
  }
  bench::keep(columns.data());
  bench::keep(values.data());
}

void products() {
  bench::table table("sparse: products of 1e4 x 1e4, 1e6 entries with dense data, 1e5 with each other");
  const tensor<double> a = random_matrix(many, 1);
  const by_rows rows(a);
  const tensor<const double> adopted = rows.adopted();
  const tensor<double> x = random_uniform<double>({side}, 0.0, 1.0, 5), m = random_uniform<double>({side, 64}, 0.0, 1.0, 6),
                       turned = clone(transpose(m));
  const auto by_vector = [rows, x] {
    std::vector<double> y(side);
    const double* const from = &x(0);
    for (std::size_t i = 0; i < side; ++i) {
      double total = 0;
      for (std::size_t k = rows.starts[i]; k < rows.starts[i + 1]; ++k) total += rows.values[k] * from[rows.columns[k]];
      y[i] = total;
    }
    bench::keep(y.data());
  };
  table.row(
      "adopted rows by vector", 1.1, [adopted, x] { bench::keep(matmul(adopted, x)); }, by_vector);
  table.row(
      "sparse buffer by vector", 1.1, [a, x] { bench::keep(matmul(a, x)); }, by_vector);
  table.row(
      "vector by sparse buffer", 1.1, [a, x] { bench::keep(matmul(x, a)); },
      [rows, x] {
        std::vector<double> y(side);
        const double* const from = &x(0);
        rows.each([&](std::size_t i, std::size_t j, double v) { y[j] += v * from[i]; });
        bench::keep(y.data());
      });
  const auto by_columns = [rows, m] {
    std::vector<double> y(side * 64);
    const double* const from = &m(0, 0);
    rows.each([&](std::size_t i, std::size_t j, double v) {
      for (std::size_t k = 0; k < 64; ++k) y[i * 64 + k] += v * from[j * 64 + k];
    });
    bench::keep(y.data());
  };
  table.row(
      "adopted rows by 64 columns", 1.3, [adopted, m] { bench::keep(matmul(adopted, m)); }, by_columns);
  table.row(
      "64 rows by sparse buffer", 2, [a, turned] { bench::keep(matmul(turned, a)); }, by_columns);
  const tensor<double> p = random_matrix(many / 10, 11), q = random_matrix(many / 10, 12), mask = random_matrix(many / 10, 13);
  const by_rows left(p), right(q);
  const auto whole = [left, right] { multiply_by_hand(left, right); };
  table.row(
      "sparse_matmul, 1e6 terms", 1.1, [p, q] { bench::keep(sparse_matmul(p, q)); }, whole);
  table.row_alone("the same by the clock", 5e6, [p, q] { bench::keep(sparse_matmul(p, q)); });
  table.row(
      "the same where 1e5 are stored", 1, [p, q, mask] { bench::keep(sparse_matmul(p, q, where_stored{mask})); }, whole);
  table.row_alone("scale_rows, 1e6 entries", 15e6, [a, x] { bench::keep(to_sparse(scale_rows(a, x))); });
}

void elements() {
  bench::table table("sparse: elements, a write or a read each");
  const index_t n = 100000000;
  const auto filled = [n](index_t entries, std::uint64_t seed) {
    const buffer<index_t> at = sort(random_positions(entries, n, seed));
    return sparse_from(at, clone(cast<double>(at)), n);
  };
  const buffer<index_t> places = random_positions(100000, n, 9);
  const sparse_buffer<double> written = filled(many, 4);
  table.row_alone("1e5 random writes, then a read", 10e6, [written, places] {
    for (const index_t i : places) written.write(i, 1.0);
    bench::keep(stored_count(written));
  });
  const auto reads = [places](const sparse_buffer<double>& from) {
    return [from, places] {
      double total = 0;
      for (const index_t i : places) total += from[i];
      bench::keep(total);
    };
  };
  table.row_alone("1e5 random reads, density 1e-3", 25e5, reads(filled(n / 1000, 5)));
  table.row_alone("1e5 random reads, density 1e-2", 30e5, reads(filled(many, 6)));
  const sparse_buffer<double> dense = filled(many, 7);
  const buffer<double> room = make_buffer<double>(10000000);
  table.row_alone("block of 1e7, density 1e-2", 1e6, [dense, room] { copy(slice(dense, 0, 10000000), room); });
}

using cell = std::uint8_t;

tensor<cell> next(const tensor<cell>& now) {
  const auto at = [&](int down, int right) { return rotate(now, {down, right}); };
  const auto neighbours = map([](auto... around) { return static_cast<cell>((around + ...)); }, at(-1, -1), at(-1, 0), at(-1, 1), at(0, -1),
                              at(0, 1), at(1, -1), at(1, 0), at(1, 1));
  return to_sparse(map([](cell around, cell alive) { return static_cast<cell>(around == 3 || (around == 2 && alive)); }, neighbours, now));
}

void life() {
  bench::table table("sparse: the game of life on a torus, 3840 x 2160, 3 % alive");
  const index_t cells = 3840 * 2160;
  const buffer<index_t> alive = sort(random_positions(cells * 3 / 100, cells, 8));
  const tensor<cell> world(dims::row_major({2160, 3840}), sparse_from(alive, constant<cell>(alive.size(), 1), cells));
  table.row_alone("a generation", 1e9 / 30, [world] { bench::keep(next(world)); });
}

}  // namespace

int main() {
  functions();
  views();
  reductions();
  products();
  elements();
  life();
}
