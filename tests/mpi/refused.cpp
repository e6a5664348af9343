// SPDX-License-Identifier: BSL-1.0
// Verbs that are not distributed do not compile, and those that are do (tests/compile_fail/mpi_*.cpp has what compilers say).
#include <mpi/ranks.hpp>

using namespace ranks;

namespace {

using T = mpi::tensor<double>;

template <class X>
concept has_fft = requires(const X& x) { fft(x, 0); };
template <class X>
concept has_products = requires(const X& x) { matmul(x, x); };
template <class X>
concept takes_options = requires(const X& x) { sum(x, 0, ravel::nan_policy::skip); } || requires(const X& x) { sum(x, ravel::keep); };
template <class X>
concept sorts_axes = requires(const X& x) { sort(x, 0); };
template <class X>
concept has_faces = requires(const X& x, const mpi::distribution& how) {
  sum(x);
  sum(x, {0, 1});
  sum(x, 0, how);
  sort(x);
  sort(x, mpi::cyclic{0});
  cumsum(x);
  cumsum(x, 0);
  cumsum(x, how);
  quantile(x, 0.5);
  quantile(x, 0.5, ravel::quantile_rule::hazen);
  median(x, 0);
  arg_top_k(x, 3);
  dot(x, x);
  unique(x);
};

static_assert(!has_fft<T> && !has_products<T> && !takes_options<T> && !sorts_axes<T>);
static_assert(has_fft<ravel::tensor<double>> && has_products<ravel::tensor<double>>);
static_assert(has_faces<T> && has_faces<decltype(std::declval<T>() * 2.0)>);

}  // namespace

TEST_CASE("local operations beside a refused one work as before") {
  run(2, [](const mpi::world& w) {
    const auto x = mpi::full<double>(w, {4}, 2.0, mpi::blocks{0});
    expect(ravel::sum(sort(x.local(), 0)) == 4, "the own part is no tensor of its own");
    expect(dot(x, x) == 16, "dot");
  });
}
