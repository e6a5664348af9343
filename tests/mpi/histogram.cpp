// SPDX-License-Identifier: BSL-1.0
// Counts are those of one machine, on every rank.
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
