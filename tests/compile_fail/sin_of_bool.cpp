// expect: no matching function for call to 'sin(\(const ravel::reader<bool>&\))?'
// line: 9
// Bools are no numbers.
#include <ravel/lazy/math.hpp>
#ifdef CONTROL
auto wave(const ravel::reader<int>& x) { return sin(x); }
#else
auto wave(const ravel::reader<bool>& x) {
  return sin(x);
}
#endif
