// SPDX-License-Identifier: BSL-1.0
// Distributed tensors as they are made and put together.
#include <mpi/ranks.hpp>

#include <complex>
#include <limits>
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

TEST_CASE("parts are put together as on one machine") {
  const auto a = numbered({5, 4}), b = ravel::clone(numbered({3, 4}) * -1.0), c = ravel::clone(numbered({5, 2}) + 0.5);
  const auto small = ravel::random_integers<std::int16_t>({5, 4}, -9, 9, 3);
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : distributions(a.shape(), w.size())) {
      const auto x = mpi::from_local(w, a, how), y = mpi::from_local(w, b, mpi::blocks{1}),
                 z = mpi::from_local(w, c, mpi::detail::fitting_distribution(how, c.shape()));
      const std::string what = how.description();
      expect_same(concat(ravel::along(0), x, y), ravel::clone(concat(ravel::along(0), a, b)), what + ", rows");
      expect_same(concat(ravel::along(-1), z, x * 2, z), ravel::clone(concat(ravel::along(-1), c, ravel::clone(a * 2), c)),
                  what + ", columns");
      expect_same(concat(ravel::along(0), b, x), ravel::clone(concat(ravel::along(0), b, a)), what + ", a local part");
      expect_same(concat(ravel::along(0), mpi::from_local(w, small, how), x), ravel::clone(concat(ravel::along(0), small, a)),
                  what + ", types");
      for (const int axis : {0, 1, 2, -1}) {
        expect_same(stack(ravel::along(axis), x, transpose(transpose(x)) + 1, a),
                    ravel::clone(stack(ravel::along(axis), a, ravel::clone(a + 1), a)), what + ", stack " + std::to_string(axis));
      }
    }
    std::string text;
    try {
      (void)concat(ravel::along(0), mpi::from_local(w, a, mpi::blocks{0}), mpi::from_local(w, c, mpi::blocks{0}));
    } catch (const ravel::shape_error& e) {
      text = e.what();
    }
    expect(text == "parts of a distributed tensor differ beside axis 0: [5 4] and [5 2]", text);
  });
}

TEST_CASE("margins are those of one machine") {
  const auto a = numbered({5, 4});
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : distributions(a.shape(), w.size())) {
      const auto x = mpi::from_local(w, a, how);
      const std::string what = how.description();
      expect_same(pad(x, 2), ravel::clone(ravel::pad(a, 2)), what + ", zeros");
      expect_same(pad(x * 2, {{1, 0}, {0, 3}}, -1), ravel::clone(ravel::pad(ravel::clone(a * 2), {{1, 0}, {0, 3}}, -1)),
                  what + ", a value");
      for (const auto mode : {ravel::pad_mode::edge, ravel::pad_mode::reflect, ravel::pad_mode::wrap}) {
        expect_same(mpi::clone(pad(x, {{1, 2}, {3, 0}}, mode)), ravel::clone(ravel::pad(a, {{1, 2}, {3, 0}}, mode)), what + ", a view");
      }
    }
  });
}

TEST_CASE("elements are shifted as on one machine") {
  for (const ravel::shape& extents : {ravel::shape{0}, ravel::shape{1}, ravel::shape{9}}) {
    const auto a = numbered(extents);
    run_all([&](const mpi::world& w) {
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const auto x = mpi::from_local(w, a, how);
        for (const index_t by : {index_t{0}, index_t{1}, index_t{-3}, a.size(), -a.size() - 1, std::numeric_limits<index_t>::min()}) {
          const std::string what = ravel::to_string(extents) + ", " + how.description() + ", by " + std::to_string(by);
          const auto wanted = ravel::clone(ravel::shift(a, by));
          expect_same(mpi::clone(shift(x, by)), wanted, what);
          expect_same(shift(x * 2.0, by) - shift(x, by), wanted, what + ", of an expression");
        }
      }
    });
  }
  const auto rows = numbered({5, 4});
  run(2, [&](const mpi::world& w) {
    const auto found = error_of([&] { return shift(mpi::from_local(w, rows, mpi::blocks{0}), 1); });
    expect(!found.empty() && found == error_of([&] { return ravel::shift(rows, 1); }), found);
  });
}
