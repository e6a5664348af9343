// SPDX-License-Identifier: BSL-1.0
// Discrete Fourier transforms of any length in n log n: in double precision, without state that outlives a plan. A plan holds its tables
// and its working room, so that it serves one thread at a time.
#pragma once

#include <ravel/storage/buffer.hpp>

#include <complex>
#include <memory>
#include <vector>

namespace ravel::detail {

// Real and imaginary parts, apart from each other.
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
  // out[k] is the sum of in[j] * e^(-2 pi i j k / n); what stood in `in` is lost. With the parts of both exchanged it is the inverse, times
  // n.
  RAVEL_API void run(planes in, planes out);

 private:
  struct tables;
  index_t n_;
  std::unique_ptr<tables> tables_;
};

// e^(-2 pi i k / n) for so many k, at most n.
RAVEL_API std::vector<std::complex<double>> fourier_roots(index_t n, index_t count);
// The least number from n on that has no prime factors but 2, 3 and 5: of such lengths transforms are fastest.
RAVEL_API index_t smooth_length(index_t n);

}  // namespace ravel::detail
