// expect: along which dim|RAVEL_ALONG_WHICH_DIM
// line: 10
// What goes along one dim is told which.
#include <ravel/named.hpp>


#ifdef CONTROL
auto sorted(const ravel::named<double>& x, const ravel::dim& i) { return sort(x, i); }
#else
auto sorted(const ravel::named<double>& x) { return sort(x); }
#endif
