// SPDX-License-Identifier: BSL-1.0
// Discrete Fourier transforms of any length in n log n and double precision. A plan owns its workspace; one thread uses it at a time. Plans
// of one length share their tables. The tables of the last lengths are kept, as far as they are small.
#pragma once

#include <ravel/storage/buffer.hpp>

#include <complex>
#include <memory>
#include <vector>

namespace ravel::detail {

// Real and imaginary parts in separate arrays.
struct planes {
  double* re;
  double* im;
};

class fourier_plan {
 public:
  RAVEL_API explicit fourier_plan(index_t n);  // n >= 1
  RAVEL_API fourier_plan(fourier_plan&&) noexcept;
  RAVEL_API ~fourier_plan();

  index_t size() const { return n_; }
  // out[k] is the sum of in[j] * e^(-2 pi i j k / n). Overwrites `in`. With the parts of both exchanged, it is the inverse, times n.
  RAVEL_API void run(planes in, planes out);

 private:
  struct tables;
  struct workspace;
  index_t n_;
  std::unique_ptr<workspace> workspace_;
};

// e^(-2 pi i k / n) for the first `count` k, at most n.
RAVEL_API std::vector<std::complex<double>> fourier_roots(index_t n, index_t count);
// The least number from n on with only the prime factors 2, 3 and 5; transforms of such lengths are fastest.
RAVEL_API index_t smooth_length(index_t n);

}  // namespace ravel::detail
