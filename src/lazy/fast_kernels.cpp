// SPDX-License-Identifier: BSL-1.0
// The functions of lazy/math.hpp by the vector routines of glibc (libmvec). GCC calls them where a loop calls their scalar names; for Clang
// the loops call them by their own names. Every element goes through whole vectors; the last vector of a block is filled up with copies of
// the last element. So the bits of an element depend neither on its position nor on its neighbours. Without libmvec the same loops call the
// scalar routines.
#include <ravel/lazy/math.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

#if defined(__x86_64__) && defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 35)
#if defined(__clang__)
#define RAVEL_CALLS_VECTORS
#else
#define RAVEL_VECTORISED __attribute__((const, simd("notinbranch")))
#endif
#endif
#endif

namespace ravel::detail {

// The elements of a cache line, which are whole vectors on every machine.
template <class T>
inline constexpr index_t line = 64 / index_t{sizeof(T)};

// This must stay a loop: unrolled before vectorisation, it would call the scalar routines.
template <class T, class Function, class... In>
[[gnu::always_inline]] inline void compute_lanes(Function f, T* out, const In*... in) {
#pragma GCC unroll 1
  RAVEL_INDEPENDENT
  for (index_t j = 0; j < line<T>; ++j) out[j] = f(in[j]...);
}

// Overloads for float and double that compute a line. The output may be the input.
namespace routine {

#if defined(RAVEL_CALLS_VECTORS)

template <class T>
using vector = T __attribute__((vector_size(16)));

// The routine for vectors of SSE2, and the loop that calls it for a line. Clang passes wider vectors in memory, unless all of a file is
// compiled for AVX, and the routines take them in registers.
#define RAVEL_UNARY_BY(name, T, symbol)                              \
  extern "C" vector<T> symbol(vector<T>) noexcept;                   \
  inline void name(T* out, const T* in) {                            \
    for (index_t j = 0; j < line<T>; j += 16 / index_t{sizeof(T)}) { \
      vector<T> x;                                                   \
      std::memcpy(&x, in + j, 16);                                   \
      x = symbol(x);                                                 \
      std::memcpy(out + j, &x, 16);                                  \
    }                                                                \
  }
#define RAVEL_BINARY_BY(name, T, symbol)                             \
  extern "C" vector<T> symbol(vector<T>, vector<T>) noexcept;        \
  inline void name(T* out, const T* a, const T* b) {                 \
    for (index_t j = 0; j < line<T>; j += 16 / index_t{sizeof(T)}) { \
      vector<T> x, y;                                                \
      std::memcpy(&x, a + j, 16);                                    \
      std::memcpy(&y, b + j, 16);                                    \
      x = symbol(x, y);                                              \
      std::memcpy(out + j, &x, 16);                                  \
    }                                                                \
  }
#define RAVEL_UNARY(name) RAVEL_UNARY_BY(name, double, _ZGVbN2v_##name) RAVEL_UNARY_BY(name, float, _ZGVbN4v_##name##f)
#define RAVEL_BINARY(name) RAVEL_BINARY_BY(name, double, _ZGVbN2vv_##name) RAVEL_BINARY_BY(name, float, _ZGVbN4vv_##name##f)
RAVEL_FOR_EACH_TRANSCENDENTAL_FUNCTION(RAVEL_UNARY)
RAVEL_FOR_EACH_BINARY_FUNCTION(RAVEL_BINARY)
#undef RAVEL_BINARY
#undef RAVEL_UNARY
#undef RAVEL_BINARY_BY
#undef RAVEL_UNARY_BY

template <class T>
void logistic(T* out, const T* in) {
  T power[line<T>];
  for (index_t j = 0; j < line<T>; ++j) power[j] = -std::abs(in[j]);
  exp(power, power);
  for (index_t j = 0; j < line<T>; ++j) out[j] = logistic_by([&](T) { return power[j]; }, in[j]);
}

#else

namespace scalar {

#if defined(RAVEL_VECTORISED)
// The scalar names, under which the compiler finds the vector routines, without the promise to set errno.
#define RAVEL_UNARY(name)                                       \
  double name(double) noexcept __asm__(#name) RAVEL_VECTORISED; \
  float name(float) noexcept __asm__(#name "f") RAVEL_VECTORISED;
#define RAVEL_BINARY(name)                                              \
  double name(double, double) noexcept __asm__(#name) RAVEL_VECTORISED; \
  float name(float, float) noexcept __asm__(#name "f") RAVEL_VECTORISED;
#else
#define RAVEL_UNARY(name) using std::name;
#define RAVEL_BINARY(name) using std::name;
#endif
RAVEL_FOR_EACH_TRANSCENDENTAL_FUNCTION(RAVEL_UNARY)
RAVEL_FOR_EACH_BINARY_FUNCTION(RAVEL_BINARY)
#undef RAVEL_BINARY
#undef RAVEL_UNARY

template <class T>
[[gnu::always_inline]] inline T logistic(T x) {
  return logistic_by([](T power) { return exp(power); }, x);
}

}  // namespace scalar

#define RAVEL_LINE(name)                                                   \
  template <class T, class... In>                                          \
  [[gnu::always_inline]] inline void name(T* out, const In*... in) {       \
    compute_lanes([](In... x) { return scalar::name(x...); }, out, in...); \
  }
RAVEL_FOR_EACH_TRANSCENDENTAL_FUNCTION(RAVEL_LINE)
RAVEL_FOR_EACH_BINARY_FUNCTION(RAVEL_LINE)
RAVEL_LINE(logistic)
#undef RAVEL_LINE

#endif

template <class T>
[[gnu::always_inline]] inline void sqrt(T* out, const T* in) {
  compute_lanes([](T x) { return std::sqrt(x); }, out, in);
}

}  // namespace routine

namespace {

template <class T>
class lane_source {
 public:
  explicit lane_source(block<const T> in) : in_(in) {
    if (in_.step == 0) std::fill_n(room_, line<T>, *in_.data);
  }

  // A line of consecutive elements from i on. Behind element n - 1 that element is repeated.
  [[gnu::always_inline]] const T* from(index_t i, index_t n) {
    if (in_.step == 0) return room_;
    if (in_.step == 1 && n - i >= line<T>) return in_.data + i;
    for (index_t j = 0; j < line<T>; ++j) room_[j] = in_.data[std::min(i + j, n - 1) * in_.step];
    return room_;
  }

 private:
  block<const T> in_;
  T room_[line<T>];
};

// Lines of consecutive elements, without a check of their layout, which would cost a third of the time of sin.
template <class T, class Function, class... In>
[[gnu::always_inline]] inline void compute_lines(Function f, index_t count, T*& out, const In*&... in) {
  for (; count > 0; --count) {
    f(out, in...);
    out += line<T>;
    ((in += line<T>), ...);
  }
}

template <class T, class Function, class... Sources>
[[gnu::always_inline]] inline void by_lanes(Function f, T* out, index_t n, Sources&&... in) {
  index_t i = 0;
  for (; n - i >= line<T>; i += line<T>) f(out + i, in.from(i, n)...);
  if (i == n) return;
  T room[line<T>];
  f(room, in.from(i, n)...);
  std::copy_n(room, n - i, out + i);
}

template <class T>
bool in_a_row(block<const T> b) {
  return b.step == 1;
}

template <class T, class Function, class... In>
[[gnu::always_inline]] inline void by_blocks(Function f, T* out, index_t n, block<const In>... in) {
  if ((in_a_row(in) && ...)) {
    compute_lines(f, n / line<T>, out, in.data...);
    n %= line<T>;
  }
  if (n > 0) by_lanes(f, out, n, lane_source<In>(in)...);
}

#define RAVEL_UNARY_KERNEL(name, T)                                         \
  RAVEL_KERNEL void name##_kernel(T* out, index_t n, block<const T> in) {   \
    by_blocks([](T* to, const T* x) { routine::name(to, x); }, out, n, in); \
  }
#define RAVEL_BINARY_KERNEL(name, T)                                                         \
  RAVEL_KERNEL void name##_kernel(T* out, index_t n, block<const T> a, block<const T> b) {   \
    by_blocks([](T* to, const T* x, const T* y) { routine::name(to, x, y); }, out, n, a, b); \
  }
#define RAVEL_UNARY_KERNELS(name) RAVEL_UNARY_KERNEL(name, float) RAVEL_UNARY_KERNEL(name, double)
#define RAVEL_BINARY_KERNELS(name) RAVEL_BINARY_KERNEL(name, float) RAVEL_BINARY_KERNEL(name, double)
RAVEL_FOR_EACH_UNARY_FUNCTION(RAVEL_UNARY_KERNELS)
RAVEL_FOR_EACH_BINARY_FUNCTION(RAVEL_BINARY_KERNELS)
#undef RAVEL_BINARY_KERNELS
#undef RAVEL_UNARY_KERNELS
#undef RAVEL_BINARY_KERNEL
#undef RAVEL_UNARY_KERNEL

#define RAVEL_ADDRESS(name) name##_kernel,
template <class T>
constexpr unary_kernel<T> unary_kernels[] = {RAVEL_FOR_EACH_UNARY_FUNCTION(RAVEL_ADDRESS)};
template <class T>
constexpr binary_kernel<T> binary_kernels[] = {RAVEL_FOR_EACH_BINARY_FUNCTION(RAVEL_ADDRESS)};
#undef RAVEL_ADDRESS

}  // namespace

template <class T>
unary_kernel<T> fast_kernel(unary_function f) {
  return unary_kernels<T>[static_cast<unsigned char>(f)];
}

template <class T>
binary_kernel<T> fast_kernel(binary_function f) {
  return binary_kernels<T>[static_cast<unsigned char>(f)];
}

template unary_kernel<float> fast_kernel(unary_function);
template unary_kernel<double> fast_kernel(unary_function);
template binary_kernel<float> fast_kernel(binary_function);
template binary_kernel<double> fast_kernel(binary_function);

}  // namespace ravel::detail
