// SPDX-License-Identifier: BSL-1.0
// Verbs that are not distributed do not compile, and those that are do (tests/compile_fail/mpi_*.cpp has what compilers say).
#include <mpi/ranks.hpp>

using namespace ranks;

namespace {

using T = mpi::tensor<double>;

template <class X>
concept has_peaks = requires(const X& x) { find_peaks(x); };
template <class X>
concept fills_gaps = requires(const X& x) { fill_gaps(x, x, 1.0, 0.0); };
template <class X>
concept takes_options = requires(const X& x) { sum(x, ravel::ddof{1}); } || requires(const X& x) { sum(x, ravel::keep); };
template <class X>
concept weighs_others = requires(const X& x) { sum(x, mpi::weights{x}); } || requires(const X& x) { sum(x, 0, mpi::weights{x}); } ||
                        requires(const X& x, const ravel::tensor<double>& t) { mean(t, mpi::weights{x}); };
template <class X>
concept takes_targets = requires(const X& x, const ravel::tensor<double>& t) { sort(x, 0, ravel::into{t}); };
template <class X>
concept has_faces = requires(const X& x, const mpi::distribution& how) {
  sum(x);
  sum(x, {0, 1});
  sum(x, 0, how);
  sum(x, {0, 1}, how, ravel::keep);
  fft(x, 0);
  sort(x);
  sort(x, mpi::cyclic{0});
  cumsum(x);
  cumsum(x, 0);
  cumsum(x, how);
  quantile(x, 0.5);
  quantile(x, 0.5, ravel::quantile_rule::hazen);
  median(x, 0);
  median(x, mpi::weights{x});
  median(x, 0, mpi::weights{x});
  arg_top_k(x, 3);
  dot(x, x);
  matmul(x, x);
  unique(x);
  shift(x, 1);
};

static_assert(!has_peaks<T> && !fills_gaps<T> && !takes_options<T> && !takes_targets<T> && !weighs_others<T>);
static_assert(has_peaks<ravel::tensor<double>>);
static_assert(has_faces<T> && has_faces<decltype(std::declval<T>() * 2.0)>);

}  // namespace

TEST_CASE("local operations beside a refused one work as before") {
  run(2, [](const mpi::world& w) {
    const auto x = mpi::full<double>(w, {4}, 2.0, mpi::blocks{0});
    expect(ravel::sum(sort(x.local(), 0)) == 4, "the own part is no tensor of its own");
    expect(dot(x, x) == 16, "dot");
  });
}
