// SPDX-License-Identifier: BSL-1.0
// Running sums, products and extremes have the bits of one machine, of vectors and along axes.
#include <mpi/ranks.hpp>

#include <limits>

using namespace ranks;

TEST_CASE("running results of vectors have the bits of one machine") {
  for (const index_t length : {0, 1, 5, 1023, 1024, 1025, 5000, 20000}) {
    const auto whole = rough({length});
    const auto small = ravel::clone(whole * 1e-5 + 1);
    const auto counted = ravel::random_integers<std::int16_t>({length}, -100, 100, 5);
    run_all([&](const mpi::world& w) {
      for (const mpi::distribution& how : {mpi::distribution(mpi::blocks{0}), mpi::distribution(mpi::cyclic{0})}) {
        const std::string what = std::to_string(length) + ", " + how.description();
        const auto x = mpi::from_local(w, whole, how);
        expect_same(cumsum(x), ravel::tensor<double>(cumsum(flat(whole), 0)), what + ", cumsum");
        expect_same(cumprod(mpi::from_local(w, small, how)), ravel::tensor<double>(cumprod(small, 0)), what + ", cumprod");
        expect_same(cummin(x), ravel::tensor<double>(cummin(whole, 0)), what + ", cummin");
        expect_same(cummax(flip(x) + 1), ravel::tensor<double>(cummax(ravel::clone(flip(whole) + 1), 0)), what + ", cummax");
        const auto sums = cumsum(mpi::from_local(w, counted, how));
        expect_same(sums, ravel::clone(cumsum(counted, 0)), what + ", integers");
        expect(sums.how() == how, "not as its operand");
      }
    });
  }
}

TEST_CASE("running results along axes have the bits of one machine") {
  for (const ravel::shape& extents :
       {ravel::shape{4}, ravel::shape{30, 7}, ravel::shape{3, 1500}, ravel::shape{4, 3, 5}, ravel::shape{2, 0}}) {
    const auto whole = rough(extents);
    run_all([&](const mpi::world& w) {
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const auto x = mpi::from_local(w, whole, how);
        for (index_t axis = 0; axis < extents.rank(); ++axis) {
          const std::string what = ravel::to_string(extents) + ", " + how.description() + ", axis " + std::to_string(axis);
          expect_same(cumsum(x, axis), ravel::cumsum(whole, axis), what + ", cumsum");
          expect_same(cummax(x, axis - extents.rank(), mpi::blocks{}), ravel::cummax(whole, axis), what + ", cummax");
        }
      }
    });
  }
}

TEST_CASE("a running sum that does not fit is an error on all ranks, and a matrix needs an axis") {
  run_all([](const mpi::world& w) {
    const auto x = mpi::full<std::int64_t>(w, {5000}, std::numeric_limits<std::int64_t>::max() / 4000, mpi::blocks{0});
    std::string text;
    try {
      (void)cumsum(x);
    } catch (const ravel::overflow_error& e) {
      text = e.what();
    }
    expect(!text.empty(), "no overflow");
    text.clear();
    try {
      (void)cumsum(mpi::zeros<double>(w, {2, 2}, mpi::blocks{0}));
    } catch (const ravel::shape_error& e) {
      text = e.what();
    }
    const std::string wanted =
        "cumsum of a distributed tensor without an axis takes a vector, not [2 2]: write flat(x) for all elements in row-major order";
    expect(text == (w.size() > 1 ? "rank 0: " + wanted : wanted), text);
  });
}

TEST_CASE("running extremes of bool are those of one machine") {
  const auto whole = ravel::clone(ravel::random_uniform<double>({5000}, 0, 1, 4) < 0.0004);
  run_all([&](const mpi::world& w) {
    const auto x = mpi::from_local(w, whole, mpi::blocks{0});
    expect_same(cummax(x), ravel::cummax(whole, 0), "cummax");
    expect_same(cummin(flip(x)), ravel::cummin(ravel::clone(flip(whole)), 0), "cummin");
  });
}
