// expect: deleted.*bins\{20\}, a bin_rule, or edges or rules of each coordinate
// line: 12
// The number of bins is the same for each coordinate.
#include <ravel/op/search/histogram.hpp>

using ravel::bins;

const ravel::tensor<double> points{{1, 2}, {3, 4}};
#ifdef CONTROL
void run() { std::ignore = histogram_nd(points, bins{2}); }
#else
void run() { std::ignore = histogram_nd(points, {bins{2}, bins{2}}); }
#endif
