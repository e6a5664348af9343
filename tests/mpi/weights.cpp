// SPDX-License-Identifier: BSL-1.0
// Distributed weights of any type, and their total (means.cpp, order.cpp and lines.cpp have the verbs that take them).
#include <mpi/ranks.hpp>

using namespace ranks;

TEST_CASE("distributed weights are of any type, and expressions") {
  const auto values = ravel::random_integers<std::int16_t>({300}, -1, 900, 5), times = ravel::random_integers<std::int16_t>({300}, 0, 4, 6);
  run_all([&](const mpi::world& w) {
    const auto x = mpi::from_local(w, values, mpi::cyclic{0}), n = mpi::from_local(w, times, mpi::blocks{0});
    expect_same(mean(x, mpi::weights{n}), ravel::mean(values, ravel::weights(times)), "integers");
    expect_same(mean(flip(x), mpi::weights{n * 0.5}), ravel::mean(ravel::clone(flip(values)), ravel::weights(ravel::clone(times * 0.5))),
                "an expression");
    expect_same(mean(x, mpi::weights{x > 400}), ravel::mean(values, ravel::weights(ravel::clone(values > 400))), "a mask");
    const auto one = mpi::from_local(w, ravel::tensor<double>{1}, mpi::blocks{0});
    const std::string found = error_of([&] { return mean(x, mpi::weights{one}); });
    expect(found == error_of([&] { return ravel::mean(values, ravel::weights(ravel::tensor<double>{1})); }), found);
  });
}

TEST_CASE("a total in turn is that of a loop") {
  for (const index_t length : {0, 1, 300, 40000}) {
    const auto whole = rough({length});
    double wanted = 0;
    for (index_t i = 0; i < length; ++i) wanted += whole(i);
    run_all([&](const mpi::world& w) {
      const auto x = mpi::from_local(w, whole, mpi::cyclic{0});
      expect_same(mpi::detail::total_in_turn("total", x), wanted, std::to_string(length));
    });
  }
}
