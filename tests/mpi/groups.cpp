// SPDX-License-Identifier: BSL-1.0
// Groups of distributed vectors are those of one machine, floating results to the bit.
#include <mpi/ranks.hpp>

#include <limits>

using namespace ranks;

namespace {

template <class T>
ravel::tensor<const T> vector_of(const ravel::buffer<T>& b) {
  return ravel::tensor<const T>(ravel::dims::row_major({b.size()}), b);
}

// Sums of each key, and how many there are, in both orders.
template <class K>
void check_groups(const ravel::tensor<K>& keys, const ravel::tensor<double>& values, const std::string& what) {
  const auto sums = ravel::group_reduce(keys, values, ravel::reducer::sum);
  const auto means = ravel::group_reduce(keys, values, ravel::reducer::mean, ravel::group_order::sorted);
  const auto greatest = ravel::group_reduce(keys, keys, ravel::reducer::max);
  run_all([&](const mpi::world& w) {
    for (const mpi::distribution& how : {mpi::distribution(mpi::blocks{0}), mpi::distribution(mpi::cyclic{0})}) {
      const auto k = mpi::from_local(w, keys, how);
      const auto v = mpi::from_local(w, values, mpi::blocks{0});
      const auto found = group_reduce(k, v, ravel::reducer::sum);
      expect_same(found.keys, vector_of(sums.keys), what + ", keys");
      expect_same(found.values, vector_of(sums.values), what + ", sums");
      const auto sorted = group_reduce(k, v, ravel::reducer::mean, ravel::group_order::sorted, mpi::cyclic{0});
      expect_same(sorted.keys, vector_of(means.keys), what + ", sorted keys");
      expect_same(sorted.values, vector_of(means.values), what + ", means");
      expect_same(group_reduce(k, k, ravel::reducer::max).values, vector_of(greatest.values), what + ", max");
    }
  });
}

}  // namespace

TEST_CASE("groups have the bits of one machine") {
  for (const index_t length : {0, 1, 40, 3000}) {
    const auto values = ravel::random_normal<double>({length}, 0, 1, 3);
    check_groups(ravel::random_integers<std::int32_t>({length}, -9, 9, 5), values, std::to_string(length));
    check_groups(ravel::random_integers<std::int64_t>({length}, 0, 2000, 5), values, std::to_string(length) + ", many");
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  check_groups(ravel::tensor<double>{2, nan, -0.0, 0.0, 2, nan, 7, 0.0}, ravel::random_normal<double>({8}, 0, 1, 3), "NaN and zeros");
}

TEST_CASE("long columns end their batches where one machine does") {
  const auto values = ravel::random_normal<double>({200000}, 0, 1, 3);
  for (const index_t keys : {7, 30000}) {
    const auto k = ravel::random_integers<std::int32_t>({200000}, 0, keys, 5);
    const auto wanted = ravel::group_reduce(k, values, ravel::reducer::sum);
    for (const int count : {2, 3}) {
      run(count, [&](const mpi::world& w) {
        const auto found =
            group_reduce(mpi::from_local(w, k, mpi::blocks{0}), mpi::from_local(w, values, mpi::blocks{0}), ravel::reducer::sum);
        expect_same(found.keys, vector_of(wanted.keys), "keys");
        expect_same(found.values, vector_of(wanted.values), "sums");
      });
    }
  }
}

TEST_CASE("values are counted as on one machine") {
  for (const index_t length : {0, 1, 500, 5000}) {
    const auto whole = ravel::random_integers<std::int16_t>({length}, -20, 20, 3);
    const auto wanted = ravel::value_counts(whole);
    run_all([&](const mpi::world& w) {
      const auto found = value_counts(mpi::from_local(w, whole, mpi::cyclic{0}));
      expect_same(found.values, vector_of(wanted.values), "values");
      expect_same(found.counts, vector_of(wanted.counts), "counts");
    });
  }
}

TEST_CASE("columns of two lengths have no groups") {
  run_all([](const mpi::world& w) {
    const auto x = mpi::zeros<double>(w, {9}, mpi::blocks{0}), y = mpi::zeros<double>(w, {8}, mpi::blocks{0});
    std::string text;
    try {
      (void)group_reduce(x, y, ravel::reducer::sum);
    } catch (const ravel::shape_error& e) {
      text = e.what();
    }
    expect(text == "group_reduce takes distributed vectors of one length, not [9] and [8]", text);
  });
}
