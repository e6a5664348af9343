// SPDX-License-Identifier: BSL-1.0
// Joins of distributed vectors find the rows of one machine.
#include <mpi/ranks.hpp>

#include <tuple>

using namespace ranks;

TEST_CASE("joins find the rows of one machine, in its order") {
  for (const auto& [m, n, keys] : {std::tuple{0, 5, 3}, std::tuple{5, 0, 3}, std::tuple{60, 40, 10}, std::tuple{500, 700, 900}}) {
    const auto a = ravel::random_integers<std::int64_t>({m}, 0, keys, 3), b = ravel::random_integers<std::int64_t>({n}, 0, keys, 4);
    run_all([&](const mpi::world& w) {
      const auto x = mpi::from_local(w, a, mpi::cyclic{0}), y = mpi::from_local(w, b, mpi::blocks{0});
      using kinds = ravel::join_kind;
      for (const auto kind : {kinds::inner, kinds::left, kinds::outer, kinds::semi, kinds::anti}) {
        const auto found = arg_join(x, y, kind);
        const auto wanted = ravel::arg_join(a, b, kind);
        const std::string what = "kind " + std::to_string(static_cast<int>(kind));
        expect_same(found.left, ravel::as_tensor(wanted.left, {wanted.left.size()}), what + ", left");
        expect_same(found.right, ravel::as_tensor(wanted.right, {wanted.right.size()}), what + ", right");
      }
      const auto rows = arg_join(x, y);
      expect_same(take(x, 0, rows.left), mpi::collect(take(y, 0, rows.right)), "keys that meet");
    });
  }
}

TEST_CASE("joins by several keys find the rows of one machine") {
  const auto a = ravel::random_integers<std::int64_t>({300}, 0, 9, 3), b = ravel::random_integers<std::int64_t>({200}, 0, 9, 4);
  const auto c = ravel::clone(ravel::sin(ravel::random_integers<int>({300}, 0, 4, 5))),
             d = ravel::clone(ravel::sin(ravel::random_integers<int>({200}, 0, 4, 6)));
  run_all([&](const mpi::world& w) {
    const auto x = mpi::from_local(w, a, mpi::cyclic{0}), y = mpi::from_local(w, b, mpi::blocks{0});
    const auto u = mpi::from_local(w, c, mpi::blocks{0}), v = mpi::from_local(w, d, mpi::blocks{0});
    for (const auto kind : {ravel::join_kind::inner, ravel::join_kind::outer}) {
      const auto found = arg_join(std::tie(x, u), std::tie(y, v), kind);
      const auto wanted = ravel::arg_join(std::tie(a, c), std::tie(b, d), kind);
      expect_same(found.left, ravel::as_tensor(wanted.left, {wanted.left.size()}), "left");
      expect_same(found.right, ravel::as_tensor(wanted.right, {wanted.right.size()}), "right");
    }
  });
}
