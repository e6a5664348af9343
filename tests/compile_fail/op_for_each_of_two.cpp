// expect: the function takes one element of the reader
// line: 12
// One reader has one element at a time.
#include <ravel/lazy/iota.hpp>
#include <ravel/loop/for_each.hpp>

const ravel::reader<double> b = ravel::iota<double>(2);

#ifdef CONTROL
void visit() { ravel::for_each(b, [](double) {}); }
#else
void visit() { ravel::for_each(b, [](double, double) {}); }
#endif
