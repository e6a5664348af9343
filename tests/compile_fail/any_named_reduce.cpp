// expect: a function has a type: reduce\(cast<double>\(e\), init, f, i\)
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

ravel::named<double> total(const ravel::any_tensor& x) {
  RAVEL_DIMS(i);
  const auto add = [](double a, double b) { return a + b; };
#ifndef CONTROL
  return reduce(x(i), 0.0, add, i);
#else
  return reduce(cast<double>(x(i)), 0.0, add, i);
#endif
}
