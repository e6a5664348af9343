// SPDX-License-Identifier: BSL-1.0
// Computes random elements, each from the seed and its index, on any thread. Only + - * / and sqrt touch floating values, and this folder
// is compiled without contraction, so the bits do not depend on the machine.
#include <ravel/base/error.hpp>
#include <ravel/base/random.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/tensor/make.hpp>

#include <cmath>

namespace ravel::detail {
namespace {

// Different kinds of tensors with one seed are independent. The lower half of a stream number is for numbers that are drawn again.
constexpr std::uint64_t uniform_stream = 0, normal_stream = std::uint64_t{1} << 32, integer_stream = std::uint64_t{2} << 32;

template <class T>
void check_interval(T low, T high) {
  if (!(low < high)) throw value_error(text() << "random values need low < high, not " << +low << " and " << +high);
}

// Calls f(i, bits of index first + i) for [0, n).
template <class F>
void each_bits(const random_engine& random, index_t first, index_t n, F f) {
  const index_t head = n > 0 ? first % 2 : 0;  // the second of a pair
  if (head == 1) f(0, random[static_cast<std::uint64_t>(first)]);
  const auto pairs = [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; i += 2) {
      const auto [even, odd] = random.pair(static_cast<std::uint64_t>((first + head + i) / 2));
      f(head + i, even);
      if (i + 1 < end) f(head + i + 1, odd);
    }
  };
  in_pieces(n - head, 1, pairs, 2);
}

// A polynomial in z, highest power first.
template <std::size_t N>
double polynomial(double z, const double (&coefficients)[N]) {
  double sum = 0;
  for (const double c : coefficients) sum = sum * z + c;
  return sum;
}

// The natural logarithm of a normal x in (0, 1): log x = e log 2 + 2 artanh s, s = (m - 1) / (m + 1).
double log_of(double x) {
  int e = 0;
  double m = std::frexp(x, &e);  // exact
  if (m < 0.70710678118654752440) {
    m *= 2;
    --e;
  }
  const double s = (m - 1) / (m + 1), z = s * s;
  const double series =
      polynomial(z, {1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3});
  return e * 0.69314718055994530942 + (2 * s + 2 * s * z * series);
}

}  // namespace

double normal_quantile(double q) {
  const double size = q < 0 ? -q : q;
  if (size <= 0.425) {
    const double r = 0.180625 - q * q;
    return q *
           polynomial(r, {2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4, 4.5921953931549871457e4,
                          1.3731693765509461125e4, 1.9715909503065514427e3, 1.3314166789178437745e2, 3.3871328727963666080e0}) /
           polynomial(r, {5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4, 2.1213794301586595867e4,
                          5.3941960214247511077e3, 6.8718700749205790830e2, 4.2313330701600911252e1, 1.0});
  }
  double r = std::sqrt(-log_of(0.5 - size));
  double value = 0;
  if (r <= 5) {
    r -= 1.6;
    value = polynomial(r, {7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e0,
                           3.64784832476320460504e0, 5.76949722146069140550e0, 4.63033784615654529590e0, 1.42343711074968357734e0}) /
            polynomial(r, {1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
                           6.89767334985100004550e-1, 1.67638483018380384940e0, 2.05319162663775882187e0, 1.0});
  } else {
    r -= 5;
    value = polynomial(r, {2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
                           2.96560571828504891230e-1, 1.78482653991729133580e0, 5.46378491116411436990e0, 6.65790464350110377720e0}) /
            polynomial(r, {2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
                           1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0});
  }
  return q < 0 ? -value : value;
}

template <class T>
void fill_uniform(T* out, index_t first, index_t n, T low, T high, std::uint64_t seed) {
  check_interval(low, high);
  const random_engine random(seed, uniform_stream);
  const double from = low, width = static_cast<double>(high) - from;
  if (!std::isfinite(width)) throw value_error(text() << "no finite interval from " << low << " to " << high);
  const T last = std::nextafter(high, low);
  each_bits(random, first, n, [&](index_t i, std::uint64_t bits) {
    const T value = static_cast<T>(from + width * random_engine::to_unit(bits));
    out[i] = value < high ? value : last;  // rounding may reach `high`
  });
}

template <class T>
void fill_normal(T* out, index_t first, index_t n, T mean, T sd, std::uint64_t seed) {
  if (!(sd >= 0) || !std::isfinite(sd) || !std::isfinite(mean))
    throw value_error(text() << "a normal distribution needs a finite mean and deviation, not " << mean << " and " << sd);
  const random_engine random(seed, normal_stream);
  each_bits(random, first, n, [&](index_t i, std::uint64_t bits) {
    // An odd multiple of 2^-54 between -1/2 and 1/2: symmetric, and never an end of the interval.
    const auto odd = static_cast<std::int64_t>(bits >> 11) * 2 + 1 - (std::int64_t{1} << 53);
    out[i] = static_cast<T>(mean + sd * normal_quantile(static_cast<double>(odd) * 0x1p-54));
  });
}

// The last value of an interval that excludes its upper end.
template <class T>
T last_before(T low, int128 high) {
  text end;
  high < 0 ? end << static_cast<std::int64_t>(high) : end << static_cast<std::uint64_t>(high);
  if (high <= low)
    throw value_error(text() << "random values need low < high, not " << +low << " and " << static_cast<const std::string&>(end));
  if (high - 1 > std::numeric_limits<T>::max())
    throw type_error(text() << "random values below " << static_cast<const std::string&>(end) << " do not fit " << name(dtype_of<T>()));
  return static_cast<T>(high - 1);
}

template <class T>
void fill_integers(T* out, index_t first, index_t n, T low, int128 high, std::uint64_t seed) {
  const T last = last_before(low, high);
  const std::uint64_t width = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(low) + 1;  // 0: all 64 bits
  in_pieces(n, 1, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) {
      std::uint64_t stream = integer_stream;
      const auto bits = [&] { return random_engine(seed, stream++)[static_cast<std::uint64_t>(first + i)]; };
      const std::uint64_t above = width == 0 ? bits() : random_engine::below(width, bits);
      out[i] = static_cast<T>(static_cast<std::uint64_t>(low) + above);
    }
  });
}

#define RAVEL_INSTANTIATE(T)                                                       \
  template RAVEL_API void fill_uniform(T*, index_t, index_t, T, T, std::uint64_t); \
  template RAVEL_API void fill_normal(T*, index_t, index_t, T, T, std::uint64_t);
RAVEL_FOR_EACH_REAL(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE
#define RAVEL_INSTANTIATE(T) template RAVEL_API void fill_integers(T*, index_t, index_t, T, int128, std::uint64_t);
RAVEL_FOR_EACH_INTEGER(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
