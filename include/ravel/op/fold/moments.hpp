// SPDX-License-Identifier: BSL-1.0
// moments and comoments: the sums from which variance, skew, kurtosis, covariance and correlation are finished. A block is centred about
// its own mean while it lies in the cache, and pieces merge as in Chan and Pébay. So one pass is as good as two. Plain values.
#pragma once

#include <ravel/loop/options.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/tensor/tensor.hpp>

#include <limits>
#include <span>
#include <utility>

namespace ravel {

// Whether the data is a sample or the whole population.
enum class elements_are : unsigned char { sample, population };

struct moments {
  index_t count = 0;
  double sum = 0;
  double second = 0;  // the sum of (x - mean)^2, and so on
  double third = 0;
  double fourth = 0;
  double only = std::numeric_limits<double>::quiet_NaN();  // the element if all are alike, so that rounding is not mistaken for spread

  // These are a value_error without elements. They are NaN if there are too few elements, or if all are alike and the spread divides.
  RAVEL_API double mean() const;
  RAVEL_API double variance(ddof less = {}) const;
  RAVEL_API double standard_deviation(ddof less = {}) const;
  RAVEL_API double skew(elements_are what = elements_are::population) const;
  RAVEL_API double kurtosis(elements_are what = elements_are::population) const;  // 0 for a normal distribution

  RAVEL_API void merge(moments later);
};

// b as slope * a + intercept.
struct straight_line {
  double slope = 0;
  double intercept = 0;
};

// The sums of pairs of numbers from which covariance, correlation and a line are finished. Parts merge.
struct comoments {
  index_t count = 0;
  double sum_a = 0;
  double sum_b = 0;
  double second_a = 0;  // the sum of (a - mean a)^2
  double second_b = 0;
  double product = 0;  // the sum of (a - mean a) * (b - mean b)
  // The element if all are alike, as in moments.
  double only_a = std::numeric_limits<double>::quiet_NaN();
  double only_b = std::numeric_limits<double>::quiet_NaN();

  RAVEL_API double covariance(ddof less = {}) const;
  RAVEL_API double pearson() const;
  RAVEL_API straight_line regression() const;  // the line with the least sum of squared distances from b

  RAVEL_API void merge(comoments later);
};

namespace detail {

// Readers whose elements convert to double.
template <class R>
concept number_reader = element_reader<R> && !complex_element<read_t<R>>;
template <class X>
concept real_tensor = shaped_reader<X> && number_reader<X>;
template <class R>
concept number_line = number_reader<R> && line_input<R>;

// The element that all elements equal, if it is finite; else NaN.
RAVEL_API double alike_element(std::span<const double> elements);

inline constexpr std::size_t moment_piece = 1024;  // doubles, which stay in the first cache between sweeps

RAVEL_API void add_moments(moments& state, std::span<const double> piece, int order);
RAVEL_API void add_comoments(comoments& state, std::span<const double> a, std::span<const double> b);

// Makes the moments of one element those of `times` such elements, which have no spread.
inline void repeat_one(moments& of, index_t times) {
  of.count *= times;
  of.sum *= static_cast<double>(times);
}
inline void repeat_one(comoments& of, index_t times) {
  of.count *= times;
  of.sum_a *= static_cast<double>(times);
  of.sum_b *= static_cast<double>(times);
}

// Gives numbers as double, written to the room unless they are doubles already. Defined in src/.
template <class T>
std::span<const double> as_doubles(std::span<const T> piece, double* room);
inline std::span<const double> as_doubles(std::span<const double> piece, double*) { return piece; }

// Calls f(piece of a, piece of b, …) with doubles, for blocks of one length.
template <class F, kernel_number... Ts>
void each_in_doubles(F f, std::span<const Ts>... block) {
  double rooms[sizeof...(Ts) * moment_piece];
  const std::size_t n = std::min({block.size()...});
  for (std::size_t i = 0; i < n; i += moment_piece) {
    double* room = rooms;
    f(as_doubles(block.subspan(i, std::min(moment_piece, n - i)), std::exchange(room, room + moment_piece))...);
  }
}

}  // namespace detail
}  // namespace ravel
