// SPDX-License-Identifier: BSL-1.0
// The functions of lazy/math.hpp by the scalar routines of the C and C++ library, element by element.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/lazy/math.hpp>

#include <cmath>
#include <concepts>

namespace ravel::detail {

// Overloads that the loops call.
namespace precise_routine {

#define RAVEL_UNARY(name) using std::name;
RAVEL_FOR_EACH_STANDARD_FUNCTION(RAVEL_UNARY)
#undef RAVEL_UNARY

template <real_element T>
T logistic(T x) {
  return logistic_by([](T power) { return std::exp(power); }, x);
}

}  // namespace precise_routine

namespace {

template <class T, class Function>
void each(T* out, index_t n, block<const T> in, Function f) {
  for (index_t i = 0; i < n; ++i) out[i] = f(in.data[i * in.step]);
}

template <class T, class Function>
void each(T* out, index_t n, block<const T> a, block<const T> b, Function f) {
  for (index_t i = 0; i < n; ++i) out[i] = f(a.data[i * a.step], b.data[i * b.step]);
}

template <class T>
unary_kernel<T> find(unary_function f) {
  switch (f) {
#define RAVEL_CASE(name)                                                                                                   \
  case unary_function::name:                                                                                               \
    if constexpr (requires(T x) {                                                                                          \
                    { precise_routine::name(x) } -> std::same_as<T>;                                                       \
                  }) {                                                                                                     \
      return [](T* out, index_t n, block<const T> in) { each(out, n, in, [](T x) { return precise_routine::name(x); }); }; \
    }                                                                                                                      \
    break;
    RAVEL_FOR_EACH_UNARY_FUNCTION(RAVEL_CASE)
#undef RAVEL_CASE
  }
  return nullptr;
}

template <class T>
binary_kernel<T> find(binary_function f) {
  switch (f) {
#define RAVEL_CASE(name)                                                                                                                  \
  case binary_function::name:                                                                                                             \
    if constexpr (requires(T x) {                                                                                                         \
                    { std::name(x, x) } -> std::same_as<T>;                                                                               \
                  }) {                                                                                                                    \
      return [](T* out, index_t n, block<const T> a, block<const T> b) { each(out, n, a, b, [](T x, T y) { return std::name(x, y); }); }; \
    }                                                                                                                                     \
    break;
    RAVEL_FOR_EACH_BINARY_FUNCTION(RAVEL_CASE)
#undef RAVEL_CASE
  }
  return nullptr;
}

}  // namespace

template <class T>
unary_kernel<T> precise_kernel(unary_function f) {
  return find<T>(f);
}

template <class T>
binary_kernel<T> precise_kernel(binary_function f) {
  return find<T>(f);
}

#define RAVEL_INSTANTIATE(T)                               \
  template unary_kernel<T> precise_kernel(unary_function); \
  template binary_kernel<T> precise_kernel(binary_function);
RAVEL_FOR_EACH_REAL(RAVEL_INSTANTIATE)
RAVEL_FOR_EACH_COMPLEX(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
