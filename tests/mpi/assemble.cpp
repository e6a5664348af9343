// SPDX-License-Identifier: BSL-1.0
// Tensors that are put together, and margins, are those of one machine.
#include <mpi/ranks.hpp>

#include <limits>

using namespace ranks;

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
