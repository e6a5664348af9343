// expect: the function takes one position
// line: 12
// The function is called with a position.
#include <ravel/lazy/iota.hpp>

#include <string>


#ifdef CONTROL
auto made = ravel::generate(3, [](ravel::index_t i) { return i; });
#else
auto made = ravel::generate(3, [](const std::string& s) { return s; });
#endif
