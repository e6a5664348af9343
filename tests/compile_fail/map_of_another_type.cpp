// expect: f takes one element of each and gives a value
// line: 14
// The function is called with elements.
#include <ravel/lazy/map.hpp>
#include <ravel/storage/buffer.hpp>

#include <string>

const ravel::buffer<double> b{3, 1};

#ifdef CONTROL
auto mapped() { return ravel::map([](double x) { return x; }, b); }
#else
auto mapped() { return ravel::map([](const std::string& s) { return s.size(); }, b); }
#endif
