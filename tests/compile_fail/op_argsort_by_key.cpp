// expect: deleted.*by less of two elements: .*by a key of each: argsort\(map\(key, x\)\)
// line: 11
// A key is no order.
#include <ravel/op/order/argsort.hpp>

const ravel::buffer<double> b{3, 1};

#ifdef CONTROL
auto order() { return argsort(b, [](double x, double y) { return x > y; }); }
#else
auto order() { return argsort(b, [](double x) { return -x; }); }
#endif
