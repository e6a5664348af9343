// SPDX-License-Identifier: BSL-1.0
// Transforms lines: cropped or padded, with their norms. A real line of even length is a complex one of half the length.
#include <ravel/base/error.hpp>
#include <ravel/op/signal/fft.hpp>
#include <ravel/op/windows/window.hpp>
#include "op/signal/fourier.hpp"

#include <algorithm>
#include <cmath>

namespace ravel::detail {

namespace {

using complex = std::complex<double>;

index_t length_of(const fourier_request& request, index_t line) {
  const char* const name = name_of(request.kind);
  if (line == 0) throw value_error(text() << name << " of no elements: there must be at least 1");
  const bool back = request.kind == fourier_kind::to_real;
  if (back && line == 1 && !request.length) throw value_error("irfft of 1 element gives none: say fft_length{1}");
  const index_t n = request.length ? index_t{request.length->value} : back ? 2 * (line - 1) : line;
  if (n < 1) throw value_error(text() << name << " with fft_length{" << n << "}: it must be at least 1");
  return n;
}

double scale_of(const fourier_request& request, index_t n) {
  const bool back = request.kind == fourier_kind::inverse || request.kind == fourier_kind::to_real;
  const auto size = static_cast<double>(n);
  if (request.norm == fft_norm::ortho) return 1 / std::sqrt(size);
  return back == (request.norm == fft_norm::backward) ? 1 / size : 1;
}

// Pairs of numbers as two arrays, and back.
RAVEL_KERNEL void split_pairs(const double* pairs, index_t n, planes to) {
  RAVEL_INDEPENDENT
  for (index_t i = 0; i < n; ++i) {
    to.re[i] = pairs[2 * i];
    to.im[i] = pairs[2 * i + 1];
  }
}
RAVEL_KERNEL void join_pairs(planes from, index_t n, double scale, double* pairs) {
  RAVEL_INDEPENDENT
  for (index_t i = 0; i < n; ++i) {
    pairs[2 * i] = scale * from.re[i];
    pairs[2 * i + 1] = scale * from.im[i];
  }
}
void fill_behind(index_t there, index_t n, planes x) {
  std::fill(x.re + there, x.re + n, 0.0);
  std::fill(x.im + there, x.im + n, 0.0);
}

// A real line was transformed with its even elements as real parts, and its odd ones as imaginary parts. The sum of result k and the
// conjugate of the opposite one comes from the even elements, their difference from the odd ones.
//
// The kernels write two arrays, because GCC 12.2 fuses multiplications and additions that write pairs, whatever -ffp-contract says (its bug
// 107647).
struct half_result {
  double re, im;
};
[[gnu::always_inline]] inline half_result joined_halves(planes x, index_t here, index_t opposite, const double* root) {
  const double re = x.re[here], im = x.im[here];
  const double even_re = 0.5 * (re + x.re[opposite]), even_im = 0.5 * (im - x.im[opposite]);
  const double odd_re = 0.5 * (im + x.im[opposite]), odd_im = 0.5 * (x.re[opposite] - re);
  return {even_re + (root[0] * odd_re - root[1] * odd_im), even_im + (root[0] * odd_im + root[1] * odd_re)};
}
// Result 0 and those that have an opposite.
RAVEL_KERNEL void join_halves(planes x, index_t n, const double* roots, planes to) {
  const half_result first = joined_halves(x, 0, 0, roots);
  RAVEL_INDEPENDENT
  for (index_t k = 1; k < n; ++k) {
    const half_result found = joined_halves(x, k, n - k, roots + 2 * k);
    to.re[k] = found.re;
    to.im[k] = found.im;
  }
  to.re[0] = first.re;
  to.im[0] = first.im;
}

// The way back: the line has n + 1 elements, of which the first and the last are real.
RAVEL_KERNEL void split_halves(const double* line, index_t n, const double* roots, planes to) {
  const auto write = [=](index_t k, double re, double im, double opposite_re, double opposite_im) __attribute__((always_inline)) {
    const double sum_re = re + opposite_re, sum_im = im + opposite_im, re_apart = re - opposite_re, im_apart = im - opposite_im;
    to.re[k] = sum_re - (roots[2 * k] * im_apart - roots[2 * k + 1] * re_apart);
    to.im[k] = sum_im + (roots[2 * k] * re_apart + roots[2 * k + 1] * im_apart);
  };
  write(0, line[0], 0, line[2 * n], -0.0);
  RAVEL_INDEPENDENT
  for (index_t k = 1; k < n; ++k) write(k, line[2 * k], line[2 * k + 1], line[2 * (n - k)], -line[2 * (n - k) + 1]);
}

const double* pairs_of(std::span<const complex> line) { return reinterpret_cast<const double*>(line.data()); }
double* pairs_of(complex* line) { return reinterpret_cast<double*>(line); }

}  // namespace

const char* name_of(fourier_kind kind) {
  switch (kind) {
    case fourier_kind::forward:
      return "fft";
    case fourier_kind::inverse:
      return "ifft";
    case fourier_kind::from_real:
      return "rfft";
    default:
      return "irfft";
  }
}

struct RAVEL_LOCAL fourier_lines::engine {
  fourier_kind kind;
  index_t n;
  double scale;
  bool halved;
  buffer<double> room;  // first: a length that no memory holds fails here, before the long planning
  fourier_plan plan;
  std::vector<complex> roots;  // of n, to join the two halves

  engine(const fourier_request& request, index_t length)
      : kind(request.kind),
        n(length),
        scale(scale_of(request, length)),
        halved(n % 2 == 0 && (kind == fourier_kind::from_real || kind == fourier_kind::to_real)),
        room(workspace_buffer<double>(mul_index(4, halved ? n / 2 : n), "the planes of a transform")),
        plan(halved ? n / 2 : n),
        roots(halved ? fourier_roots(n, n / 2 + 1) : std::vector<complex>()) {}

  planes in() const { return {room.data(), room.data() + plan.size()}; }
  planes out() const { return {room.data() + 2 * plan.size(), room.data() + 3 * plan.size()}; }
  void forward() { plan.run(in(), out()); }
  void backward() { plan.run({in().im, in().re}, {out().im, out().re}); }
};

fourier_lines::fourier_lines(const fourier_request& request, index_t line) {
  engine_ = std::make_unique<engine>(request, length_of(request, line));
  results_ = request.kind == fourier_kind::from_real ? engine_->n / 2 + 1 : engine_->n;
}
fourier_lines::fourier_lines(fourier_lines&&) noexcept = default;
fourier_lines::~fourier_lines() = default;

void fourier_lines::run(std::span<const complex> line, complex* to) {
  engine& e = *engine_;
  const index_t there = std::min<index_t>(std::ssize(line), e.n);
  split_pairs(pairs_of(line), there, e.in());
  fill_behind(there, e.n, e.in());
  if (e.kind == fourier_kind::forward) {
    e.forward();
  } else {
    e.backward();
  }
  join_pairs(e.out(), e.n, e.scale, pairs_of(to));
}

void fourier_lines::run(std::span<const double> line, complex* to) {
  engine& e = *engine_;
  const planes in = e.in();
  const index_t there = std::min<index_t>(std::ssize(line), e.n), size = e.plan.size();
  if (e.halved) {
    split_pairs(line.data(), there / 2, in);
    fill_behind(there / 2, size, in);
    if (there % 2 == 1) in.re[there / 2] = line[at(there - 1)];
  } else {
    fill_behind(0, size, in);
    std::copy_n(line.data(), there, in.re);
  }
  e.forward();
  if (e.halved) {
    join_halves(e.out(), size, pairs_of(e.roots), in);
    join_pairs(in, size, e.scale, pairs_of(to));
    const half_result last = joined_halves(e.out(), 0, 0, pairs_of(e.roots) + 2 * size);
    to[size] = {e.scale * last.re, e.scale * last.im};
  } else {
    join_pairs(e.out(), results_, e.scale, pairs_of(to));
  }
}

// Result 0, and the middle one of an even number, are real.
void fourier_lines::run(std::span<const complex> line, double* to) {
  engine& e = *engine_;
  const planes in = e.in(), out = e.out();
  const index_t half = e.n / 2;
  std::vector<complex> longer;
  if (std::ssize(line) <= half) {
    longer.assign(line.begin(), line.end());
    longer.resize(at(half + 1));
    line = longer;
  }
  if (e.halved) {
    split_halves(pairs_of(line), half, pairs_of(e.roots), in);
    e.backward();
    join_pairs(out, half, e.scale, to);
    return;
  }
  in.re[0] = line[0].real();
  in.im[0] = 0;
  for (index_t k = 1; k <= half; ++k) {
    in.re[k] = in.re[e.n - k] = line[at(k)].real();
    in.im[k] = line[at(k)].imag();
    in.im[e.n - k] = -in.im[k];
  }
  e.backward();
  for (index_t i = 0; i < e.n; ++i) to[i] = e.scale * out.re[i];
}

template <class From, class To>
buffer<To> fourier_transformed(const fourier_request& request, const node<From>& line) {
  fourier_lines lines(request, line.size());
  const buffer<To> found = unfilled_buffer<To>(lines.results());
  with_extended(line, {0, 0}, edge_mode::zero, [&](const From* data, index_t n) {
    lines.run(std::span<const From>(data, at(n)), found.data());
    return 0;
  });
  return found;
}
template RAVEL_API buffer<complex> fourier_transformed(const fourier_request&, const node<complex>&);
template RAVEL_API buffer<complex> fourier_transformed(const fourier_request&, const node<double>&);
template RAVEL_API buffer<double> fourier_transformed(const fourier_request&, const node<complex>&);

buffer<double> frequencies(const char* operation, index_t n, double spacing, bool of_real) {
  if (n < 1) throw value_error(text() << operation << " of " << n << " elements: there must be at least 1");
  if (spacing == 0 || !std::isfinite(spacing))
    throw value_error(text() << operation << " with a spacing of " << spacing << ": it must be a finite number other than 0");
  const double unit = 1 / (static_cast<double>(n) * spacing);
  const buffer<double> all = unfilled_buffer<double>(of_real ? n / 2 + 1 : n);
  for (index_t k = 0; k < all.size(); ++k) all[k] = static_cast<double>(of_real || k < (n + 1) / 2 ? k : k - n) * unit;
  return all;
}

}  // namespace ravel::detail
