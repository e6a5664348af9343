// SPDX-License-Identifier: BSL-1.0
// Comparisons and searches give what they give on one machine.
#include <mpi/ranks.hpp>

#include <limits>

using namespace ranks;

TEST_CASE("tensors are equal or close as on one machine") {
  const auto whole = rough({70, 90});
  const auto near = ravel::clone(whole * (1 + 1e-9));
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : distributions(whole.shape(), w.size())) {
      const auto x = mpi::from_local(w, whole, how), y = mpi::from_local(w, near, mpi::blocks{1});
      expect(equal(x, mpi::clone(x, mpi::cyclic{0})) && equal(x, whole) && equal(whole, x), "equal");
      expect(!equal(x, y) && close(x, y) && close(x, near) && !close(x, y, 1e-12, 0), "close");
      expect(!equal(x, transpose(x)) && !close(x, slice(x, 0, 0, 1)), "of other shapes");
    }
    const auto zeros = mpi::zeros<int>(w, {9}, mpi::blocks{0});
    expect(equal(zeros, zeros * 1.0) && !equal(zeros, slice(zeros, 0, 0, 8)), "of other types");
    expect(!equal(zeros / 0.0, zeros / 0.0), "NaN");
  });
}

TEST_CASE("elements are found where one machine finds them") {
  for (const index_t length : {0, 1, 40, 3000}) {
    const auto whole = ravel::random_integers<int>({length}, 0, 30, 5);
    run_all([&](const mpi::world& w) {
      for (const mpi::distribution& how : distributions(whole.shape(), w.size())) {
        const auto x = mpi::from_local(w, whole, how);
        for (const int value : {0, 7, 29, 30}) {
          expect(index_of(x, value) == ravel::index_of(whole, value), how.description() + ", index_of " + std::to_string(value));
          expect(last_index_of(x, value) == ravel::last_index_of(whole, value), how.description() + ", last_index_of");
        }
        expect(index_of(x * 1.0, 7.0) == ravel::index_of(whole, 7), "an expression");
        if (length == 0) continue;
        expect_same(argmax_last(x), ravel::argmax_last(whole), how.description() + ", argmax_last");
        expect_same(argmin_last(x), ravel::argmin_last(whole), how.description() + ", argmin_last");
      }
    });
  }
}

TEST_CASE("places in a sorted vector are those of one machine") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto some = ravel::clone(ravel::cast<double>(ravel::random_integers<int>({40, 30}, -5, 60, 3)) * 0.5);
  const auto values = ravel::clone(where(ravel::random_uniform<double>({40, 30}, 0, 1, 6) < 0.05, nan, some));
  for (const index_t length : {0, 1, 5, 300}) {
    const auto whole_numbers = ravel::clone(ravel::sort(ravel::random_integers<int>({length}, 0, 50, 4), 0));
    auto doubles = ravel::clone(ravel::cast<double>(whole_numbers) * 0.5);
    if (length > 4) doubles(length - 1) = nan;
    run_all([&](const mpi::world& w) {
      const auto check = [&](const auto& in_order, const ravel::search_side side) {
        const auto wanted = ravel::searchsorted(in_order, values, side);
        for (const mpi::distribution& how : distributions(values.shape(), w.size())) {
          const auto x = mpi::from_local(w, values, how);
          const std::string what = std::to_string(length) + " in " + how.description();
          expect_same(searchsorted(in_order, x, side), wanted, what + ", of local ones");
          const auto spread = mpi::from_local(w, in_order, mpi::cyclic{0});
          expect_same(searchsorted(spread, x, side), wanted, what + ", of distributed ones");
          expect(searchsorted(spread, x, side).how() == x.how(), what + ": lies elsewhere");
        }
        const auto own = ravel::clone(select(values, 0, w.rank()));
        expect_same(searchsorted(mpi::from_local(w, in_order, mpi::blocks{0}), own, side), ravel::searchsorted(in_order, own, side),
                    "values of a rank");
      };
      for (const ravel::search_side side : {ravel::search_side::left, ravel::search_side::right})
        check(whole_numbers, side), check(doubles, side);
    });
  }
  run_all([](const mpi::world& w) {
    const auto x = mpi::zeros<double>(w, {3, 3}, mpi::blocks{0});
    expect(!error_of([&] { (void)searchsorted(x, x); }).empty(), "a matrix");
    expect(sum(x) == 0, "going on");
  });
}
