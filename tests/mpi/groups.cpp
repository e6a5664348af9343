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

TEST_CASE("several keys, several reducers and pairs of values have the bits of one machine") {
  namespace reducer = ravel::reducer;
  for (const index_t length : {0, 1, 40, 3000, 70000}) {
    const auto city = ravel::random_integers<std::int16_t>({length}, 0, length / 500 + 3, 5);
    const auto year = ravel::clone(ravel::cast<double>(ravel::random_integers<int>({length}, -1, 2, 6)) * 0.0 +
                                   ravel::cast<double>(ravel::random_integers<int>({length}, 0, 2, 6)));
    const auto price = ravel::random_normal<double>({length}, 0, 1, 3), other = ravel::random_normal<double>({length}, 0, 1, 4);
    const auto wanted = ravel::group_reduce(std::tie(city, year), price, reducer::sum, reducer::max, reducer::count);
    const auto sorted = ravel::group_reduce(std::tie(year, city), price, reducer::mean, ravel::group_order::sorted);
    const auto pairs = ravel::group_reduce(city, std::tie(price, other), reducer::covariance);
    const auto check = [&](const mpi::world& w) {
      const auto c = mpi::from_local(w, city, mpi::cyclic{0});
      const auto y = mpi::from_local(w, year, mpi::blocks{0}), p = mpi::from_local(w, price, mpi::blocks{0}),
                 o = mpi::from_local(w, other, mpi::cyclic{0});
      const std::string what = std::to_string(length);
      const auto found = group_reduce(std::tie(c, y), p, reducer::sum, reducer::max, reducer::count);
      expect_same(std::get<0>(found.keys), vector_of(std::get<0>(wanted.keys)), what + ", cities");
      expect_same(std::get<1>(found.keys), vector_of(std::get<1>(wanted.keys)), what + ", years");
      expect_same(std::get<0>(found.values), vector_of(std::get<0>(wanted.values)), what + ", sums");
      expect_same(std::get<1>(found.values), vector_of(std::get<1>(wanted.values)), what + ", max");
      expect_same(std::get<2>(found.values), vector_of(std::get<2>(wanted.values)), what + ", counts");
      const auto by_key = group_reduce(std::tuple(y + 0.0, c), p, reducer::mean, mpi::cyclic{0}, ravel::group_order::sorted);
      expect_same(std::get<0>(by_key.keys), vector_of(std::get<0>(sorted.keys)), what + ", sorted years");
      expect_same(std::get<1>(by_key.keys), vector_of(std::get<1>(sorted.keys)), what + ", sorted cities");
      expect_same(by_key.values, vector_of(sorted.values), what + ", means");
      expect(by_key.values.how() == mpi::cyclic{0}, "not as told");
      const auto together = group_reduce(c, std::tie(p, o), reducer::covariance);
      expect_same(together.keys, vector_of(pairs.keys), what + ", keys of pairs");
      expect_same(together.values, vector_of(pairs.values), what + ", covariance");
    };
    if (length < 10000) {
      run_all(check);
    } else {
      run(3, check);
    }
  }
}

namespace {

// Values of which a tenth is NaN, and all of one key.
ravel::tensor<double> with_gaps(const ravel::tensor<std::int32_t>& keys, int seed) {
  const auto values = ravel::random_normal<double>(keys.shape(), 0, 1, seed);
  const auto is_missing = keys == 2 || ravel::random_uniform<double>(keys.shape(), 0, 1, seed + 1) < 0.1;
  return ravel::clone(where(is_missing, std::numeric_limits<double>::quiet_NaN(), values));
}

// The text without the rank that an error came from.
std::string without_rank(const std::string& text) { return text.rfind("rank ", 0) == 0 ? text.substr(text.find(": ") + 2) : text; }

}  // namespace

TEST_CASE("groups under a policy about NaN have the bits of one machine") {
  namespace reducer = ravel::reducer;
  using ravel::group_order, ravel::nan_policy, ravel::when_empty;
  for (const index_t length : {0, 1, 40, 3000, 70000}) {
    const auto keys = ravel::random_integers<std::int32_t>({length}, 0, 9, 5);
    const auto values = with_gaps(keys, 3), others = with_gaps(keys, 7);
    const auto small = ravel::clone(ravel::cast<float>(values));
    const auto sums = ravel::group_reduce(keys, values, reducer::sum, nan_policy::skip);
    const auto kept = ravel::group_reduce(keys, values, reducer::max, nan_policy::keep);
    const auto means = ravel::group_reduce(keys, small, reducer::mean, nan_policy::skip, when_empty{-1}, group_order::sorted);
    const auto pairs = ravel::group_reduce(keys, std::tie(values, others), reducer::covariance, nan_policy::skip, when_empty{0.5});
    const auto several =
        ravel::group_reduce(keys, values, reducer::min, reducer::count, nan_policy::skip, when_empty{std::tuple(9.0, index_t{-1})});
    const auto integers = ravel::group_reduce(keys, keys, reducer::sum, nan_policy::refuse, when_empty{0});
    const auto check = [&](const mpi::world& w) {
      for (const mpi::distribution& how : distributions({length}, w.size())) {
        const std::string what = std::to_string(length) + ", " + how.description();
        const auto k = mpi::from_local(w, keys, mpi::blocks{0});
        const auto v = mpi::from_local(w, values, how), o = mpi::from_local(w, others, how);
        const auto s = group_reduce(k, v, reducer::sum, nan_policy::skip);
        expect_same(s.keys, vector_of(sums.keys), what + ", keys");
        expect_same(s.values, vector_of(sums.values), what + ", sums");
        expect_same(group_reduce(k, v, reducer::max, nan_policy::keep).values, vector_of(kept.values), what + ", kept");
        const auto m =
            group_reduce(k, mpi::cast<float>(v), reducer::mean, when_empty{-1}, mpi::cyclic{0}, group_order::sorted, nan_policy::skip);
        expect_same(m.keys, vector_of(means.keys), what + ", sorted keys");
        expect_same(m.values, vector_of(means.values), what + ", means");
        const auto c = group_reduce(k, std::tie(v, o), reducer::covariance, nan_policy::skip, when_empty{0.5});
        expect_same(c.values, vector_of(pairs.values), what + ", covariance");
        const auto both =
            group_reduce(k, v, reducer::min, reducer::count, nan_policy::skip, when_empty{std::tuple(9.0, index_t{-1})}).values;
        expect_same(std::get<0>(both), vector_of(std::get<0>(several.values)), what + ", min");
        expect_same(std::get<1>(both), vector_of(std::get<1>(several.values)), what + ", count");
        expect_same(group_reduce(k, k, reducer::sum, nan_policy::refuse, when_empty{0}).values, vector_of(integers.values),
                    what + ", integers");
      }
    };
    if (length < 10000) {
      run_all(check);
    } else {
      run(3, check);
    }
  }
}

TEST_CASE("groups that one machine refuses are errors on all ranks") {
  namespace reducer = ravel::reducer;
  using ravel::nan_policy;
  const auto keys = ravel::clone(ravel::cast<std::int32_t>(ravel::arange(400)) % 8);
  const auto values = ravel::clone(where(keys == 2 || keys == 5, std::numeric_limits<double>::quiet_NaN(), ravel::cast<double>(keys)));
  const auto without_nan = ravel::clone(ravel::cast<double>(keys));
  const auto refused =
      error_of([&] { return ravel::group_reduce(keys, std::tie(without_nan, values), reducer::covariance, nan_policy::refuse); });
  const auto empty = error_of([&] { return ravel::group_reduce(keys, values, reducer::mean, nan_policy::skip); });
  CHECK(refused.find("element 2") != std::string::npos);
  CHECK(empty.find("the group of 2") != std::string::npos);
  run_all([&](const mpi::world& w) {
    const auto k = mpi::from_local(w, keys, mpi::blocks{0});
    const auto v = mpi::from_local(w, values, mpi::cyclic{0}), n = mpi::from_local(w, without_nan, mpi::blocks{0});
    const auto found = error_of([&] { return group_reduce(k, std::tie(n, v), reducer::covariance, nan_policy::refuse); });
    expect(found == refused, found + " is not " + refused);
    const auto of_nothing = error_of([&] { return group_reduce(k, v, reducer::mean, nan_policy::skip); });
    expect(without_rank(of_nothing) == empty, of_nothing + " is not " + empty);
    const auto policy = w.rank() == 0 ? nan_policy::skip : nan_policy::keep;
    const auto differ = error_of([&] { return group_reduce(k, v, reducer::sum, policy); });
    expect((w.size() > 1) == (differ.find("nan_policy 1") != std::string::npos), differ);
  });
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

TEST_CASE("keys and values of bool are those of one machine") {
  const auto keys = ravel::clone(ravel::random_uniform<double>({3000}, 0, 1, 4) < 0.4);
  const auto other = ravel::clone(ravel::random_uniform<double>({3000}, 0, 1, 5) < 0.2);
  const auto values = rough({3000});
  const auto wanted = ravel::group_reduce(keys, values, ravel::reducer::sum);
  const auto pairs = ravel::group_reduce(std::tie(keys, other), values, ravel::reducer::sum);
  const auto greatest = ravel::group_reduce(other, keys, ravel::reducer::max);
  const auto counted = ravel::value_counts(keys);
  run_all([&](const mpi::world& w) {
    const auto k = mpi::from_local(w, keys, mpi::cyclic{0}), o = mpi::from_local(w, other, mpi::blocks{0});
    const auto v = mpi::from_local(w, values, mpi::blocks{0});
    const auto sums = group_reduce(k, v, ravel::reducer::sum);
    expect_same(sums.keys, vector_of(wanted.keys), "keys");
    expect_same(sums.values, vector_of(wanted.values), "sums");
    const auto of_pairs = group_reduce(std::tie(k, o), v, ravel::reducer::sum);
    expect_same(std::get<1>(of_pairs.keys), vector_of(std::get<1>(pairs.keys)), "second keys");
    expect_same(of_pairs.values, vector_of(pairs.values), "sums of pairs");
    expect_same(group_reduce(o, k, ravel::reducer::max).values, vector_of(greatest.values), "greatest");
    const auto all = value_counts(k);
    expect_same(all.values, vector_of(counted.values), "values");
    expect_same(all.counts, vector_of(counted.counts), "counts");
  });
}

TEST_CASE("different elements with their positions are those of one machine") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const ravel::tensor<double> few{2, nan, -0.0, 0.0, 2, nan, 7, 0.0};
  const auto check = [](const auto& whole) {
    const auto wanted = ravel::unique_all(whole);
    run_all([&](const mpi::world& w) {
      for (const mpi::distribution& how : distributions(whole.shape(), w.size())) {
        const auto x = mpi::from_local(w, whole, how);
        const auto found = unique_all(x, mpi::cyclic{0});
        expect_same(found.values, vector_of(wanted.values), how.description() + ", values");
        expect_same(found.first, vector_of(wanted.first), how.description() + ", first");
        expect_same(found.counts, vector_of(wanted.counts), how.description() + ", counts");
        expect_same(mpi::clone(flat(found.inverse)), vector_of(wanted.inverse), how.description() + ", inverse");
        expect(found.inverse.how() == x.how() && found.values.how() == mpi::cyclic{0}, how.description() + ": lies elsewhere");
      }
    });
  };
  check(few);
  check(ravel::random_integers<int>({70, 40}, -300, 300, 3));
  check(ravel::empty<double>({0}));
  check(ravel::clone(ravel::random_uniform<double>({300}, 0, 1, 4) < 0.3));
}
