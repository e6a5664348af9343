// expect: deleted.*by less of two elements
// line: 11
// A key is no order.
#include <ravel/op/order/sort.hpp>

const ravel::buffer<double> b{3, 1};

#ifdef CONTROL
auto sorted() { return sort(b, [](double x, double y) { return x > y; }); }
#else
auto sorted() { return sort(b, [](double x) { return -x; }); }
#endif
