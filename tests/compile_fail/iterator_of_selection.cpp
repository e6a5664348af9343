// expect: the iterator would outlive the selection: name it first
// line: 6
#include <ravel/index.hpp>

#ifndef CONTROL
const auto first = ravel::selection({2, 0}).begin();
#else
const ravel::selection places({2, 0});
const auto first = places.begin();
#endif
