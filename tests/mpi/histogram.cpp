// SPDX-License-Identifier: BSL-1.0
// Counts, and tables of two keys, are those of one machine, on every rank.
#include <mpi/ranks.hpp>

#include <limits>

using namespace ranks;

namespace {

void expect_counts(const ravel::histogram_counts& found, const ravel::histogram_counts& wanted, const std::string& what) {
  expect(ravel::equal(found.counts, wanted.counts), what + ", counts: " + ravel::to_string(found.counts));
  expect(ravel::equal(found.edges, wanted.edges), what + ", edges: " + ravel::to_string(found.edges));
}

}  // namespace

TEST_CASE("histograms are those of one machine") {
  for (const ravel::shape& extents : {ravel::shape{0}, ravel::shape{1}, ravel::shape{4000}, ravel::shape{13, 7}}) {
    const auto whole = ravel::random_normal<double>(extents, 0, 2, 3);
    const auto small = ravel::random_integers<std::int16_t>(extents, 0, 30, 3);
    run_all([&](const mpi::world& w) {
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const std::string what = ravel::to_string(extents) + ", " + how.description();
        const auto x = mpi::from_local(w, whole, how);
        const auto k = mpi::from_local(w, small, how);
        expect_counts(histogram(x), ravel::histogram(whole), what);
        expect_counts(histogram(k, ravel::bins{7}), ravel::histogram(small, ravel::bins{7}), what + ", integers");
        expect_counts(histogram(x, ravel::bins{20}, ravel::between{-1, 1}), ravel::histogram(whole, ravel::bins{20}, ravel::between{-1, 1}),
                      what + ", between");
        const ravel::buffer<double> edges{-2, -0.5, 0, 0, 3};
        expect_counts(histogram(x * 2, edges), ravel::histogram(ravel::clone(whole * 2), edges), what + ", edges");
        expect(ravel::equal(bincount(k), ravel::bincount(small)), what + ", bincount");
        expect(ravel::equal(bincount(k, ravel::at_least{50}), ravel::bincount(small, ravel::at_least{50})), what + ", at least");
        expect(ravel::equal(bincount(k, x), ravel::bincount(small, whole)), what + ", by weights");
        expect(ravel::equal(bincount(k + 1, k * 2, {40}),
                            ravel::bincount(ravel::clone(small + 1), ravel::clone(small * 2), ravel::at_least{40})),
               what + ", by weights, at least");
      }
    });
  }
}

TEST_CASE("ranks that count by other edges are told apart, and errors are those of all") {
  run_all([](const mpi::world& w) {
    const auto x = mpi::full<double>(w, {9}, 1.0, mpi::blocks{0});
    std::string text;
    if (w.size() > 1) {
      try {
        (void)histogram(x, ravel::bins{w.rank() == 0 ? 3 : 4}, ravel::between{0, 1});
      } catch (const ravel::layout_error& e) {
        text = e.what();
      }
      expect(text.find("by 4 numbers") != std::string::npos, text);
    }
    text.clear();
    try {
      (void)bincount(mpi::full<int>(w, {9}, -1, mpi::blocks{0}));
    } catch (const ravel::error& e) {
      text = e.what();
    }
    expect(!text.empty(), "a negative number");
    const auto below = mpi::from_local(w, ravel::tensor<int>{3, 1, 4, 1, 5, -9, 2, -6, 5}, mpi::cyclic{0});
    for (const bool weighs : {true, false}) {
      text.clear();
      try {
        if (weighs) (void)bincount(below, mpi::cast<double>(below));
        if (!weighs) (void)bincount(below);
      } catch (const ravel::value_error& e) {
        text = e.what();
      }
      expect(text.find("element 5 is -9") != std::string::npos, text);
    }
    text.clear();
    try {
      (void)bincount(below, mpi::full<double>(w, {8}, 1.0, mpi::blocks{0}));
    } catch (const ravel::shape_error& e) {
      text = e.what();
    }
    expect(text.find("bincount") != std::string::npos, text);
  });
}

namespace {

template <class T>
ravel::tensor<const T> vector_of(const ravel::buffer<T>& b) {
  return ravel::tensor<const T>(ravel::dims::row_major({b.size()}), b);
}

template <class Table>
void expect_table(const Table& found, const Table& wanted, const std::string& what) {
  expect_same(vector_of(found.rows), vector_of(wanted.rows), what + ", rows");
  expect_same(vector_of(found.columns), vector_of(wanted.columns), what + ", columns");
  expect_same(found.cells, wanted.cells, what + ", cells");
}

// The text without the rank that an error came from.
std::string without_rank(const std::string& text) { return text.rfind("rank ", 0) == 0 ? text.substr(text.find(": ") + 2) : text; }

}  // namespace

TEST_CASE("tables of two keys have the bits of one machine") {
  namespace reducer = ravel::reducer;
  using ravel::group_order, ravel::nan_policy, ravel::when_empty;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const index_t length : {0, 1, 40, 3000, 70000}) {
    const auto city = ravel::random_integers<std::int16_t>({length}, 0, 9, 5);
    const auto chance = ravel::random_uniform<double>({length}, 0, 1, 6);
    const auto year = ravel::clone(where(chance < 0.1, nan, where(chance < 0.3, -0.0, where(chance < 0.6, 0.0, 1999.0))));
    const auto price = ravel::random_normal<double>({length}, 0, 1, 3), other = ravel::random_normal<double>({length}, 0, 1, 4);
    const auto gaps = ravel::clone(where(city == 3 || chance > 0.9, nan, price));
    const auto counts = ravel::crosstab(city, year);
    const auto sorted = ravel::crosstab(year, city, group_order::sorted);
    const auto sums = ravel::crosstab(city, year, price, reducer::sum);
    const auto means = ravel::crosstab(city, year, gaps, reducer::mean, nan_policy::skip, when_empty{-1}, group_order::sorted);
    const auto pairs = ravel::crosstab(year, city, std::tie(price, other), reducer::covariance, ravel::empty_cells{nan});
    const auto check = [&](const mpi::world& w) {
      for (const mpi::distribution& how : distributions(1)) {
        const std::string what = std::to_string(length) + ", " + how.description();
        const auto c = mpi::from_local(w, city, how);
        const auto y = mpi::from_local(w, year, mpi::blocks{0}), p = mpi::from_local(w, price, how), o = mpi::from_local(w, other, how);
        const auto g = mpi::from_local(w, gaps, mpi::cyclic{0});
        expect_table(crosstab(c, y), counts, what + ", counts");
        expect_table(crosstab(y, c, group_order::sorted), sorted, what + ", sorted");
        expect_table(crosstab(c, y, p, reducer::sum), sums, what + ", sums");
        expect_table(crosstab(c, y + 0.0, g, reducer::mean, when_empty{-1}, nan_policy::skip, group_order::sorted), means,
                     what + ", means");
        expect_table(crosstab(y, c, std::tie(p, o), reducer::covariance, ravel::empty_cells{nan}), pairs, what + ", covariance");
      }
    };
    if (length < 10000) {
      run_all(check);
    } else {
      run(3, check);
    }
  }
}

TEST_CASE("tables that one machine refuses are errors on all ranks") {
  namespace reducer = ravel::reducer;
  using ravel::nan_policy;
  const ravel::tensor<int> a{1, 1, 2, 2, 1, 2, 3, 3}, b{7, 8, 7, 8, 7, 7, 8, 7}, few{7, 8, 7, 7, 7, 7, 8, 8};
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  const ravel::tensor<double> values{1, 2, 3, nan, 4, 5, nan, nan};
  const auto refused = error_of([&] { return ravel::crosstab(a, b, values, reducer::sum, nan_policy::refuse); });
  const auto skipped = error_of([&] { return ravel::crosstab(a, b, values, reducer::mean, nan_policy::skip); });
  const auto empty = error_of([&] { return ravel::crosstab(a, few, values, reducer::mean); });
  run_all([&](const mpi::world& w) {
    const auto x = mpi::from_local(w, a, mpi::blocks{0}), y = mpi::from_local(w, b, mpi::cyclic{0}),
               z = mpi::from_local(w, few, mpi::blocks{0});
    const auto v = mpi::from_local(w, values, mpi::cyclic{0});
    const auto alike = [](const std::string& found, const std::string& wanted) {
      expect(!wanted.empty() && found == wanted, found + " is not " + wanted);
    };
    alike(error_of([&] { return crosstab(x, y, v, reducer::sum, nan_policy::refuse); }), refused);
    alike(without_rank(error_of([&] { return crosstab(x, y, v, reducer::mean, nan_policy::skip); })), skipped);
    alike(error_of([&] { return crosstab(x, z, v, reducer::mean); }), empty);
    alike(error_of([&] { return crosstab(x, slice(y, 0, 0, 5)); }), "crosstab takes distributed vectors of one length, not [8] and [5]");
  });
}
