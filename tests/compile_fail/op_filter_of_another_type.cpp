// expect: the condition takes one element of the reader
// line: 13
// The condition is asked of an element.
#include <ravel/op/search/filter.hpp>

#include <string>

const ravel::buffer<double> b{3, 1};

#ifdef CONTROL
auto chosen() { return filter(b, [](double x) { return x > 1; }); }
#else
auto chosen() { return filter(b, [](const std::string& s) { return s.empty(); }); }
#endif
