// SPDX-License-Identifier: BSL-1.0
// Functions of elements and casts against hand-written loops: of the vector routines where glibc has them, of the standard functions
// elsewhere.
#include <ravel/lazy/functions.hpp>
#include <ravel/loop/copy.hpp>

#include "support.hpp"

#include <cmath>

// The hand loops find the vector routines as the library does, in the instruction sets that the library chooses from.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__gnu_linux__)
#define BENCH_VECTOR_ROUTINE(name) double vector_##name(double) noexcept __asm__(#name) __attribute__((const, simd("notinbranch")));
#define BENCH_VECTOR_ROUTINE_2(name) \
  double vector_##name(double, double) noexcept __asm__(#name) __attribute__((const, simd("notinbranch")));
#else
#define BENCH_VECTOR_ROUTINE(name) \
  static double vector_##name(double x) { return std::name(x); }
#define BENCH_VECTOR_ROUTINE_2(name) \
  static double vector_##name(double x, double y) { return std::name(x, y); }
#endif
BENCH_VECTOR_ROUTINE(sin)
BENCH_VECTOR_ROUTINE(exp)
BENCH_VECTOR_ROUTINE(log)
BENCH_VECTOR_ROUTINE(tanh)
BENCH_VECTOR_ROUTINE_2(pow)
BENCH_VECTOR_ROUTINE_2(atan2)

#define BENCH_LOOP(name, expression)                                                                 \
  RAVEL_KERNEL void name(double* __restrict out, const double* x, const double* y, std::int64_t n) { \
    static_cast<void>(y);                                                                            \
    for (std::int64_t i = 0; i < n; ++i) out[i] = expression;                                        \
  }
BENCH_LOOP(hand_sin_times, vector_sin(x[i]) * y[i] + 3)
BENCH_LOOP(hand_sin, vector_sin(x[i]))
BENCH_LOOP(hand_exp, vector_exp(x[i]))
BENCH_LOOP(hand_log, vector_log(x[i]))
BENCH_LOOP(hand_tanh, vector_tanh(x[i]))
BENCH_LOOP(hand_pow, vector_pow(x[i], y[i]))
BENCH_LOOP(hand_square, vector_pow(x[i], 2))
BENCH_LOOP(hand_atan2, vector_atan2(x[i], y[i]))

namespace {

using ravel::buffer;
using ravel::index_t;

// One row: an expression of x and y, copied, against a loop over the same memory.
struct data {
  explicit data(index_t n)
      : x(ravel::make_buffer<double>(n)),
        y(ravel::make_buffer<double>(n)),
        out(ravel::make_buffer<double>(n)),
        mask(ravel::make_buffer<bool>(n)),
        whole(ravel::make_buffer<int>(n)) {
    for (index_t i = 0; i < n; ++i) {
      x[i] = 0.001 * static_cast<double>(i % 6000) + 0.01;
      y[i] = 3 - 0.002 * static_cast<double>(i % 2000);
      mask[i] = i * 2654435761 % 7 < 3;
    }
  }
  buffer<double> x, y, out;
  buffer<bool> mask;
  buffer<int> whole;
};

// f(i) for every element, as a user would write it.
template <class T, class F>
bench::work loop(const buffer<T>& out, F f) {
  return [to = out.data(), n = out.size(), f] {
    for (index_t i = 0; i < n; ++i) to[i] = f(i);
    bench::keep(to[0]);
  };
}

template <class E, class T>
bench::work copied(E expression, const buffer<T>& out) {
  return [expression, out] {
    ravel::copy(expression, out);
    bench::keep(out.data()[0]);
  };
}

using kernel = void (*)(double*, const double*, const double*, std::int64_t);
bench::work called(kernel f, const data& d) {
  return [f, d] {
    f(d.out.data(), d.x.data(), d.y.data(), d.x.size());
    bench::keep(d.out.data()[0]);
  };
}

void expression_rows(bench::table& table, index_t n, const char* size) {
  const data d(n);
  const double *x = d.x.data(), *y = d.y.data();
  table.row(std::string("sin(x)*y + 3, ") + size, 1.3, copied(sin(d.x) * d.y + 3, d.out), called(hand_sin_times, d),
            {.items = static_cast<double>(n), .peers = {{"libm", loop(d.out, [=](index_t i) { return std::sin(x[i]) * y[i] + 3; })}}});
}

template <class E, class F>
void block_row(bench::table& table, const data& d, const char* name, E expression, kernel hand, F libm) {
  table.row(name, 1.3, copied(expression, d.out), called(hand, d),
            {.items = static_cast<double>(d.x.size()), .peers = {{"libm", loop(d.out, libm)}}});
}

void block_rows(bench::table& table) {
  const data d(100'000);
  const double *x = d.x.data(), *y = d.y.data();
  block_row(table, d, "sin", sin(d.x), hand_sin, [=](index_t i) { return std::sin(x[i]); });
  block_row(table, d, "exp", exp(d.x), hand_exp, [=](index_t i) { return std::exp(x[i]); });
  block_row(table, d, "log", log(d.x), hand_log, [=](index_t i) { return std::log(x[i]); });
  block_row(table, d, "tanh", tanh(d.x), hand_tanh, [=](index_t i) { return std::tanh(x[i]); });
  block_row(table, d, "pow(x, y)", pow(d.x, d.y), hand_pow, [=](index_t i) { return std::pow(x[i], y[i]); });
  block_row(table, d, "pow(x, 2)", pow(d.x, 2), hand_square, [=](index_t i) { return std::pow(x[i], 2.0); });
  block_row(table, d, "atan2", atan2(d.x, d.y), hand_atan2, [=](index_t i) { return std::atan2(x[i], y[i]); });
}

template <class T, class E, class F>
void fused_row(bench::table& table, const buffer<T>& out, const char* name, E expression, F hand) {
  table.row(name, 1.1, copied(expression, out), loop(out, hand), {.items = static_cast<double>(out.size())});
}

void fused_rows(bench::table& table) {
  const data d(100'000);
  const double *x = d.x.data(), *y = d.y.data();
  const bool* mask = d.mask.data();
  fused_row(table, d.out, "abs", abs(d.x), [=](index_t i) { return std::abs(x[i]); });
  fused_row(table, d.out, "sqrt", sqrt(d.x), [=](index_t i) { return std::sqrt(x[i]); });
  fused_row(table, d.out, "minimum", minimum(d.x, d.y), [=](index_t i) { return y[i] < x[i] ? y[i] : x[i]; });
  fused_row(table, d.out, "clip", clip(d.x, 1, 2), [=](index_t i) { return x[i] < 1 ? 1 : x[i] > 2 ? 2 : x[i]; });
  fused_row(table, d.out, "where(x > 1, y, x)", where(d.x > 1, d.y, d.x), [=](index_t i) { return x[i] > 1 ? y[i] : x[i]; });
  fused_row(table, d.out, "where(mask, x, y)", where(d.mask, d.x, d.y), [=](index_t i) { return mask[i] ? x[i] : y[i]; });
  fused_row(table, d.out, "floor", floor(d.x), [=](index_t i) { return std::floor(x[i]); });
  fused_row(table, d.out, "round", round(d.x), [=](index_t i) { return std::round(x[i]); });
}

void cast_rows(bench::table& table) {
  const data d(100'000);
  const double* x = d.x.data();
  table.row("cast<int>, hand unchecked", 2, copied(ravel::cast<int>(d.x), d.whole),
            loop(d.whole, [=](index_t i) { return static_cast<int>(x[i]); }), {.items = 100'000});
  fused_row(table, d.whole, "saturate_cast<int>", ravel::saturate_cast<int>(d.x), [=](index_t i) {
    return x[i] < -2147483648.0 ? -2147483647 - 1 : x[i] > 2147483647.0 ? 2147483647 : static_cast<int>(x[i]);
  });
}

// Every element alone, out of order as far as a processor cares.
void element_row(bench::table& table) {
  const data d(1000);
  const auto f = sin(d.x);
  const auto alone = [f, out = d.out] {
    for (index_t i = 0; i < 1000; ++i) out.data()[i] = f[i];
    bench::keep(out.data()[0]);
  };
  table.row("sin(x)[i]", 3, alone, loop(d.out, [x = d.x.data()](index_t i) { return std::sin(x[i]); }), {.items = 1000});
}

}  // namespace

int main() {
  bench::table table("functions, n = 1e5 where nothing else is said, ns per element");
  expression_rows(table, 1'000, "1e3");
  expression_rows(table, 100'000, "1e5");
  expression_rows(table, 10'000'000, "1e7");
  block_rows(table);
  element_row(table);
  fused_rows(table);
  cast_rows(table);
}
