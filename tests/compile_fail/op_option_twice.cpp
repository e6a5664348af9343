// expect: an option is given twice
// Which of two would hold?
#include <ravel/op/stats/statistics.hpp>

ravel::buffer<double> x{1, 2};
#ifdef CONTROL
auto run() { return variance(x, ravel::ddof{1}); }
#else
auto run() { return variance(x, ravel::ddof{1}, ravel::ddof{0}); }
#endif
