// SPDX-License-Identifier: BSL-1.0
// The same work by Ravel, by Eigen with OpenMP and by xtensor with oneTBB and xsimd, each on one thread and on two: medians in milliseconds
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include "support.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <vector>

#if WITH_EIGEN
#include <Eigen/Dense>
#endif
#if WITH_XTENSOR
#include <xtensor/xadapt.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xsort.hpp>
#endif
#ifdef XTENSOR_USE_TBB
#include <tbb/global_control.h>
#endif

namespace {

using namespace ravel;
using work = std::function<void()>;

// Each of the works of one library; what it lacks stays empty.
struct works {
  work scaled = {}, wave = {}, total = {}, distance = {}, sorted = {}, turned = {}, rows = {}, columns = {}, product = {};
};

// The operands and the target of all libraries: of one axis, two large squares, and two small ones.
struct operands {
  index_t many = 10'000'000, side = 4096, factor = 1000;
  std::vector<double> x = std::vector<double>(static_cast<std::size_t>(side * side)), y = x, z = x;

  operands() {
    copy(random_uniform<double>({side * side}, -1, 1, 1), borrow(x));
    copy(random_uniform<double>({side * side}, -1, 1, 2), borrow(y));
  }
};

works of_ravel(operands& with) {
  const auto at = [](std::vector<double>& whole, const shape& extents) { return borrow(whole.data(), extents); };
  const shape line{with.many}, square{with.side, with.side}, small{with.factor, with.factor};
  const auto x = at(with.x, line), y = at(with.y, line), z = at(with.z, line);
  const auto a = at(with.x, square), b = at(with.y, square), c = at(with.z, square);
  const auto p = at(with.x, small), q = at(with.y, small);
  return {.scaled = [=] { copy(2.0 * x + y, z); },
          .wave = [=] { copy(sin(x) * y + 3.0, z); },
          .total = [=] { bench::keep(sum(x)); },
          .distance = [=] { bench::keep(sum(ravel::square(x - y))); },
          .sorted = [=] { bench::keep(sort(x)); },
          .turned = [=] { copy(a + transpose(b), c); },
          .rows = [=] { bench::keep(sum(a, 1)); },
          .columns = [=] { bench::keep(sum(a, 0)); },
          .product = [=] { bench::keep(matmul(p, q)); }};
}

#if WITH_EIGEN
works of_eigen(operands& with) {
  using line = Eigen::Map<Eigen::ArrayXd>;
  using square = Eigen::Map<Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
  using matrix = Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
  double *const p = with.x.data(), *const q = with.y.data(), *const out = with.z.data();
  const line x(p, with.many), y(q, with.many);
  line z(out, with.many);
  const square a(p, with.side, with.side), b(q, with.side, with.side);
  square c(out, with.side, with.side);
  const matrix l(p, with.factor, with.factor), r(q, with.factor, with.factor);
  matrix product(out, with.factor, with.factor);
  return {.scaled = [=]() mutable { z = 2.0 * x + y; },
          .wave = [=]() mutable { z = x.sin() * y + 3.0; },
          .total = [=] { bench::keep(x.sum()); },
          .distance = [=] { bench::keep((x - y).square().sum()); },
          .sorted =
              [=] {
                Eigen::ArrayXd copied = x;
                std::sort(copied.begin(), copied.end());
                bench::keep(copied);
              },
          .turned = [=]() mutable { c = a + b.transpose(); },
          .rows = [=] { bench::keep(Eigen::ArrayXd(a.rowwise().sum())); },
          .columns = [=] { bench::keep(Eigen::ArrayXd(a.colwise().sum())); },
          .product = [=]() mutable { product.noalias() = l * r; }};
}
#endif

#if WITH_XTENSOR
works of_xtensor(operands& with) {
  const auto of = [](double* data, auto... extents) {
    const std::array lengths{static_cast<std::size_t>(extents)...};
    return xt::adapt(data, (static_cast<std::size_t>(extents) * ...), xt::no_ownership(), lengths);
  };
  double *const p = with.x.data(), *const q = with.y.data(), *const out = with.z.data();
  const auto x = of(p, with.many), y = of(q, with.many);
  auto z = of(out, with.many);
  const auto a = of(p, with.side, with.side), b = of(q, with.side, with.side);
  auto c = of(out, with.side, with.side);
  return {.scaled = [=]() mutable { xt::noalias(z) = 2.0 * x + y; },
          .wave = [=]() mutable { xt::noalias(z) = xt::sin(x) * y + 3.0; },
          .total = [=] { bench::keep(xt::sum(x, xt::evaluation_strategy::immediate)()); },
          .distance = [=] { bench::keep(xt::sum(xt::square(x - y), xt::evaluation_strategy::immediate)()); },
          .sorted = [=] { bench::keep(xt::eval(xt::sort(x))); },
          .turned = [=]() mutable { xt::noalias(c) = a + xt::transpose(b); },
          .rows = [=] { bench::keep(xt::eval(xt::sum(a, {1}, xt::evaluation_strategy::immediate))); },
          .columns = [=] { bench::keep(xt::eval(xt::sum(a, {0}, xt::evaluation_strategy::immediate))); }};
}
#endif

double milliseconds(const work& f) {
  const auto begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

// A library, and how it runs a work on so many threads.
struct contender {
  works all;
  std::function<double(int, const work&)> run;
};

std::vector<contender> contenders(operands& with) {
  std::vector<contender> all{
      {of_ravel(with), [](int threads, const work& f) { return with_threads(threads, [&] { return milliseconds(f); }); }}};
#if WITH_EIGEN
  all.push_back({of_eigen(with), [](int threads, const work& f) {
                   Eigen::setNbThreads(threads);
                   return milliseconds(f);
                 }});
#else
  all.emplace_back();
#endif
#if WITH_XTENSOR
  all.push_back({of_xtensor(with), []([[maybe_unused]] int threads, const work& f) {
#ifdef XTENSOR_USE_TBB
                   const tbb::global_control most(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
#endif
                   return milliseconds(f);
                 }});
#else
  all.emplace_back();
#endif
  return all;
}

// All libraries and numbers of threads take turns.
void row(const char* name, const std::vector<contender>& all, work works::*which) {
  constexpr int turns = 9;
  std::vector<std::vector<double>> times(2 * all.size());
  for (int turn = 0; turn <= turns; ++turn) {
    for (std::size_t k = 0; k < times.size(); ++k) {
      const contender& one = all[k / 2];
      if (!(one.all.*which)) continue;
      const double time = one.run(static_cast<int>(k % 2 + 1), one.all.*which);
      if (turn > 0) times[k].push_back(time);  // the first one warms up
    }
  }
  std::printf("  %-28s", name);
  for (auto& of_one : times) {
    std::sort(of_one.begin(), of_one.end());
    of_one.empty() ? std::printf("%9s", "") : std::printf("%9.2f", of_one[turns / 2]);
  }
  std::printf("\n");
}

}  // namespace

int main() {
  operands with;
  const auto all = contenders(with);
  std::printf("by one thread and by two, ms (%s)\n  %-28s%9s%9s%9s%9s%9s%9s\n", BENCH_FLAGS, "", "Ravel", "", "Eigen", "", "xtensor", "");
  row("copy(2 * x + y, z) 1e7", all, &works::scaled);
  row("copy(sin(x) * y + 3, z) 1e7", all, &works::wave);
  row("sum(x) 1e7", all, &works::total);
  row("sum(square(x - y)) 1e7", all, &works::distance);
  row("sort(x) 1e7", all, &works::sorted);
  row("a + transpose(b) 4096", all, &works::turned);
  row("sum(a, 1) 4096", all, &works::rows);
  row("sum(a, 0) 4096", all, &works::columns);
  row("matmul 1000", all, &works::product);
}
