// expect: deleted.*a size, position or axis is an integer: round a real number as you mean it
// line: 9
// Options that count take integers of any type, and nothing that would have to be rounded.
#include <ravel/op/stats/statistics.hpp>

#ifdef CONTROL
double spread(const ravel::reader<double>& x, std::size_t less) { return variance(x, ravel::ddof{less}); }
#else
double spread(const ravel::reader<double>& x) { return variance(x, ravel::ddof{1.5}); }
#endif
