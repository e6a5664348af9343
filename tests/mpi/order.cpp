// SPDX-License-Identifier: BSL-1.0
// Sorts, unique elements, the greatest elements, quantiles, and running sums, products and extremes are those of one machine, to the bit.
#include <mpi/ranks.hpp>

#include <limits>

using namespace ranks;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<ravel::tensor<double>> samples() {
  std::vector<ravel::tensor<double>> all{ravel::tensor<double>(ravel::dims::row_major({0}), ravel::make_buffer<double>(0)),
                                         ravel::tensor<double>{3},
                                         ravel::tensor<double>{2, nan, -0.0, 0.0, 2, -0.0, nan, 1, 0.0, -1e300},
                                         ravel::full<double>({20}, nan),
                                         ravel::full<double>({1000}, 7),
                                         ravel::arange(3000.0),
                                         ravel::clone(flip(ravel::arange(3000.0)))};
  all.push_back(ravel::random_normal<double>({5000}, 0, 1, 3));
  all.push_back(ravel::clone(ravel::cast<double>(ravel::random_integers<int>({20000}, -5, 5, 3))));
  return all;
}

}  // namespace

TEST_CASE("sorts and unique elements have the bits of one machine") {
  for (const auto& whole : samples()) {
    run_all([&](const mpi::world& w) {
      for (const mpi::distribution& how : {mpi::distribution(mpi::blocks{0}), mpi::distribution(mpi::cyclic{0})}) {
        const std::string what = std::to_string(whole.size()) + ", " + how.description();
        const auto x = mpi::from_local(w, whole, how);
        expect_same(sort(x), ravel::tensor<double>(ravel::sort(whole, 0)), what + ", sort");
        expect_same(argsort(x), ravel::argsort(whole, 0), what + ", argsort");
        const auto different = ravel::unique(whole);
        expect_same(unique(x, mpi::cyclic{0}), ravel::tensor<double>(ravel::dims::row_major({different.size()}), different),
                    what + ", unique");
        expect_same(sort(flip(x) * 2, how), ravel::tensor<double>(ravel::sort(ravel::clone(flip(whole) * 2), 0)), what + ", expression");
      }
    });
  }
}

TEST_CASE("other types are sorted") {
  const auto small = ravel::random_integers<std::int8_t>({777}, -128, 128, 3);
  const auto mask = ravel::clone(small > 5);
  const auto floats = ravel::random_normal<float>({777}, 0, 1, 3);
  run_all([&](const mpi::world& w) {
    expect_same(sort(mpi::from_local(w, small, mpi::blocks{0})), ravel::sort(small, 0), "int8");
    expect_same(argsort(mpi::from_local(w, mask, mpi::blocks{0})), ravel::argsort(mask, 0), "bool");
    expect_same(sort(mpi::from_local(w, floats, mpi::cyclic{0})), ravel::sort(floats, 0), "float");
  });
}

TEST_CASE("the greatest elements are those of one machine") {
  for (const auto& whole : samples()) {
    run_all([&](const mpi::world& w) {
      const auto x = mpi::from_local(w, whole, mpi::cyclic{0});
      for (const index_t k : {index_t{0}, std::min<index_t>(whole.size(), 3), whole.size()}) {
        const auto found = arg_top_k(x, k), wanted = ravel::arg_top_k(whole, k);
        expect(ravel::equal(found, wanted), "arg_top_k");
      }
      std::string text;
      try {
        (void)arg_top_k(x, whole.size() + 1);
      } catch (const ravel::error& e) {
        text = e.what();
      }
      expect(!text.empty(), "too many are asked for");
    });
  }
}

TEST_CASE("quantiles have the bits of one machine") {
  for (const auto& whole : samples()) {
    if (whole.size() == 0) continue;
    run_all([&](const mpi::world& w) {
      const auto x = mpi::from_local(w, whole, mpi::blocks{0});
      for (const double q : {0.0, 0.1, 0.5, 0.77, 1.0}) {
        for (const auto rule : {ravel::quantile_rule::linear, ravel::quantile_rule::inverted_cdf, ravel::quantile_rule::hazen}) {
          const double found = quantile(x, q, rule), wanted = ravel::quantile(whole, q, rule);
          expect((found != found && wanted != wanted) || std::memcmp(&found, &wanted, sizeof found) == 0,
                 "quantile " + std::to_string(q) + " of " + std::to_string(whole.size()));
        }
      }
      const std::vector<double> shares{0.5, 0, 0.99, 0.1, 0.25, 1, 0.5};
      const auto several = quantile(x, shares, ravel::quantile_rule::hazen),
                 all = ravel::quantile(whole, shares, ravel::quantile_rule::hazen);
      expect(several.size() == 7 && std::memcmp(several.data(), all.data(), 7 * sizeof(double)) == 0, "several quantiles");
      const auto in_braces = quantile(x, {0.1, 0.9}), two = ravel::quantile(whole, {0.1, 0.9});
      expect(in_braces.size() == 2 && std::memcmp(in_braces.data(), two.data(), 2 * sizeof(double)) == 0, "in braces");
      const double middle = median(x), wanted = ravel::median(whole);
      expect((middle != middle && wanted != wanted) || middle == wanted, "median");
    });
  }
  run(3, [](const mpi::world& w) {
    std::string text;
    try {
      (void)quantile(mpi::zeros<double>(w, {0}, mpi::blocks{0}), 0.5);
    } catch (const ravel::error& e) {
      text = e.what();
    }
    expect(!text.empty(), "a quantile of nothing");
  });
}

TEST_CASE("options of quantiles, and quartiles, have the bits of one machine") {
  using ravel::nan_policy, ravel::quantile_rule;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto same = [](const std::string& what, const auto& x, const auto& whole, const auto& of) {
    const std::string wanted = error_of([&] { return of(whole); }), found = error_of([&] { return of(x); });
    if (!wanted.empty() || !found.empty()) {
      const bool has_rank = found.rfind("rank 0: ", 0) == 0;
      return expect(found.substr(has_rank ? 8 : 0) == wanted, what + ": " + found + " is not " + wanted);
    }
    const ravel::quartile_values a = of(x), b = of(whole);
    expect(std::memcmp(&a, &b, sizeof a) == 0, what + ": " + std::to_string(a.median) + " is not " + std::to_string(b.median));
  };
  const auto as_quartiles = [](double found) { return ravel::quartile_values{found, 0, 0, 0, 0}; };
  for (const ravel::shape& extents : {ravel::shape{0}, ravel::shape{1}, ravel::shape{2}, ravel::shape{20, 30}, ravel::shape{5000}}) {
    const auto chance = ravel::random_uniform<double>(extents, 0, 1, 6);
    const auto without_nan = ravel::clone(ravel::cast<double>(ravel::random_integers<int>(extents, -200, 200, 4)) * 0.1);
    const auto gaps = ravel::clone(where(chance < 0.15, nan, without_nan)), none = ravel::clone(without_nan * nan);
    const auto bools = ravel::clone(without_nan > 3);
    const auto importance = ravel::clone(where(chance < 0.05, 0.5, where(chance < 0.3, 0.0, chance)));
    const ravel::weights given(importance);
    run_all([&](const mpi::world& w) {
      const mpi::weights spread{mpi::from_local(w, importance, mpi::cyclic{0})};
      const auto weights_of = [&](const auto& t) -> const auto& {
        if constexpr (mpi::detail::distributed<decltype(t)>) {
          return spread;
        } else {
          return given;
        }
      };
      const auto check = [&](const std::string& what, const auto& x, const auto& whole) {
        same(what + ", quartiles", x, whole, [](const auto& t) { return quartiles(t); });
        for (const nan_policy policy : {nan_policy::keep, nan_policy::skip, nan_policy::refuse}) {
          for (const auto rule : {quantile_rule::linear, quantile_rule::inverted_cdf, quantile_rule::weibull}) {
            same(what + ", quartiles", x, whole, [&](const auto& t) { return quartiles(t, rule, policy); });
            same(what + ", median", x, whole, [&](const auto& t) { return as_quartiles(median(t, policy, rule)); });
            same(what + ", weighted quartiles", x, whole, [&](const auto& t) { return quartiles(t, given, rule, policy); });
            same(what + ", by distributed weights", x, whole, [&](const auto& t) { return quartiles(t, weights_of(t), rule, policy); });
          }
          same(what + ", quantile", x, whole, [&](const auto& t) { return as_quartiles(quantile(t, 0.3f, policy)); });
          same(what + ", weighted quantile", x, whole, [&](const auto& t) { return as_quartiles(quantile(t, 0.3, given, policy)); });
          same(what + ", quantile by distributed weights", x, whole,
               [&](const auto& t) { return as_quartiles(quantile(t, 0.3, policy, weights_of(t))); });
          same(what + ", median by distributed weights", x, whole,
               [&](const auto& t) { return as_quartiles(median(t, weights_of(t), policy)); });
        }
        same(what + ", outside", x, whole, [&](const auto& t) { return as_quartiles(quantile(t, 1.5, nan_policy::skip)); });
      };
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        check(ravel::to_string(extents) + ", " + how.description(), mpi::from_local(w, gaps, how), gaps);
      }
      check("numbers", mpi::from_local(w, without_nan, mpi::blocks{0}), without_nan);
      check("all NaN", mpi::from_local(w, none, mpi::blocks{0}), none);
      check("bools", mpi::from_local(w, bools, mpi::cyclic{0}), bools);
    });
  }
  const ravel::tensor<double> whole{4, 1, 9};
  run(3, [&](const mpi::world& w) {
    const auto x = mpi::from_local(w, whole, mpi::blocks{0});
    same("two weights", x, whole, [&](const auto& t) { return quartiles(t, ravel::weights({1, 2})); });
    const auto in_blocks = [&](const ravel::tensor<double>& t) { return mpi::weights{mpi::from_local(w, t, mpi::blocks{0})}; };
    const std::string shapes = error_of([&] { return median(x, in_blocks(ravel::tensor<double>{1})); });
    expect(shapes == error_of([&] { return median(whole, ravel::weights(ravel::tensor<double>{1})); }), shapes);
    const std::string negative = error_of([&] { return median(x, in_blocks(ravel::tensor<double>{1, 2, -3})); });
    expect(negative == "rank 0: weights are finite and not negative, and element 2 is -3", negative);
    const auto rule = w.rank() == 0 ? quantile_rule::linear : quantile_rule::inverted_cdf;
    const std::string text = error_of([&] { return median(x, ravel::weights({1, 2, 3}), rule); });
    expect(text.find("quantile_rule") != std::string::npos, text);
  });
}

TEST_CASE("running results of vectors have the bits of one machine") {
  for (const index_t length : {0, 1, 5, 1023, 1024, 1025, 5000, 20000}) {
    const auto whole = rough({length});
    const auto small = ravel::clone(whole * 1e-5 + 1);
    const auto counted = ravel::random_integers<std::int16_t>({length}, -100, 100, 5);
    run_all([&](const mpi::world& w) {
      for (const mpi::distribution& how : {mpi::distribution(mpi::blocks{0}), mpi::distribution(mpi::cyclic{0})}) {
        const std::string what = std::to_string(length) + ", " + how.description();
        const auto x = mpi::from_local(w, whole, how);
        expect_same(cumsum(x), ravel::tensor<double>(cumsum(flat(whole), 0)), what + ", cumsum");
        expect_same(cumprod(mpi::from_local(w, small, how)), ravel::tensor<double>(cumprod(small, 0)), what + ", cumprod");
        expect_same(cummin(x), ravel::tensor<double>(cummin(whole, 0)), what + ", cummin");
        expect_same(cummax(flip(x) + 1), ravel::tensor<double>(cummax(ravel::clone(flip(whole) + 1), 0)), what + ", cummax");
        const auto sums = cumsum(mpi::from_local(w, counted, how));
        expect_same(sums, ravel::clone(cumsum(counted, 0)), what + ", integers");
        expect(sums.how() == how, "not as its operand");
      }
    });
  }
}

TEST_CASE("running results along axes have the bits of one machine") {
  for (const ravel::shape& extents :
       {ravel::shape{4}, ravel::shape{30, 7}, ravel::shape{3, 1500}, ravel::shape{4, 3, 5}, ravel::shape{2, 0}}) {
    const auto whole = rough(extents);
    run_all([&](const mpi::world& w) {
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const auto x = mpi::from_local(w, whole, how);
        for (index_t axis = 0; axis < extents.rank(); ++axis) {
          const std::string what = ravel::to_string(extents) + ", " + how.description() + ", axis " + std::to_string(axis);
          expect_same(cumsum(x, axis), ravel::cumsum(whole, axis), what + ", cumsum");
          expect_same(cummax(x, axis - extents.rank(), mpi::blocks{}), ravel::cummax(whole, axis), what + ", cummax");
        }
      }
    });
  }
}

TEST_CASE("a running sum that does not fit is an error on all ranks, and a matrix needs an axis") {
  run_all([](const mpi::world& w) {
    const auto x = mpi::full<std::int64_t>(w, {5000}, std::numeric_limits<std::int64_t>::max() / 4000, mpi::blocks{0});
    std::string text;
    try {
      (void)cumsum(x);
    } catch (const ravel::overflow_error& e) {
      text = e.what();
    }
    expect(!text.empty(), "no overflow");
    text.clear();
    try {
      (void)cumsum(mpi::zeros<double>(w, {2, 2}, mpi::blocks{0}));
    } catch (const ravel::shape_error& e) {
      text = e.what();
    }
    const std::string wanted =
        "cumsum of a distributed tensor without an axis takes a vector, not [2 2]: write flat(x) for all elements in row-major order";
    expect(text == (w.size() > 1 ? "rank 0: " + wanted : wanted), text);
  });
}

TEST_CASE("running extremes of bool are those of one machine") {
  const auto whole = ravel::clone(ravel::random_uniform<double>({5000}, 0, 1, 4) < 0.0004);
  run_all([&](const mpi::world& w) {
    const auto x = mpi::from_local(w, whole, mpi::blocks{0});
    expect_same(cummax(x), ravel::cummax(whole, 0), "cummax");
    expect_same(cummin(flip(x)), ravel::cummin(ravel::clone(flip(whole)), 0), "cummin");
  });
}
