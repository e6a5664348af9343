// SPDX-License-Identifier: BSL-1.0
// Functions of elements: those whose bits are promised (roots, rounding, signs, choices) and those within 4 units in the last place.
#include <ravel/lazy/functions.hpp>

#include <differential/operation.hpp>

namespace differential {

namespace {

using root = decltype([](const auto& a) { return ravel::sqrt(a); });
using distance = decltype([](const auto& a) { return ravel::abs(a); });
using sign = decltype([](const auto& a) { return ravel::sign(a); });
using square = decltype([](const auto& a) { return ravel::square(a); });
using floor = decltype([](const auto& a) { return ravel::floor(a); });
using ceil = decltype([](const auto& a) { return ravel::ceil(a); });
using round = decltype([](const auto& a) { return ravel::round(a); });
using trunc = decltype([](const auto& a) { return ravel::trunc(a); });
using is_nan = decltype([](const auto& a) { return ravel::isnan(a); });
using is_finite = decltype([](const auto& a) { return ravel::isfinite(a); });
using minimum = decltype([](const auto& a, const auto& b) { return ravel::minimum(a, b); });
using maximum = decltype([](const auto& a, const auto& b) { return ravel::maximum(a, b); });
using choice = decltype([](const auto& mask, const auto& a, const auto& b) { return ravel::where(mask, a, b); });
using clip = decltype([](const auto& a) { return ravel::clip(a, 2, 100); });

#define DIFFERENTIAL_FUNCTION(name, theirs) add<decltype([](const auto& a) { return ravel::name(a); }), T>(all, theirs);
template <class T>
void add_near(std::vector<operation>& all) {
  DIFFERENTIAL_FUNCTION(exp, "exp")
  DIFFERENTIAL_FUNCTION(expm1, "expm1")
  DIFFERENTIAL_FUNCTION(exp2, "exp2")
  DIFFERENTIAL_FUNCTION(log, "log")
  DIFFERENTIAL_FUNCTION(log1p, "log1p")
  DIFFERENTIAL_FUNCTION(log2, "log2")
  DIFFERENTIAL_FUNCTION(log10, "log10")
  DIFFERENTIAL_FUNCTION(sin, "sin")
  DIFFERENTIAL_FUNCTION(cos, "cos")
  DIFFERENTIAL_FUNCTION(tan, "tan")
  DIFFERENTIAL_FUNCTION(asin, "arcsin")
  DIFFERENTIAL_FUNCTION(acos, "arccos")
  DIFFERENTIAL_FUNCTION(atan, "arctan")
  DIFFERENTIAL_FUNCTION(sinh, "sinh")
  DIFFERENTIAL_FUNCTION(cosh, "cosh")
  DIFFERENTIAL_FUNCTION(tanh, "tanh")
  DIFFERENTIAL_FUNCTION(asinh, "arcsinh")
  DIFFERENTIAL_FUNCTION(acosh, "arccosh")
  DIFFERENTIAL_FUNCTION(atanh, "arctanh")
  DIFFERENTIAL_FUNCTION(cbrt, "cbrt")
  DIFFERENTIAL_FUNCTION(logistic, "expit")
  DIFFERENTIAL_FUNCTION(degrees, "degrees")
  DIFFERENTIAL_FUNCTION(radians, "radians")
  DIFFERENTIAL_FUNCTION(next_up, "next_up")
  DIFFERENTIAL_FUNCTION(next_down, "next_down")
  DIFFERENTIAL_FUNCTION(ulp, "ulp")
  add<decltype([](const auto& a, const auto& b) { return ravel::pow(a, b); }), T, T>(all, "power");
  add<decltype([](const auto& a, const auto& b) { return ravel::atan2(a, b); }), T, T>(all, "arctan2");
  add<decltype([](const auto& a, const auto& b) { return ravel::hypot(a, b); }), T, T>(all, "hypot");
}
#undef DIFFERENTIAL_FUNCTION

template <class A, class B>
void add_choices(std::vector<operation>& all) {
  add<minimum, A, B>(all, "minimum");
  add<maximum, A, B>(all, "maximum");
  add<choice, bool, A, B>(all, "where");
}
template <class T>
void add_integer(std::vector<operation>& all) {
  add_choices<T, T>(all);
  add<distance, T>(all, "absolute");
  add<sign, T>(all, "sign");
  add<square, T>(all, "square");
  add<clip, T>(all, "clip");
}
template <class T>
void add_real(std::vector<operation>& all) {
  add_integer<T>(all);
  add<root, T>(all, "sqrt");
  add<floor, T>(all, "floor");
  add<ceil, T>(all, "ceil");
  add<round, T>(all, "round");
  add<trunc, T>(all, "trunc");
  add<is_nan, T>(all, "isnan");
  add<is_finite, T>(all, "isfinite");
}

}  // namespace

void add_functions(std::vector<operation>& all) {
  add_integer<std::int8_t>(all);
  add_integer<std::int32_t>(all);
  add_integer<std::uint32_t>(all);
  add_integer<std::int64_t>(all);
  add_real<float>(all);
  add_real<double>(all);
  add_near<std::int32_t>(all);
  add_near<float>(all);
  add_near<double>(all);
  add<root, std::int32_t>(all, "sqrt");
  add_choices<std::int32_t, double>(all);
  add_choices<std::uint8_t, std::int16_t>(all);
  add_choices<std::int64_t, float>(all);
  add<choice, bool, bool, bool>(all, "where");
}

}  // namespace differential
