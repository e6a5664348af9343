// SPDX-License-Identifier: BSL-1.0
// Names for axes: what they cost beside the positional expression, the product of matrices and the loops that one would write by hand.
#include <ravel/named.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include "support.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#ifdef BENCH_CBLAS
#include <cblas.h>
#endif

namespace {

using namespace ravel;

template <class T = double>
tensor<T> values(const shape& of) {
  const auto made = compute<double>({of.elements()}, [](index_t k) { return static_cast<double>((k * 7919) % 101) - 50; });
  if constexpr (std::same_as<T, double>) {
    return clone(reshape(made, of) * 0.01);
  } else {
    return clone(cast<T>(reshape(made, of)));
  }
}

void elementwise(bench::table& table, const char* name, index_t n) {
  const tensor<double> a = values({n, n}), b = values({n, n}), row = values({n}), out = zeros<double>({n, n});
  const auto ours = [=] {
    RAVEL_DIMS(i, j);
    out(i, j) = a(i, j) * 2.0 + b(i, j) * row(j);
  };
  table.row(name, 1.02, ours, [=] { copy(a * 2.0 + b * row, out); }, {.items = static_cast<double>(n * n)});
}

void creation(bench::table& table) {
  const tensor<double> a = values({2, 2}), b = values({2, 2});
  RAVEL_DIMS(i, j, k);
  table.row_alone("sum(a(i, k) * b(k, j), k), 2 x 2, all of it", 3000, [=] { bench::keep(sum(a(i, k) * b(k, j), k)); });
}

void integers(bench::table& table) {
  const auto a = values<std::int64_t>({512, 512}), b = values<std::int64_t>({512, 512});
  const auto ours = [=] {
    RAVEL_DIMS(i, j, k);
    bench::keep(order(sum(a(i, k) * b(k, j), k), i, j));
  };
  table.row("integers, 512", 1.2, ours, [=] { bench::keep(matmul(a, b)); }, {.items = 2.0 * 512 * 512 * 512});
}

// By hand in the better order of pairs.
void several_factors(bench::table& table) {
  const tensor<double> a = values({256, 64}), b = values({64, 512}), c = values({512, 32}), d = values({32, 300});
  table.row(
      "einsum ij,jk,kl->il", 1.1, [=] { bench::keep(einsum("ij,jk,kl->il", a, b, c)); }, [=] { bench::keep(matmul(a, matmul(b, c))); });
  table.row(
      "einsum ij,jk,kl,lm->im", 1.1, [=] { bench::keep(einsum("ij,jk,kl,lm->im", a, b, c, d)); },
      [=] { bench::keep(matmul(matmul(a, matmul(b, c)), d)); });
}

#ifdef BENCH_CBLAS

void gemm(bool turn_a, bool turn_b, index_t m, index_t n, index_t k, const double* a, const double* b, double* c) {
  cblas_dgemm(CblasRowMajor, turn_a ? CblasTrans : CblasNoTrans, turn_b ? CblasTrans : CblasNoTrans, static_cast<int>(m),
              static_cast<int>(n), static_cast<int>(k), 1, a, static_cast<int>(turn_a ? m : k), b, static_cast<int>(turn_b ? k : n), 0, c,
              static_cast<int>(n));
}

// Either operand in either order of storage, the result in either order.
void product(bench::table& table, const char* name, bool turn_a, bool turn_b, bool turn_c) {
  constexpr index_t n = 512;
  const tensor<double> a = values({n, n}), b = values({n, n});
  const tensor<double> left = turn_a ? transpose(a) : a, right = turn_b ? transpose(b) : b;
  const auto ours = [=] {
    RAVEL_DIMS(i, j, k);
    const auto c = sum(left(i, k) * right(k, j), k);
    bench::keep(turn_c ? order(c, j, i) : order(c, i, j));
  };
  const auto hand = [=] {
    const tensor<double> c = empty<double>({n, n});
    gemm(turn_a, turn_b, n, n, n, a.data(), b.data(), c.data());
    bench::keep(c);
  };
  table.row(name, 1.03, ours, hand, {.items = 2.0 * n * n * n});
}

void gram(bench::table& table) {
  constexpr index_t n = 512;
  const tensor<double> a = values({n, n});
  const auto ours = [=] {
    RAVEL_DIMS(i, j, k);
    bench::keep(order(sum(a(i, k) * a(j, k), k), i, j));
  };
  const auto hand = [=] {
    const tensor<double> c = empty<double>({n, n});
    gemm(false, true, n, n, n, a.data(), a.data(), c.data());
    bench::keep(c);
  };
  table.row("Gram matrix, 512, against gemm", 0.8, ours, hand, {.items = 2.0 * n * n * n});
}

void batched(bench::table& table) {
  constexpr index_t stack = 64, n = 64;
  const tensor<double> a = values({stack, n, n}), b = values({stack, n, n});
  const auto ours = [=] {
    RAVEL_DIMS(s, i, j, k);
    bench::keep(order(sum(a(s, i, k) * b(s, k, j), k), s, i, j));
  };
  const auto hand = [=] {
    const tensor<double> c = empty<double>({stack, n, n});
    for (index_t s = 0; s < stack; ++s) gemm(false, false, n, n, n, a.data() + s * n * n, b.data() + s * n * n, c.data() + s * n * n);
    bench::keep(c);
  };
  table.row("64 times 64 x 64 by 64 x 64", 1.1, ours, hand, {.items = 2.0 * stack * n * n * n});
}

constexpr index_t heads = 8, places = 512, channels = 64;

// Scores, softmax by the row, and the weighted values, a head after the other.
void attention_by_hand(const double* q, const double* k, const double* v, double* out, double* scores) {
  const double scale = 1 / std::sqrt(static_cast<double>(channels));
  for (index_t h = 0; h < heads; ++h) {
    const index_t at = h * places * channels;
    gemm(false, true, places, places, channels, q + at, k + at, scores);
    for (index_t r = 0; r < places; ++r) {
      double* const row = scores + r * places;
      double most = row[0], total = 0;
      for (index_t c = 1; c < places; ++c) most = std::max(most, row[c]);
      for (index_t c = 0; c < places; ++c) total += row[c] = std::exp((row[c] - most) * scale);
      for (index_t c = 0; c < places; ++c) row[c] /= total;
    }
    gemm(false, false, places, channels, places, scores, v + at, out + at);
  }
}

void attention(bench::table& table) {
  const tensor<double> q = values({heads, places, channels}), k = values({heads, places, channels}), v = values({heads, places, channels});
  const auto ours = [=] {
    RAVEL_DIMS(head, query, key, channel);
    const auto scores = sum(q(head, query, channel) * k(head, key, channel), channel) * (1 / std::sqrt(static_cast<double>(channels)));
    bench::keep(order(sum(softmax(scores, key) * v(head, key, channel), key), head, query, channel));
  };
  const auto hand = [=] {
    const tensor<double> out = empty<double>({heads, places, channels}), scores = empty<double>({places, places});
    attention_by_hand(q.data(), k.data(), v.data(), out.data(), scores.data());
    bench::keep(out);
  };
  table.row("attention, 8 heads, 512 x 64", 1.3, ours, hand);
}

constexpr index_t planes = 64, side = 56, inner = side - 2;

// The windows as the columns of a matrix, and one product.
void convolution_by_hand(const double* image, const double* kernels, double* columns, double* out) {
  double* to = columns;
  for (index_t c = 0; c < planes; ++c) {
    for (index_t kh = 0; kh < 3; ++kh) {
      for (index_t kw = 0; kw < 3; ++kw) {
        for (index_t h = 0; h < inner; ++h, to += inner) std::copy_n(image + (c * side + h + kh) * side + kw, inner, to);
      }
    }
  }
  gemm(false, false, planes, inner * inner, planes * 9, kernels, columns, out);
}

void convolution(bench::table& table) {
  const tensor<double> image = values({1, planes, side, side}), kernels = values({planes, planes, 3, 3});
  const auto ours = [=] {
    RAVEL_DIMS(b, c, o, h, w, kh, kw);
    bench::keep(order(sum(image(b, c, h + kh, w + kw) * kernels(o, c, kh, kw), {c, kh, kw}), b, o, h(inner), w(inner)));
  };
  const auto hand = [=] {
    const tensor<double> columns = empty<double>({planes * 9, inner * inner}), out = empty<double>({1, planes, inner, inner});
    convolution_by_hand(image.data(), kernels.data(), columns.data(), out.data());
    bench::keep(out);
  };
  table.row("convolution 3 x 3, 64 channels, 56 x 56", 1.5, ours, hand);
}

#endif

}  // namespace

int main() {
  bench::table table("names for axes");
  elementwise(table, "a * 2 + b * row, 1000 x 1000", 1000);
  elementwise(table, "a * 2 + b * row, 200 x 200", 200);
  creation(table);
  integers(table);
  several_factors(table);
#ifdef BENCH_CBLAS
  product(table, "product, 512", false, false, false);
  product(table, "product, 512, transposed left", true, false, false);
  product(table, "product, 512, transposed right", false, true, false);
  product(table, "product, 512, all transposed", true, true, true);
  gram(table);
  batched(table);
  attention(table);
  convolution(table);
#endif
}
