// expect: f is reducer::mean or its like, or f\(reader\)
// line: 13
// The function is given a window, not its elements.
#include <ravel/op/windows/rolling.hpp>

ravel::buffer<double> x{1, 2};
#ifdef CONTROL
auto run() {
  return rolling(x, 2, [](const ravel::reader<double>& window) { return window[0]; });
}
#else
auto run() {
  return rolling(x, 2, [](double a, double b) { return a + b; });
}
#endif
