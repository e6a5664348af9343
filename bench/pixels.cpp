// SPDX-License-Identifier: BSL-1.0
// Pictures and points: axes of two to four elements that stand innermost, reduced, broadcast over and turned; filters of whole frames.
// Beside the loops that go along the long axis and write out the short one.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include "support.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace {

using ravel::index_t;
using ravel::tensor;
using ravel::transpose;

constexpr index_t rows = 1080, columns = 1920, pixels = rows * columns;

[[gnu::noinline]] void hand_luma(const float* p, const float* w, float* __restrict out) {
  const float r = w[0], g = w[1], b = w[2];
  for (index_t i = 0; i < pixels; ++i) out[i] = p[3 * i] * r + p[3 * i + 1] * g + p[3 * i + 2] * b;
}
[[gnu::noinline]] void hand_weigh(const float* p, const float* w, float* __restrict out) {
  const float r = w[0], g = w[1], b = w[2];
  for (index_t i = 0; i < pixels; ++i) {
    out[3 * i] = p[3 * i] * r;
    out[3 * i + 1] = p[3 * i + 1] * g;
    out[3 * i + 2] = p[3 * i + 2] * b;
  }
}
// Sixteen sums at once, as adding up needs.
[[gnu::noinline]] double hand_weighed_sum(const float* p, const float* w) {
  double lanes[16] = {};
  for (index_t i = 0; i < pixels; i += 16) {
    for (index_t j = 0; j < 16; ++j) {
      for (index_t c = 0; c < 3; ++c) lanes[j] += p[3 * (i + j) + c] * w[c];
    }
  }
  double total = 0;
  for (const double lane : lanes) total += lane;
  return total;
}
[[gnu::noinline]] void hand_mask(const float* p, const float* m, float* __restrict out) {
  for (index_t i = 0; i < pixels; ++i) {
    for (index_t c = 0; c < 3; ++c) out[3 * i + c] = p[3 * i + c] * m[i];
  }
}

void colours(bench::table& table) {
  const tensor<float> x = ravel::random_uniform<float>({rows, columns, 3}, 0, 1, 1),
                      mask = ravel::random_uniform<float>({rows, columns, 1}, 0, 1, 2);
  const tensor<float> w{0.299F, 0.587F, 0.114F}, grey = ravel::empty<float>({rows, columns}), c = ravel::empty<float>({rows, columns, 3});
  table.row(
      "sum(rgb * weights, 2), 1080x1920x3", 2, [=] { bench::keep(sum(x * w, 2)); },
      [=] {
        hand_luma(x.data(), w.data(), grey.data());
        bench::keep(*grey.data());
      });
  table.row(
      "sum(rgb * weights)", 2, [=] { bench::keep(sum(x * w)); }, [=] { bench::keep(hand_weighed_sum(x.data(), w.data())); });
  table.row(
      "copy(rgb * weights, c)", 1.3,
      [=] {
        copy(x * w, c);
        bench::keep(*c.data());
      },
      [=] {
        hand_weigh(x.data(), w.data(), c.data());
        bench::keep(*c.data());
      });
  table.row(
      "copy(rgb * mask, c)", 1.3,
      [=] {
        copy(x * mask, c);
        bench::keep(*c.data());
      },
      [=] {
        hand_mask(x.data(), mask.data(), c.data());
        bench::keep(*c.data());
      });
}

constexpr index_t points = 1'000'000;

[[gnu::noinline]] void hand_norm(const double* p, double* __restrict out) {
  for (index_t i = 0; i < points; ++i) out[i] = std::sqrt(p[3 * i] * p[3 * i] + p[3 * i + 1] * p[3 * i + 1] + p[3 * i + 2] * p[3 * i + 2]);
}
[[gnu::noinline]] void hand_max(const double* p, double* __restrict out) {
  for (index_t i = 0; i < points; ++i) out[i] = std::max(std::max(p[3 * i], p[3 * i + 1]), p[3 * i + 2]);
}
template <index_t N>
[[gnu::noinline]] void hand_sum(const double* p, double* __restrict out) {
  for (index_t i = 0; i < 3 * points / N; ++i) {
    double total = 0;
    for (index_t k = 0; k < N; ++k) total += p[N * i + k];
    out[i] = total;
  }
}

void vectors(bench::table& table) {
  const tensor<double> p = ravel::random_uniform<double>({points, 3}, -1, 1, 3), out = ravel::empty<double>({3 * points});
  const auto hand = [=](void (*loop)(const double*, double*)) {
    return [=] {
      loop(p.data(), out.data());
      bench::keep(*out.data());
    };
  };
  table.row(
      "norm(p, 1), 1e6x3", 2, [=] { bench::keep(norm(p, 1)); }, hand(hand_norm));
  table.row(
      "max(p, 1)", 2, [=] { bench::keep(max(p, 1)); }, hand(hand_max));
  table.row(
      "sum(p, 1)", 2, [=] { bench::keep(sum(p, 1)); }, hand(hand_sum<3>));
  const auto fives = reshape(p, {3 * points / 5, 5}), twelves = reshape(p, {3 * points / 12, 12});
  table.row(
      "sum(p, 1) of lines of 5", 2, [=] { bench::keep(sum(fives, 1)); }, hand(hand_sum<5>));
  table.row(
      "sum(p, 1) of lines of 12", 4, [=] { bench::keep(sum(twelves, 1)); }, hand(hand_sum<12>));
}

[[gnu::noinline]] void hand_join(const float* x, std::uint8_t* __restrict out) {
  for (index_t i = 0; i < pixels; ++i) {
    for (index_t c = 0; c < 3; ++c) out[3 * i + c] = static_cast<std::uint8_t>(std::clamp(x[c * pixels + i] * 255.0F, 0.0F, 255.0F));
  }
}
[[gnu::noinline]] void hand_separate(const float* x, std::uint8_t* __restrict out) {
  for (index_t i = 0; i < pixels; ++i) {
    for (index_t c = 0; c < 3; ++c) out[c * pixels + i] = static_cast<std::uint8_t>(std::clamp(x[3 * i + c] * 255.0F, 0.0F, 255.0F));
  }
}
[[gnu::noinline]] void hand_swap(const std::uint8_t* x, std::uint8_t* __restrict out) {
  for (index_t i = 0; i < 1024 * 1024; ++i) {
    for (index_t c = 0; c < 3; ++c) out[3 * i + c] = x[3 * i + 2 - c];
  }
}

void turned(bench::table& table) {
  const tensor<float> planes = ravel::random_uniform<float>({3, rows, columns}, 0, 1, 4),
                      colours = ravel::random_uniform<float>({rows, columns, 3}, 0, 1, 5);
  const tensor<std::uint8_t> joined = ravel::empty<std::uint8_t>({rows, columns, 3}),
                             apart = ravel::empty<std::uint8_t>({3, rows, columns});
  const auto bytes = [](const auto& x) { return ravel::saturate_cast<std::uint8_t>(x * 255.0F); };
  const auto join = [=] {
    hand_join(planes.data(), joined.data());
    bench::keep(*joined.data());
  };
  const auto separate = [=] {
    hand_separate(colours.data(), apart.data());
    bench::keep(*apart.data());
  };
  table.row(
      "planes into a turned picture", 2,
      [=] {
        copy(bytes(planes), transpose(joined, {2, 0, 1}));
      },
      join);
  table.row(
      "turned planes into a picture", 2,
      [=] {
        copy(bytes(transpose(planes, {1, 2, 0})), joined);
      },
      join);
  table.row(
      "a picture into turned planes", 2,
      [=] {
        copy(bytes(colours), transpose(apart, {1, 2, 0}));
      },
      separate);
  table.row(
      "a turned picture into planes", 2,
      [=] {
        copy(bytes(transpose(colours, {2, 0, 1})), apart);
      },
      separate);
  const auto prepared = tensor<const std::uint8_t>(bytes(transpose(planes, {1, 2, 0})));
  table.row(
      "the same, prepared before", 2, [=] { copy(prepared, joined); }, join);
  const tensor<std::uint8_t> rgb = ravel::random_integers<std::uint8_t>({1024, 1024, 3}, 0, 255, 6),
                             bgr = ravel::empty<std::uint8_t>({1024, 1024, 3});
  const auto swap = [=] {
    hand_swap(rgb.data(), bgr.data());
    bench::keep(*bgr.data());
  };
  table.row(
      "copy(flip(rgb, 2), bgr), 1024x1024x3 bytes", 2, [=] { copy(flip(rgb, 2), bgr); }, swap);
  table.row(
      "copy(take(rgb, 2, {2, 1, 0}), bgr)", 2,
      [=] {
        copy(take(rgb, 2, {2, 1, 0}), bgr);
      },
      swap);
  table.row(
      "copy(take(rgb, 2, {0, 2, 1}), bgr)", 2,
      [=] {
        copy(take(rgb, 2, {0, 2, 1}), bgr);
      },
      swap);
}

void filters(bench::table& table) {
  const tensor<float> frame = ravel::random_uniform<float>({2160, 3840, 3}, 0, 1, 7), smooth = ravel::empty<float>({2160, 3840, 3});
  const auto by_slices = [=] {
    for (index_t c = 0; c < 3; ++c) bench::keep(gaussian_filter(frame(ravel::all, ravel::all, c), 2));
  };
  table.row(
      "gaussian_filter(frame, 2, {0, 1}) of 4K, by slices beside it", 1.2,
      [=] {
        bench::keep(gaussian_filter(frame, 2, {0, 1}));
      },
      by_slices);
  table.row(
      "the same into{t}", 1.2,
      [=] {
        gaussian_filter(frame, 2, {0, 1}, ravel::into{smooth});
        bench::keep(*smooth.data());
      },
      by_slices);
}

void functions(bench::table& table) {
  constexpr index_t n = 10'000'000;
  const tensor<double> x = ravel::random_uniform<double>({n}, 0, 1, 8), y = ravel::random_uniform<double>({n}, 0, 1, 9),
                       out = ravel::empty<double>({n});
  const auto by_operators = [=] { copy(sqrt(x * x + y * y) * 0.5 + 1.0, out); };
  table.row(
      "a chain in one map with std::sqrt, operators beside it", 1.1,
      [=] { copy(map([](double a, double b) { return std::sqrt(a * a + b * b) * 0.5 + 1.0; }, x, y), out); }, by_operators);
}

constexpr index_t side = 1000;

[[gnu::noinline]] void hand_stencil(const double* x, double* __restrict out) {
  for (index_t i = 1; i + 1 < side; ++i) {
    for (index_t j = 1; j + 1 < side; ++j) {
      double total = 0;
      for (index_t a = i - 1; a <= i + 1; ++a) {
        for (index_t b = j - 1; b <= j + 1; ++b) total += x[a * side + b];
      }
      out[i * side + j] = total / 9;
    }
  }
}

void stencils(bench::table& table) {
  const tensor<double> x = ravel::random_uniform<double>({side, side}, 0, 1, 10), out = ravel::empty<double>({side, side});
  const auto of_nine = [x](index_t i, index_t j) {
    double total = 0;
    for (index_t a = -1; a <= 1; ++a) {
      for (index_t b = -1; b <= 1; ++b) total += x((i + a + side) % side, (j + b + side) % side);
    }
    return total / 9;
  };
  const auto inside = [x](index_t i, index_t j) {
    double total = 0;
    for (index_t a = 0; a <= 2; ++a) {
      for (index_t b = 0; b <= 2; ++b) total += x(i + a, j + b);
    }
    return total / 9;
  };
  const auto hand = [=] {
    hand_stencil(x.data(), out.data());
    bench::keep(*out.data());
  };
  const tensor<double> part = out(ravel::slice(1, side - 2), ravel::slice(1, side - 2));
  table.row(
      "a stencil of nine reads by compute, the inside", 3,
      [=] {
        copy(ravel::compute<double>({side - 2, side - 2}, inside), part);
      },
      hand);
  table.row(
      "the same with wrapped coordinates", 20,
      [=] {
        copy(ravel::compute<double>({side, side}, of_nine), out);
      },
      hand);
}

}  // namespace

int main() {
  bench::table table("pictures and points");
  colours(table);
  vectors(table);
  turned(table);
  filters(table);
  functions(table);
  stencils(table);
}
