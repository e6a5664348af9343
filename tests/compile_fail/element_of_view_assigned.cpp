// expect: no match for .operator=|discards qualifiers|no viable overloaded
// line: 9
#include <ravel/lazy.hpp>

#include <string>

void rename(const ravel::buffer<std::string>& names) {
#ifndef CONTROL
  slice(names, 0, 3, 2)[0] = "x";  // an element is lent by buffers that have a name
#else
  slice(names, 0, 3, 2).write(0, "x");
  names[0] = "x";
#endif
}
