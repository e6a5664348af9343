// expect: deleted.*bools are no numbers|deleted.*TAKES_NUMBERS
// line: 8
// Bools are no numbers.
#include <ravel/lazy/math.hpp>
#ifdef CONTROL
auto wave(const ravel::reader<int>& x) { return sin(x); }
#else
auto wave(const ravel::reader<bool>& x) { return sin(x); }
#endif
