// expect: a function of yours has a type: map\(f, cast<double>\(e\)\)
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

ravel::named<double> halves(const ravel::any_tensor& x) {
  RAVEL_DIMS(i);
  const auto half = [](double a) { return a / 2; };
#ifndef CONTROL
  return map(half, x(i));
#else
  return map(half, cast<double>(x(i)));
#endif
}
