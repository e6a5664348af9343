// SPDX-License-Identifier: BSL-1.0
// Distributed tensors as they are made.
#include <mpi/ranks.hpp>

#include <complex>
#include <string>

using namespace ranks;

TEST_CASE("filled tensors and local ones that are spread have the elements of local tensors") {
  run_all([](const mpi::world& w) {
    for (const ravel::shape& extents : {ravel::shape{}, ravel::shape{1}, ravel::shape{3, 5}, ravel::shape{0, 4}, ravel::shape{2, 3, 4}}) {
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const std::string what = ravel::to_string(extents) + ", " + how.description();
        expect_same(mpi::zeros<float>(w, extents, how), ravel::zeros<float>(extents), what + ", zeros");
        expect_same(mpi::full<std::int16_t>(w, extents, 7, how), ravel::full<std::int16_t>(extents, 7), what + ", full");
        expect_same(mpi::from_local(w, numbered(extents), how), numbered(extents), what + ", from_local");
        const auto like = mpi::empty_like(mpi::zeros<double>(w, extents, how));
        copy(numbered(extents), like);
        expect_same(like, numbered(extents), what + ", empty_like");
      }
    }
    expect_same(mpi::from_local(w, ravel::iota<std::int64_t>(9), mpi::cyclic{0}), ravel::arange<std::int64_t>(9), "a reader");
    expect_same(mpi::full<std::complex<double>>(w, {3}, {1, 2}, mpi::blocks{0}), ravel::full<std::complex<double>>({3}, {1, 2}), "complex");
  });
}

TEST_CASE("random tensors have the bits of local ones on any number of ranks") {
  run_all([](const mpi::world& w) {
    for (const ravel::shape& extents : {ravel::shape{}, ravel::shape{17}, ravel::shape{5, 9}, ravel::shape{3, 3, 5}}) {
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const std::string what = ravel::to_string(extents) + ", " + how.description();
        expect_same(mpi::random_uniform<double>(w, extents, -1, 2, 5, how), ravel::random_uniform<double>(extents, -1, 2, 5), what);
        expect_same(mpi::random_normal<float>(w, extents, 0, 1, 6, how), ravel::random_normal<float>(extents, 0, 1, 6), what);
        expect_same(mpi::random_integers<std::int32_t>(w, extents, -9, 9, 7, how), ravel::random_integers<std::int32_t>(extents, -9, 9, 7),
                    what);
      }
    }
  });
}

TEST_CASE("a bad interval of random numbers is an error on all ranks") {
  run(3, [](const mpi::world& w) {
    bool is_caught = false;
    try {
      (void)mpi::random_uniform<double>(w, {1}, 2, 1, 5, mpi::blocks{0});
    } catch (const ravel::value_error&) {
      is_caught = true;
    }
    expect(is_caught, "no error");
  });
}

TEST_CASE("parts of all ranks are joined in their order") {
  run_all([](const mpi::world& w) {
    const auto own = ravel::clone(ravel::reshape(ravel::arange(2.0 * (w.rank() % 3)), {-1, 2}) + w.rank());
    const auto joined = mpi::from_parts(w, own, mpi::cyclic{0});
    index_t row = 0;
    const auto whole = mpi::collect(joined);
    for (int r = 0; r < w.size(); ++r) {
      for (int i = 0; i < r % 3; ++i, ++row) expect(whole(row, 1) == 2 * i + 1 + r, "row " + std::to_string(row));
    }
    expect(whole.shape() == ravel::shape({row, 2}) && joined.how() == mpi::cyclic{0}, "the shape");
    std::string text;
    try {
      (void)mpi::from_parts(w, ravel::zeros({2, w.rank() == 0 ? 3 : 4}));
    } catch (const ravel::error& e) {
      text = e.what();
    }
    expect(w.size() == 1 || text.find("rows of 3") != std::string::npos, text);
  });
}
