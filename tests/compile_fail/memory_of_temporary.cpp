// expect: the pointer would outlive the handle: name the writer first
// line: 6
#include <ravel/storage.hpp>

#ifndef CONTROL
const double* first() { return ravel::make_buffer<double>(3).memory()->data; }
#else
const double* first(const ravel::buffer<double>& b) { return b.memory()->data; }
#endif
