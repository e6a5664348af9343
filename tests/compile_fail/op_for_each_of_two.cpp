// expect: the function takes one element of the reader
// line: 11
// One reader has one element at a time.
#include <ravel/op/for_each.hpp>

const ravel::buffer<double> b{3, 1};

#ifdef CONTROL
void visit() { ravel::for_each(b, [](double) {}); }
#else
void visit() { ravel::for_each(b, [](double, double) {}); }
#endif
