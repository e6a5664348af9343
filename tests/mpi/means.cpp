// SPDX-License-Identifier: BSL-1.0
// Means with and without weights have the bits of one machine, and its errors.
#include <mpi/ranks.hpp>

#include <limits>

using namespace ranks;

namespace {

// The result or the refusal of one machine.
void expect_alike(const std::function<double()>& of_ranks, const std::function<double()>& of_one, const std::string& what) {
  const std::string wanted = error_of(of_one), found = error_of(of_ranks);
  if (!wanted.empty() || !found.empty()) return expect(found == wanted, what + ": " + found + " is not " + wanted);
  expect_same(of_ranks(), of_one(), what);
}
template <class X, class T, class F>
void check_alike(const X& x, const ravel::tensor<T>& whole, const std::string& what, const F& of) {
  expect_alike([&] { return of(x); }, [&] { return of(whole); }, what);
}

template <class X, class T>
void check_means(const X& x, const ravel::tensor<T>& whole, const std::vector<ravel::weights>& all, const std::string& what) {
  using ravel::nan_policy;
  check_alike(x, whole, what + ", geometric_mean", [](const auto& t) { return geometric_mean(t); });
  check_alike(x, whole, what + ", harmonic_mean", [](const auto& t) { return harmonic_mean(t); });
  for (const nan_policy policy : {nan_policy::keep, nan_policy::skip, nan_policy::refuse}) {
    check_alike(x, whole, what + ", geometric_mean", [&](const auto& t) { return geometric_mean(t, policy); });
    check_alike(x, whole, what + ", harmonic_mean", [&](const auto& t) { return harmonic_mean(t, policy); });
    for (const ravel::weights& given : all) {
      check_alike(x, whole, what + ", weighted mean", [&](const auto& t) { return mean(t, given, policy); });
      check_alike(x, whole, what + ", weighted geometric_mean", [&](const auto& t) { return geometric_mean(t, policy, given); });
      check_alike(x, whole, what + ", weighted harmonic_mean", [&](const auto& t) { return harmonic_mean(t, given, policy); });
    }
  }
  check_alike(x, whole, what + ", weighted mean", [&](const auto& t) { return mean(t, all[0]); });
}

}  // namespace

TEST_CASE("means by weights have the bits of one machine") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const ravel::shape& extents : {ravel::shape{0}, ravel::shape{1}, ravel::shape{300}, ravel::shape{70, 90}, ravel::shape{5000}}) {
    const auto without_nan = ravel::clone(abs(rough(extents, 3)));
    const auto chance = ravel::random_uniform<double>(extents, 0, 1, 6);
    const auto gaps = ravel::clone(where(chance < 0.15, nan, without_nan));
    const auto whole = ravel::random_integers<std::int16_t>(extents, -1, 900, 5);
    const auto positive = ravel::clone(where(chance < 0.9, chance, 7.0)), some = ravel::clone(where(chance < 0.3, 0.0, chance));
    std::vector<ravel::weights> all{ravel::weights(positive), ravel::weights({1.5, 2})};
    if (without_nan.size() > 1) all.emplace_back(some);
    run_all([&](const mpi::world& w) {
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const std::string what = ravel::to_string(extents) + ", " + how.description();
        check_means(mpi::from_local(w, without_nan, how), without_nan, all, what);
        check_means(mpi::from_local(w, gaps, how), gaps, all, what + ", some NaN");
      }
      const auto x = mpi::from_local(w, whole, mpi::cyclic{0});
      check_alike(x, whole, "int16, geometric_mean", [](const auto& t) { return geometric_mean(t); });
      check_alike(x, whole, "int16, weighted mean", [&](const auto& t) { return mean(t, all[0]); });
      const auto some_negative = ravel::clone(ravel::cast<double>(whole)), all_nan = ravel::clone(gaps * nan);
      check_means(mpi::from_local(w, some_negative, mpi::cyclic{0}), some_negative, all, "some negative");
      check_means(mpi::from_local(w, all_nan, mpi::blocks{0}), all_nan, all, "all NaN");
      check_means(mpi::cast<float>(flip(x)), ravel::clone(ravel::cast<float>(flip(whole))), all, "float");
    });
  }
}

TEST_CASE("means by distributed weights have the bits of one machine") {
  using ravel::nan_policy;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const ravel::shape& extents : {ravel::shape{0}, ravel::shape{1}, ravel::shape{300}, ravel::shape{70, 90}}) {
    const auto without_nan = ravel::clone(abs(rough(extents, 3)));
    const auto chance = ravel::random_uniform<double>(extents, 0, 1, 6);
    const auto gaps = ravel::clone(where(chance < 0.15, nan, without_nan));
    const std::vector<ravel::tensor<double>> all{ravel::clone(abs(rough(extents, 8))),
                                                 ravel::clone(where(chance < 0.3, 0.0, chance)),
                                                 ravel::clone(where(chance < 0.3, -1.0, chance)),
                                                 ravel::clone(chance * 0),
                                                 ravel::clone(where(chance < 0.9, chance, infinity)),
                                                 ravel::clone(chance + 1e308)};
    run_all([&](const mpi::world& w) {
      std::size_t first = 0;  // each distribution takes every third of the weights
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        for (std::size_t k = first++ % 3; k < all.size(); k += 3) {
          const std::string what = ravel::to_string(extents) + ", " + how.description() + ", weights " + std::to_string(k);
          // One machine checks weights where they are made.
          const auto with = [&](const auto& of) {
            return [&, of](const auto& t) {
              if constexpr (mpi::detail::distributed<decltype(t)>) {
                return of(t, mpi::weights{mpi::from_local(w, all[k], k % 2 == 0 ? how : mpi::distribution(mpi::cyclic{0}))});
              } else {
                return of(t, ravel::weights(all[k]));
              }
            };
          };
          for (const nan_policy policy : {nan_policy::keep, nan_policy::skip, nan_policy::refuse}) {
            if (k > 1 && policy != nan_policy::keep) continue;  // weights that are refused
            const auto x = mpi::from_local(w, gaps, how);
            check_alike(x, gaps, what + ", mean", with([&](const auto& t, const auto& given) { return mean(t, given, policy); }));
            check_alike(x, gaps, what + ", geometric_mean",
                        with([&](const auto& t, const auto& given) { return geometric_mean(t, policy, given); }));
            check_alike(x, gaps, what + ", harmonic_mean",
                        with([&](const auto& t, const auto& given) { return harmonic_mean(t, given, policy); }));
          }
          check_alike(mpi::from_local(w, without_nan, how), without_nan, what + ", no options",
                      with([](const auto& t, const auto& given) { return mean(t, given); }));
        }
      }
    });
  }
}

TEST_CASE("zeros, and weights of another shape") {
  const ravel::tensor<double> whole{4, 0, -0.0, 9, 2, 5};
  const ravel::weights in_rows(ravel::tensor<double>{{1, 2, 3}, {4, 5, 6}});
  run_all([&](const mpi::world& w) {
    const auto x = mpi::from_local(w, whole, mpi::blocks{0});
    expect_same(geometric_mean(x), ravel::geometric_mean(whole), "geometric_mean");
    expect_same(harmonic_mean(x), ravel::harmonic_mean(whole), "harmonic_mean");
    check_alike(x, whole, "another shape", [&](const auto& t) { return mean(t, in_rows); });
    const auto rows = mpi::from_local(w, ravel::clone(reshape(whole, {2, 3})), mpi::blocks{1});
    expect_same(mean(rows, in_rows), ravel::mean(ravel::clone(reshape(whole, {2, 3})), in_rows), "rows");
  });
}
