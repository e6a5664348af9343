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
  const planes in = e.in(), out = e.out();
  const index_t there = std::min<index_t>(std::ssize(line), e.n);
  for (index_t i = 0; i < there; ++i) {
    in.re[i] = line[at(i)].real();
    in.im[i] = line[at(i)].imag();
  }
  std::fill(in.re + there, in.re + e.n, 0.0);
  std::fill(in.im + there, in.im + e.n, 0.0);
  if (e.kind == fourier_kind::forward) {
    e.forward();
  } else {
    e.backward();
  }
  for (index_t i = 0; i < e.n; ++i) to[i] = {e.scale * out.re[i], e.scale * out.im[i]};
}

// Even elements are the real parts of a transform of half the length, odd ones the imaginary parts. The sum of result k and the conjugate
// of the opposite one comes from the even elements, their difference from the odd ones.
void fourier_lines::run(std::span<const double> line, complex* to) {
  engine& e = *engine_;
  const planes in = e.in(), out = e.out();
  const index_t there = std::min<index_t>(std::ssize(line), e.n), size = e.plan.size();
  const auto element = [&](index_t i) { return i < there ? line[at(i)] : 0; };
  for (index_t i = 0; i < size; ++i) {
    in.re[i] = e.halved ? element(2 * i) : element(i);
    in.im[i] = e.halved ? element(2 * i + 1) : 0;
  }
  e.forward();
  for (index_t k = 0; k < results_; ++k) {
    const index_t here = k < size ? k : 0;
    complex found{out.re[here], out.im[here]};
    if (e.halved) {
      const index_t opposite = k > 0 ? size - k : 0;
      const double re = out.re[opposite], im = out.im[opposite];
      const double even_re = 0.5 * (found.real() + re), even_im = 0.5 * (found.imag() - im);
      const double odd_re = 0.5 * (found.imag() + im), odd_im = 0.5 * (re - found.real());
      const complex w = e.roots[at(k)];
      found = {even_re + (w.real() * odd_re - w.imag() * odd_im), even_im + (w.real() * odd_im + w.imag() * odd_re)};
    }
    to[k] = {e.scale * found.real(), e.scale * found.imag()};
  }
}

void fourier_lines::run(std::span<const complex> line, double* to) {
  engine& e = *engine_;
  const planes in = e.in(), out = e.out();
  const index_t half = e.n / 2;
  // Result 0, and the middle one of an even number, are real.
  const auto element = [&](index_t k) {
    const complex value = k < std::ssize(line) ? line[at(k)] : complex();
    return k == 0 || 2 * k == e.n ? complex(value.real(), 0) : value;
  };
  if (!e.halved) {
    for (index_t k = 0; k < e.n; ++k) {
      const complex value = k <= half ? element(k) : std::conj(element(e.n - k));
      in.re[k] = value.real();
      in.im[k] = value.imag();
    }
    e.backward();
    for (index_t i = 0; i < e.n; ++i) to[i] = e.scale * out.re[i];
    return;
  }
  for (index_t k = 0; k < half; ++k) {
    const complex value = element(k), opposite = std::conj(element(half - k)), sum = value + opposite, difference = value - opposite;
    const complex w = e.roots[at(k)];
    in.re[k] = sum.real() - (w.real() * difference.imag() - w.imag() * difference.real());
    in.im[k] = sum.imag() + (w.real() * difference.real() + w.imag() * difference.imag());
  }
  e.backward();
  for (index_t i = 0; i < half; ++i) {
    to[2 * i] = e.scale * out.re[i];
    to[2 * i + 1] = e.scale * out.im[i];
  }
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
