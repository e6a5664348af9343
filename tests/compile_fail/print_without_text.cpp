// expect: printing needs an operator<< for the elements
// Elements of a type that nobody can write.
#include <ravel/print/print.hpp>

#include <ostream>

struct secret {
  int value = 0;
#ifdef CONTROL
  friend std::ostream& operator<<(std::ostream& out, const secret&) { return out << "?"; }
#endif
};

std::string shown(const ravel::buffer<secret>& b) { return to_string(b); }
