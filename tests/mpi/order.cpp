// SPDX-License-Identifier: BSL-1.0
// Sorts, unique elements, the greatest elements and quantiles are those of one machine, to the bit.
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
