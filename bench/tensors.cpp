// SPDX-License-Identifier: BSL-1.0
// Tensors: turned operands, copies through views, broadcasting, long expressions, stencils and many small ones, against hand-written loops.
#include <ravel/ravel.hpp>

#include "support.hpp"

#if WITH_EIGEN
#include <Eigen/Dense>
#endif
#if WITH_XTENSOR
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#include <xtensor/xadapt.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xview.hpp>
#pragma GCC diagnostic pop
#endif

#include <algorithm>
#include <chrono>
#include <cstring>

namespace {

using ravel::all;
using ravel::copy;
using ravel::index_t;
using ravel::slice;
using ravel::tensor;

tensor<double> counted(const ravel::shape& extents) {
  const auto t = ravel::empty<double>(extents);
  ravel::copy(ravel::reshape(ravel::as_tensor(ravel::iota<double>(extents.elements()), {extents.elements()}), extents) % 17.0, t);
  return t;
}

template <index_t Tile>
[[gnu::noinline]] void add_turned(const double* __restrict x, const double* __restrict y, double* __restrict z, index_t n) {
  for (index_t i0 = 0; i0 < n; i0 += Tile)
    for (index_t j0 = 0; j0 < n; j0 += Tile)
      for (index_t i = i0; i < std::min(n, i0 + Tile); ++i)
        for (index_t j = j0; j < std::min(n, j0 + Tile); ++j) z[i * n + j] = x[i * n + j] + y[j * n + i];
}

using square_loop = void (*)(const double* __restrict, const double* __restrict, double* __restrict, index_t);

double time_of(square_loop loop, const double* x, const double* y, double* z, index_t n);

square_loop best_tile(const double* x, const double* y, double* z, index_t n) {
  const square_loop loops[] = {add_turned<8>, add_turned<16>, add_turned<32>, add_turned<64>};
  return *std::min_element(std::begin(loops), std::end(loops),
                           [&](square_loop a, square_loop b) { return time_of(a, x, y, z, n) < time_of(b, x, y, z, n); });
}

double time_of(square_loop loop, const double* x, const double* y, double* z, index_t n) {
  double best = 1e300;
  for (int k = 0; k < 3; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    loop(x, y, z, n);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

using named_work = std::pair<std::string_view, bench::work>;

// The same through other libraries, over the same memory.
#if WITH_EIGEN
using eigen_array = Eigen::Map<Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
#define EIGEN_PEER(...)                                                                                   \
  found.emplace_back("Eigen", [=] {                                                                       \
    const eigen_array x(const_cast<double*>(p), rows, columns), y(const_cast<double*>(q), rows, columns); \
    eigen_array z(out, rows, columns);                                                                    \
    __VA_ARGS__;                                                                                          \
    bench::keep(out);                                                                                     \
  });
#else
#define EIGEN_PEER(...)
#endif
#if WITH_XTENSOR
#define XTENSOR_PEER(...)                                                                                                \
  found.emplace_back("xtensor", [=] {                                                                                    \
    const std::array<std::size_t, 2> extents{static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)};         \
    const std::size_t size = extents[0] * extents[1];                                                                    \
    const auto x = xt::adapt(p, size, xt::no_ownership(), extents), y = xt::adapt(q, size, xt::no_ownership(), extents); \
    auto z = xt::adapt(out, size, xt::no_ownership(), extents);                                                          \
    __VA_ARGS__;                                                                                                         \
    bench::keep(out);                                                                                                    \
  });
#else
#define XTENSOR_PEER(...)
#endif
#define PEERS(name, eigen, xtensor)                                                                                              \
  std::vector<named_work> name([[maybe_unused]] const double* p, [[maybe_unused]] const double* q, [[maybe_unused]] double* out, \
                               [[maybe_unused]] index_t rows, [[maybe_unused]] index_t columns) {                                \
    std::vector<named_work> found;                                                                                               \
    EIGEN_PEER(eigen)                                                                                                            \
    XTENSOR_PEER(xtensor)                                                                                                        \
    return found;                                                                                                                \
  }
PEERS(turned_peers, z = x + y.transpose(), xt::noalias(z) = x + xt::transpose(y))
PEERS(copy_peers, z = x.transpose(); (void)y, xt::noalias(z) = xt::transpose(x))
PEERS(row_peers, z = x.rowwise() + y.row(0), xt::noalias(z) = x + xt::view(y, 0, xt::all()))
PEERS(distance_peers, bench::keep((x - y).square().sum()); (void)z, bench::keep(xt::sum(xt::square(x - y))()))
PEERS(thirteen_peers, z = (((x - y) * (x + y) + 0.5) * (x - y) - (x + y)) * 0.25 + (x - y) * (x - y) * 1.5,
      xt::noalias(z) = (((x - y) * (x + y) + 0.5) * (x - y) - (x + y)) * 0.25 + (x - y) * (x - y) * 1.5)

void turned_operands() {
  bench::table table("an operand turned");
  for (const index_t n : {2000, 2048, 4096}) {
    const auto x = counted({n, n}), y = counted({n, n}), z = counted({n, n});
    const double *p = &x(0, 0), *q = &y(0, 0);
    double* out = &z(0, 0);
    const square_loop hand = best_tile(p, q, out, n);
    table.row(
        "copy(x + transpose(y), z) " + std::to_string(n), 1.05, [&] { copy(x + transpose(y), z); }, [=] { hand(p, q, out, n); },
        {.peers = turned_peers(p, q, out, n, n)});
    const double bytes = static_cast<double>(n * n) * 16;
    table.row(
        "copy(transpose(x), z) against memcpy " + std::to_string(n), 2.0, [&] { copy(transpose(x), z); },
        [=] {
          std::memcpy(out, p, static_cast<std::size_t>(n * n) * 8);
          bench::keep(out);
        },
        {.bytes = bytes, .peers = copy_peers(p, q, out, n, n)});
  }
  const auto cube = counted({200, 200, 200}), turned = counted({200, 200, 200});
  const auto four = counted({50, 60, 50, 60}), out = counted({60, 50, 60, 50});
  const auto hand = [](const double* from, double* to, index_t n) {
    return [=] {
      std::memcpy(to, from, static_cast<std::size_t>(n) * 8);
      bench::keep(to);
    };
  };
  table.row(
      "copy(transpose(x, {2, 1, 0}), z) 200^3", 2.0,
      [&] {
        copy(transpose(cube, {2, 1, 0}), turned);
      },
      hand(&cube(0, 0, 0), &turned(0, 0, 0), cube.size()));
  table.row(
      "copy(transpose(x, {1, 0, 2}), z) 200^3", 2.0,
      [&] {
        copy(transpose(cube, {1, 0, 2}), turned);
      },
      hand(&cube(0, 0, 0), &turned(0, 0, 0), cube.size()));
  table.row(
      "copy(transpose(x, {3, 2, 1, 0}), z) 50 60 50 60", 2.0,
      [&] {
        copy(transpose(four, {3, 2, 1, 0}), out);
      },
      hand(&four(0, 0, 0, 0), &out(0, 0, 0, 0), four.size()));
}

void copies() {
  bench::table table("copies through views, 2000 x 2000");
  constexpr index_t n = 2000;
  const auto x = counted({n, n}), z = counted({n, n});
  const double* p = &x(0, 0);
  double* out = &z(0, 0);
  table.row(
      "crop of half", 1.15, [&] { copy(x(slice(500, 1000), slice(500, 1000)), z(slice(0, 1000), slice(0, 1000))); },
      [=] {
        for (index_t i = 0; i < 1000; ++i) std::memcpy(out + i * n, p + (i + 500) * n + 500, 8000);
      });
  table.row(
      "every second row", 1.15, [&] { copy(x(slice(0, 1000, 2), all), z(slice(0, 1000), all)); },
      [=] {
        for (index_t i = 0; i < 1000; ++i) std::memcpy(out + i * n, p + 2 * i * n, 8 * n);
      });
  table.row(
      "every second column", 1.15, [&] { copy(x(all, slice(0, 1000, 2)), z(all, slice(0, 1000))); },
      [=] {
        for (index_t i = 0; i < n; ++i)
          for (index_t j = 0; j < 1000; ++j) out[i * n + j] = p[i * n + 2 * j];
      });
  table.row(
      "rotate by 3 and 5", 1.15,
      [&] {
        copy(rotate(x, {3, 5}), z);
      },
      [=] {
        for (index_t i = 0; i < n; ++i) {
          double* to = out + (i + 3) % n * n;
          std::memcpy(to + 5, p + i * n, 8 * (n - 5));
          std::memcpy(to, p + i * n + n - 5, 40);
        }
      });
  const auto quarter = counted({500, 500});
  const double* small = &quarter(0, 0);
  table.row(
      "tile 4 x 4 of 500 x 500", 1.15,
      [&] {
        copy(tile(quarter, {4, 4}), z);
      },
      [=] {
        for (index_t i = 0; i < n; ++i)
          for (index_t k = 0; k < 4; ++k) std::memcpy(out + i * n + 500 * k, small + i % 500 * 500, 4000);
      });
  table.row(
      "flip rows", 1.15, [&] { copy(flip(x, {0}), z); },
      [=] {
        for (index_t i = 0; i < n; ++i) std::memcpy(out + i * n, p + (n - 1 - i) * n, 8 * n);
      });
  table.row(
      "flip columns", 1.15, [&] { copy(flip(x, {1}), z); },
      [=] {
        for (index_t i = 0; i < n; ++i)
          for (index_t j = 0; j < n; ++j) out[i * n + j] = p[i * n + n - 1 - j];
      });
}

void expressions() {
  bench::table table("broadcasting and long expressions, 1000 x 1000");
  constexpr index_t n = 1000;
  const auto x = counted({n, n}), y = counted({n, n}), z = counted({n, n});
  const tensor<double> row = counted({n}), column = counted({n, 1});
  const double *p = &x(0, 0), *q = &y(0, 0), *r = &row(0), *c = &column(0, 0);
  double* out = &z(0, 0);
  table.row(
      "copy(x + row, z)", 1.10, [&] { copy(x + row, z); },
      [=] {
        for (index_t i = 0; i < n; ++i)
          for (index_t j = 0; j < n; ++j) out[i * n + j] = p[i * n + j] + r[j];
      },
      {.peers = row_peers(p, q, out, n, n)});
  table.row(
      "copy(x + column, z)", 1.10, [&] { copy(x + column, z); },
      [=] {
        for (index_t i = 0; i < n; ++i)
          for (index_t j = 0; j < n; ++j) out[i * n + j] = p[i * n + j] + c[i];
      });
  table.row(
      "sum(square(x - y))", 1.10, [&] { bench::keep(sum(square(x - y))); },
      [=] {
        double lane[32] = {};
        for (index_t i = 0; i + 32 <= n * n; i += 32)
          for (index_t j = 0; j < 32; ++j) lane[j] += (p[i + j] - q[i + j]) * (p[i + j] - q[i + j]);
        bench::keep(lane);
      },
      {.peers = distance_peers(p, q, out, n, n)});
  table.row(
      "13 operators, readers named again", 2.5,
      [&] {
        const auto t = x - y;
        const auto u = x + y;
        copy(((t * u + 0.5) * t - u) * 0.25 + t * t * 1.5, z);
      },
      [=] {
        for (index_t i = 0; i < n * n; ++i) {
          const double t = p[i] - q[i], u = p[i] + q[i];
          out[i] = ((t * u + 0.5) * t - u) * 0.25 + t * t * 1.5;
        }
      },
      {.peers = thirteen_peers(p, q, out, n, n)});
  const auto image = ravel::as_tensor(ravel::clone(ravel::wrap_cast<std::uint8_t>(ravel::iota<index_t>(n * n * 3))), {n, n, 3});
  const auto planes = ravel::empty<float>({3, n, n});
  const std::uint8_t* from = &image(0, 0, 0);
  float* to = &planes(0, 0, 0);
  table.row(
      "bytes HWC to float CHW, normalised", 1.25,
      [&] {
        copy((transpose(image, {2, 0, 1}) - 127.5F) / 63.75F, planes);
      },
      [=] {
        for (index_t i = 0; i < n * n; ++i)
          for (index_t k = 0; k < 3; ++k) to[k * n * n + i] = (static_cast<float>(from[i * 3 + k]) - 127.5F) / 63.75F;
      });
}

void access() {
  bench::table table("elements and views");
  constexpr index_t n = 500;
  const auto x = counted({n, n}), z = counted({n, n});
  const double* p = &x(0, 0);
  double* out = &z(0, 0);
  const auto hand = [=] {
    for (index_t i = 1; i + 1 < n; ++i)
      for (index_t j = 1; j + 1 < n; ++j)
        out[i * n + j] = 0.2 * (p[i * n + j] + p[(i - 1) * n + j] + p[(i + 1) * n + j] + p[i * n + j - 1] + p[i * n + j + 1]);
    bench::keep(out);
  };
  const double cells = (n - 2) * (n - 2);
  table.row("stencil by t(i, j), a cell", 4,
            [&] {
              for (index_t i = 1; i + 1 < n; ++i)
                for (index_t j = 1; j + 1 < n; ++j) z(i, j) = 0.2 * (x(i, j) + x(i - 1, j) + x(i + 1, j) + x(i, j - 1) + x(i, j + 1));
              bench::keep(out);
            },
            hand, {.items = cells});
  table.row("stencil by t.unchecked<2>(), a cell", 1.05,
            [&] {
              const auto u = x.unchecked<2>();
              const auto w = z.unchecked<2>();
              for (index_t i = 1; i + 1 < n; ++i)
                for (index_t j = 1; j + 1 < n; ++j) w(i, j) = 0.2 * (u(i, j) + u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1));
              bench::keep(out);
            },
            hand, {.items = cells});
  table.row("stencil by slices, a cell", 1.25,
            [&] {
              const auto part = [&](index_t i, index_t j) { return x(slice(i, n - 2), slice(j, n - 2)); };
              copy(0.2 * (part(1, 1) + part(0, 1) + part(2, 1) + part(1, 0) + part(1, 2)), z(slice(1, n - 2), slice(1, n - 2)));
            },
            hand, {.items = cells});
  table.row_alone("x(1, all)", 300, [&] { bench::keep(x(1, all)); });
  table.row_alone("transpose(x)", 300, [&] { bench::keep(transpose(x)); });
  const auto a = counted({3, 3}), b = counted({3, 3}), c = counted({3, 3});
  const double *r = &a(0, 0), *s = &b(0, 0);
  double* t = &c(0, 0);
  table.row(
      "copy(a * 2.0 + b, c), 3 x 3", 1, [&] { copy(a * 2.0 + b, c); },
      [=] {
        for (index_t i = 0; i < 9; ++i) t[i] = r[i] * 2.0 + s[i];
        bench::keep(t);
      },
      {.allowance_ns = 200});
  table.row(
      "copy(transpose(a) + b, c), 3 x 3", 1, [&] { copy(transpose(a) + b, c); },
      [=] {
        for (index_t i = 0; i < 3; ++i)
          for (index_t j = 0; j < 3; ++j) t[i * 3 + j] = r[j * 3 + i] + s[i * 3 + j];
        bench::keep(t);
      },
      {.allowance_ns = 600});
}

void life() {
  bench::table table("game of life on a torus, 1000 x 1000");
  constexpr index_t n = 1000;
  const auto world = ravel::empty<std::uint8_t>({n, n}), next = ravel::empty<std::uint8_t>({n, n});
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < n; ++j) world(i, j) = (i * 7 + j * j) % 3 == 0;
  const std::uint8_t* from = &world(0, 0);
  std::uint8_t* to = &next(0, 0);
  table.row(
      "nine rotations, a cell", 3,
      [&] {
        const auto r = [&](index_t i, index_t j) { return rotate(world, {i, j}); };
        const auto around = map([](auto... c) { return static_cast<std::uint8_t>((c + ...)); }, r(-1, -1), r(-1, 0), r(-1, 1), r(0, -1),
                                r(0, 1), r(1, -1), r(1, 0), r(1, 1));
        const auto rule = [](std::uint8_t neighbours, std::uint8_t alive) {
          return static_cast<std::uint8_t>((neighbours == 3) | (alive & (neighbours == 2)));
        };
        copy(assume_no_alias(map(rule, around, world)), next);
      },
      [=] {
        for (index_t i = 0; i < n; ++i) {
          const std::uint8_t *up = from + (i + n - 1) % n * n, *here = from + i * n, *down = from + (i + 1) % n * n;
          const auto cell = [&](index_t j, index_t left, index_t right) {
            const int around = up[left] + up[j] + up[right] + here[left] + here[right] + down[left] + down[j] + down[right];
            to[i * n + j] = static_cast<std::uint8_t>((around == 3) | (here[j] & (around == 2)));
          };
          cell(0, n - 1, 1);
          for (index_t j = 1; j + 1 < n; ++j) cell(j, j - 1, j + 1);
          cell(n - 1, n - 2, 0);
        }
      },
      {.items = static_cast<double>(n * n)});
}

}  // namespace

int main() {
  turned_operands();
  copies();
  expressions();
  access();
  life();
}
