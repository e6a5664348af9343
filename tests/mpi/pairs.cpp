// SPDX-License-Identifier: BSL-1.0
// Statistics of pairs have the bits of one machine, of all elements and along axes, also beside a local tensor.
#include <mpi/ranks.hpp>

#include <limits>

using namespace ranks;

TEST_CASE("pairs of lines have the bits of one machine") {
  for (const ravel::shape& extents : {ravel::shape{9, 7}, ravel::shape{4, 3, 5}}) {
    const auto one = rough(extents, 3), other = rough(extents, 5);
    run_all([&](const mpi::world& w) {
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const auto x = mpi::from_local(w, one, how), y = mpi::from_local(w, other, mpi::cyclic{0});
        for (index_t axis = 0; axis < extents.rank(); ++axis) {
          const std::string what = ravel::to_string(extents) + ", " + how.description() + ", axis " + std::to_string(axis);
          expect_same(covariance(x, y, axis), ravel::covariance(one, other, axis), what + ", covariance");
          expect_same(covariance(x, y, axis, ravel::ddof{1}, ravel::keep), ravel::covariance(one, other, axis, ravel::ddof{1}, ravel::keep),
                      what + ", options");
          expect_same(correlation(x, y, axis), ravel::correlation(one, other, axis), what + ", correlation");
          expect_same(correlation(x, other, axis, ravel::correlation_kind::spearman),
                      ravel::correlation(one, other, axis, ravel::correlation_kind::spearman), what + ", beside a local one");
          expect_same(correlation(select(other, axis, 1), mpi::cast<float>(select(y, axis, 0)), 0),
                      ravel::correlation(select(other, axis, 1), ravel::cast<float>(select(other, axis, 0)), 0), what + ", of views");
          const auto lines = linear_regression(x, y, axis);
          const auto wanted = ravel::linear_regression(one, other, axis);
          expect_members(lines, wanted, &ravel::line_fit::slope, what + ", slope");
          expect_members(lines, wanted, &ravel::line_fit::intercept_error, what + ", error");
          expect_members(theil_sen(x, y, axis), ravel::theil_sen(one, other, axis), &ravel::median_line::intercept, what + ", theil_sen");
        }
        expect(covariance(x, y, 0, mpi::blocks{}).how() == mpi::distribution(mpi::blocks{}), "not as told");
        const auto row = select(other, 0, 0);  // one side is stretched
        expect_same(covariance(x, row, -1), ravel::covariance(one, row, -1), "stretched");
      }
    });
  }
}

TEST_CASE("pairs of all elements have the bits of one machine") {
  for (const ravel::shape& extents : {ravel::shape{2}, ravel::shape{3, 5}, ravel::shape{1000}, ravel::shape{70, 90}, ravel::shape{40000}}) {
    const auto one = rough(extents, 3), other = rough(extents, 5);
    const auto small = ravel::random_integers<std::int16_t>(extents, -9, 9, 5);
    const auto gaps = ravel::clone(where(small > 7, std::numeric_limits<double>::quiet_NaN(), other));
    run_all([&](const mpi::world& w) {
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const std::string what = ravel::to_string(extents) + ", " + how.description();
        const auto x = mpi::from_local(w, one, how), y = mpi::from_local(w, other, mpi::blocks{0});
        const auto k = mpi::from_local(w, small, mpi::cyclic{0});
        const auto g = mpi::from_local(w, gaps, how);
        expect_same(covariance(x, y), ravel::covariance(one, other), what + ", covariance");
        expect_same(covariance(x * 2.0, y, ravel::ddof{1}), ravel::covariance(ravel::clone(one * 2.0), other, ravel::ddof{1}),
                    what + ", expression");
        expect_same(correlation(x, other), ravel::correlation(one, other), what + ", correlation beside a local one");
        expect_same(correlation(k, y), ravel::correlation(small, other), what + ", of integers and floating numbers");
        expect_same(covariance(k, k), ravel::covariance(small, small), what + ", of integers");
        expect_same(covariance(x, g, ravel::nan_policy::skip), ravel::covariance(one, gaps, ravel::nan_policy::skip), what + ", gaps");
        expect_same(correlation(g, x), ravel::correlation(gaps, one), what + ", NaN");
      }
    });
  }
}

namespace {

// The members of one machine's result, or its error.
template <class A, class B, class X, class Y, class F>
void check_alike(const std::string& what, const A& a, const B& b, const X& x, const Y& y, const F& of) {
  const std::string wanted = error_of([&] { return of(x, y); }), found = error_of([&] { return of(a, b); });
  if (!wanted.empty() || !found.empty()) {
    const bool has_rank = found.rfind("rank 0: ", 0) == 0;
    return expect(found.substr(has_rank ? 8 : 0) == wanted, what + ": " + found + " is not " + wanted);
  }
  const std::vector<double> one = of(a, b), other = of(x, y);
  for (std::size_t k = 0; k < one.size(); ++k) expect_same(one[k], other[k], what);
}

template <class A, class B, class X, class Y>
void check_ranks_and_lines(const std::string& what, const A& a, const B& b, const X& x, const Y& y) {
  using ravel::correlation_kind, ravel::nan_policy;
  const auto in_list = [](const ravel::line_fit& f) {
    return std::vector{static_cast<double>(f.count), f.slope, f.intercept, f.slope_error, f.intercept_error, f.r_squared};
  };
  check_alike(what + ", spearman", a, b, x, y,
              [](const auto& s, const auto& t) { return std::vector{correlation(s, t, correlation_kind::spearman)}; });
  check_alike(what + ", line", a, b, x, y, [&](const auto& s, const auto& t) { return in_list(linear_regression(s, t)); });
  for (const nan_policy policy : {nan_policy::keep, nan_policy::skip, nan_policy::refuse}) {
    for (const auto kind : {correlation_kind::pearson, correlation_kind::spearman, correlation_kind::kendall}) {
      check_alike(what + ", correlation", a, b, x, y,
                  [&](const auto& s, const auto& t) { return std::vector{correlation(s, t, policy, kind)}; });
    }
    check_alike(what + ", line", a, b, x, y, [&](const auto& s, const auto& t) { return in_list(linear_regression(s, t, policy)); });
    if (x.size() > 1200) continue;
    check_alike(what + ", theil_sen", a, b, x, y, [&](const auto& s, const auto& t) {
      const ravel::median_line line = theil_sen(s, t, policy);
      return std::vector{line.slope, line.intercept};
    });
  }
}

}  // namespace

TEST_CASE("rank correlations and lines of all elements have the bits of one machine") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const ravel::shape& extents :
       {ravel::shape{0}, ravel::shape{1}, ravel::shape{2}, ravel::shape{3, 5}, ravel::shape{1100}, ravel::shape{70, 90}}) {
    const auto one = rough(extents, 3), other = rough(extents, 5);
    const auto small = ravel::random_integers<std::int16_t>(extents, -9, 9, 5);
    const auto gaps = ravel::clone(where(small > 7, nan, other)), none = ravel::clone(other * nan), same = ravel::full<double>(extents, 2);
    run_all([&](const mpi::world& w) {
      for (const mpi::distribution& how : distributions(extents, w.size())) {
        const std::string what = ravel::to_string(extents) + ", " + how.description();
        const auto x = mpi::from_local(w, one, how), g = mpi::from_local(w, gaps, mpi::blocks{0});
        check_ranks_and_lines(what, x, g, one, gaps);
      }
      const auto x = mpi::from_local(w, one, mpi::blocks{0});
      const auto k = mpi::from_local(w, small, mpi::cyclic{0});
      check_ranks_and_lines("beside a local one", x, other, one, other);
      check_ranks_and_lines("integers", k, mpi::cast<float>(k * 2), small, ravel::clone(ravel::cast<float>(small * 2)));
      check_ranks_and_lines("all NaN", none, x, none, one);
      check_ranks_and_lines("one place", same, x, same, one);
    });
  }
}

TEST_CASE("pairs of two shapes, or of two kinds on two ranks") {
  run(3, [](const mpi::world& w) {
    const auto x = mpi::zeros<double>(w, {6}, mpi::blocks{0});
    const auto y = mpi::zeros<double>(w, {2, 3}, mpi::blocks{0});
    const auto alike = [](const std::string& found, const std::string& wanted) { expect(!wanted.empty() && found == wanted, found); };
    const auto kind = ravel::correlation_kind::kendall;
    const auto six = ravel::zeros<double>({6}), rows = ravel::zeros<double>({2, 3});
    alike(error_of([&] { return correlation(x, y, kind); }), error_of([&] { return ravel::correlation(six, rows, kind); }));
    alike(error_of([&] { return linear_regression(x, y); }), error_of([&] { return ravel::linear_regression(six, rows); }));
    const auto other = w.rank() == 1 ? kind : ravel::correlation_kind::spearman;
    const std::string text = error_of([&] { return correlation(x, x, other); });
    expect(text.find("correlation_kind") != std::string::npos, text);
  });
}

TEST_CASE("pairs that cannot be are errors on all ranks") {
  auto gaps = ravel::clone(ravel::arange(6.0));
  gaps(4) = std::numeric_limits<double>::quiet_NaN();
  const auto without_nan = ravel::clone(ravel::arange(6.0)), none = ravel::empty<double>({0}), same = ravel::full<double>({6}, 2.0);
  const auto policy = ravel::nan_policy::refuse;
  run_all([&](const mpi::world& w) {
    const auto g = mpi::from_local(w, gaps, mpi::blocks{0}), x = mpi::from_local(w, without_nan, mpi::cyclic{0});
    const auto n = mpi::from_local(w, none, mpi::blocks{0}), s = mpi::from_local(w, same, mpi::blocks{0});
    const auto alike = [](const std::string& found, const std::string& wanted) {
      expect(!wanted.empty() && found == wanted, found + " is not " + wanted);
    };
    alike(error_of([&] { return covariance(x, g, policy); }), error_of([&] { return ravel::covariance(without_nan, gaps, policy); }));
    alike(error_of([&] { return covariance(n, n); }), error_of([&] { return ravel::covariance(none, none); }));
    alike(error_of([&] { return correlation(x, n); }), error_of([&] { return ravel::correlation(without_nan, none); }));
    const std::string text = error_of([&] { return linear_regression(s, x, 0); });
    const std::string wanted = error_of([&] { return ravel::linear_regression(same, without_nan, 0); });
    expect(text.find(wanted) != std::string::npos, text);
  });
}
