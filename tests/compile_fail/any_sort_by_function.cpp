// expect: deleted.*takes elements of one type: sort\(cast<double>\(x\), less\)
// line: 12
// Elements have a type when the program runs, and the comparison has one now.
#include <ravel/any.hpp>
#include <ravel/op/order/sort.hpp>

const auto falls = [](double a, double b) { return a > b; };

#ifdef CONTROL
auto run(const ravel::any_tensor& x) { return sort(ravel::cast<double>(x), 0, falls); }
#else
auto run(const ravel::any_tensor& x) { return sort(x, 0, falls); }
#endif
