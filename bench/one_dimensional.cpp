// SPDX-License-Identifier: BSL-1.0
// Fused expressions, trees composed at run time and plain reductions, against the loops one would write by hand.
#include <ravel/exec.hpp>
#include <ravel/lazy.hpp>
#include <ravel/op.hpp>

#include "emission.hpp"
#include "support.hpp"

#include <algorithm>
#include <stop_token>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::reader;

constexpr double per_reader = 10, per_expression = 60;  // ns that a short evaluation may take on top

// The best sum that strict floating point allows: 32 partial sums.
template <class F>
[[gnu::noinline]] double hand_sum(index_t n, F f) {
  double lane[32] = {};
  index_t i = 0;
  for (; i + 32 <= n; i += 32) {
    for (index_t j = 0; j < 32; ++j) lane[j] += f(i + j);
  }
  for (index_t j = 0; i + j < n; ++j) lane[j] += f(i + j);
  double total = 0;
  for (const double part : lane) total += part;
  return total;
}

template <class F>
[[gnu::noinline]] void hand_store(index_t n, double* __restrict out, F f) {
  for (index_t i = 0; i < n; ++i) out[i] = f(i);
}

double thirteen(double x, double y) {
  const double t = x - y, u = x + y;
  return ((t * u + 0.5) * t - u) * 0.25 + t * t * 1.5;
}

struct data {
  explicit data(index_t n) : x(ravel::make_buffer<double>(n)), y(ravel::make_buffer<double>(n)), z(ravel::make_buffer<double>(n)) {
    for (index_t i = 0; i < n; ++i) {
      x[i] = static_cast<double>(i % 17);
      y[i] = static_cast<double>(i % 5);
    }
  }
  buffer<double> x, y, z;
};

reader<double> tree_of_two(const reader<double>& x, const reader<double>& y) {
  const reader<double> scaled = x * 2.5;
  return scaled + y;
}

reader<double> tree_of_thirteen(const reader<double>& x, const reader<double>& y) {
  const reader<double> t = x - y, u = x + y;
  reader<double> r = t * u;
  r = r + 0.5;
  r = r * t;
  r = r - u;
  r = r * 0.25;
  reader<double> s = t * t;
  s = s * 1.5;
  return r + s;
}

void expressions(bench::table& table, index_t n) {
  const data d(n);
  const buffer<double>&x = d.x, &y = d.y, &z = d.z;
  const double *p = x.data(), *q = y.data();
  double* out = z.data();
  const std::string size = n < 10000 ? " 1e3" : n < 1000000 ? " 1e5" : " 1e7";
  const bench::extras two_readers{.allowance_ns = n < 10000 ? per_expression + 2 * per_reader : 0};
  const double bar = n < 10000 ? 1.0 : 1.1;

  const auto hand_distance = [=] { bench::keep(hand_sum(n, [=](index_t i) { return (p[i] - q[i]) * (p[i] - q[i]); })); };
  const auto hand_axpy = [=] {
    hand_store(n, out, [=](index_t i) { return 2.5 * p[i] + q[i]; });
    bench::keep(*out);
  };
  const auto hand_thirteen = [=] {
    hand_store(n, out, [=](index_t i) { return thirteen(p[i], q[i]); });
    bench::keep(*out);
  };

  table.row(
      "sum(square(x - y))" + size, bar, [=] { bench::keep(sum(square(x - y))); }, hand_distance, two_readers);
  table.row(
      "sum(map(lambda))" + size, bar, [=] { bench::keep(sum(ravel::map([](double a, double b) { return (a - b) * (a - b); }, x, y))); },
      hand_distance, two_readers);
  table.row(
      "copy(a*x + y, z)" + size, bar, [=] { copy(2.5 * x + y, z); }, hand_axpy, two_readers);
  table.row(
      "copy(map(a*x + y), z)" + size, bar,
      [=] { copy(assume_no_alias(ravel::map([](double a, double b) { return 2.5 * a + b; }, x, y)), z); }, hand_axpy, two_readers);
  table.row(
      "13 operators, one lambda" + size, bar,
      [=] { copy(assume_no_alias(ravel::map([](double a, double b) { return thirteen(a, b); }, x, y)), z); }, hand_thirteen, two_readers);
  table.row(
      "13 operators, readers named again" + size, 2.5,
      [=] { copy((((x - y) * (x + y) + 0.5) * (x - y) - (x + y)) * 0.25 + (x - y) * (x - y) * 1.5, z); }, hand_thirteen, two_readers);
  table.row(
      "tree of two" + size, 1.4, [=] { copy(tree_of_two(x, y), z); }, hand_axpy, two_readers);
  table.row(
      "tree of thirteen" + size, n < 10000 ? 4 : 1.6, [=] { copy(tree_of_thirteen(x, y), z); }, hand_thirteen, two_readers);
  const reader<double> two = tree_of_two(x, y);
  table.row(
      "tree of two, read again" + size, n < 10000 ? 1.4 : 1.1, [=] { copy(two, z); }, hand_axpy, two_readers);
  for (const bool machine_code : {false, true}) {
    const reader<double> tree = tree_of_thirteen(x, y);
    const bench::tree_bar most = bench::bar_of_thirteen(n, machine_code);
    table.row("tree of thirteen, read again, " + std::string(machine_code ? "machine code" : "tile machine") + size, most.ratio,
              [=] {
                const bench::emits by(machine_code);
                copy(tree, z);
              },
              hand_thirteen, {.allowance_ns = most.allowance_ns});
  }
}

void reductions(bench::table& table) {
  constexpr index_t n = 100000;
  const data d(n);
  const buffer<double>& x = d.x;
  const double* p = x.data();
  table.row(
      "sum 1e5", 1.1, [=] { bench::keep(sum(x)); }, [=] { bench::keep(hand_sum(n, [=](index_t i) { return p[i]; })); });

  const auto hand_strided = [=] { bench::keep(hand_sum(n / 17, [=](index_t i) { return p[i * 17]; })); };
  table.row("sum of every 17th of 1e5", 1.1, [=] { bench::keep(sum(slice(x, 0, n / 17, 17))); }, hand_strided,
            {.allowance_ns = per_expression + per_reader});

  const auto hand_max = [=] {
    double lane[32];
    std::fill_n(lane, 32, p[0]);
    for (index_t i = 0; i + 32 <= n; i += 32) {
      for (index_t j = 0; j < 32; ++j) lane[j] = p[i + j] > lane[j] || p[i + j] != p[i + j] ? p[i + j] : lane[j];
    }
    bench::keep(lane);
  };
  table.row(
      "max 1e5", 1.1, [=] { bench::keep(max(x)); }, hand_max);

  const auto hand_count = [=] {
    index_t found = 0;
    for (index_t i = 0; i < n; ++i) found += p[i] > 8.5;
    bench::keep(found);
  };
  table.row(
      "count(x > 8.5) 1e5", 1.5, [=] { bench::keep(count(x > 8.5)); }, hand_count);
}

void copies(bench::table& table) {
  constexpr index_t n = 100000;
  const data d(n);
  const buffer<double>&x = d.x, &z = d.z;
  const double* p = x.data();
  double* out = z.data();
  table.row(
      "copy 1e5", 1.1, [=] { copy(x, z); },
      [=] {
        std::copy_n(p, n, out);
        bench::keep(*out);
      },
      {.bytes = 16.0 * n});
  table.row(
      "copy(reverse) 1e5", 1.1, [=] { copy(reverse(x), z); },
      [=] {
        hand_store(n, out, [=](index_t i) { return p[n - 1 - i]; });
        bench::keep(*out);
      },
      {.bytes = 16.0 * n});
}

// The same call with somebody who watches it, which cuts it and is asked between the pieces, against that without, which reads one pointer
// of its thread instead.
template <class F>
void watched_row(bench::table& table, const std::string& name, F f) {
  const std::stop_source source;
  const auto stopping = [=] { bench::keep(ravel::with_stop(source.get_token(), f)); };
  const auto telling = [=] { bench::keep(ravel::with_progress([](const ravel::progress& p) { bench::keep(p); }, f)); };
  const auto alone = [=] { bench::keep(f()); };
  table.row(name + ", with_stop", 1.05, stopping, alone);
  table.row(name + ", with_progress", 1.1, telling, alone);
}

void watched(bench::table& table) {
  constexpr index_t n = 1000000;
  const data d(n);
  const buffer<double>&x = d.x, &y = d.y;
  const buffer<std::int64_t> keys = clone(ravel::iota<std::int64_t>(n) * 7919 % 1000003);
  watched_row(table, "sum 1e6", [=] { return sum(x); });
  watched_row(table, "sum((x - y) * x) 1e6", [=] { return sum((x - y) * x); });
  watched_row(table, "sort 1e6", [=] { return sort(keys); });
}

}  // namespace

int main() {
  {
    bench::table table("fused expressions and trees, with their construction");
    for (const index_t n : {1000, 100000, 10000000}) expressions(table, n);
  }
  {
    bench::table table("reductions");
    reductions(table);
  }
  {
    bench::table table("watched, against the same where nobody does");
    watched(table);
  }
  bench::table table("copies");
  copies(table);
}
