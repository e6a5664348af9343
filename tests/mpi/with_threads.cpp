// SPDX-License-Identifier: BSL-1.0
// A rank may share its own work among threads: results have the bits of one thread.
#include <mpi/ranks.hpp>

#include <support/executors.hpp>

using namespace ranks;

TEST_CASE("with_threads inside ranks changes no bit") {
  const support::rules_of_tasks small(support::share_all);
  const auto whole = rough({60, 50});
  const auto keys = ravel::random_integers<int>({3000}, 0, 40, 5);
  for (const int threads : {2, 3}) {
    run_all([&](const mpi::world& w) {
      expect(ravel::width() == 1 || ravel::width() == 4, "a scope of the test");
      ravel::with_threads(threads, [&] {
        expect(ravel::width() == threads, "no scope of this rank");
        for (const mpi::distribution& how : {mpi::distribution(mpi::blocks{0}), mpi::distribution(mpi::cyclic{0, 1})}) {
          const auto x = mpi::from_local(w, whole, how);
          expect_same(mpi::clone(exp(x * 1e-18) + transpose(transpose(x))), ravel::clone(exp(whole * 1e-18) + whole), "an expression");
          expect_same(sum(x), sum(whole), "sum");
          expect_same(sum(x, 0), ravel::sum(whole, 0), "sum along an axis");
          expect_same(standard_deviation(x), ravel::standard_deviation(whole), "standard_deviation");
          expect_same(sort(x, 1), ravel::clone(ravel::sort(whole, 1)), "sort");
          expect_same(cumsum(mpi::clone(flat(x))), ravel::cumsum(ravel::clone(flat(whole))), "cumsum");
          const auto groups = group_reduce(mpi::from_local(w, keys, mpi::blocks{0}), flat(x), ravel::reducer::sum);
          const auto wanted = ravel::group_reduce(keys, ravel::clone(flat(whole)), ravel::reducer::sum);
          expect(ravel::equal(mpi::collect(groups.values), wanted.values), "groups");
        }
      });
    });
  }
}
