// expect: a position is an integer
// A place is looked up by integers.
#include <ravel/named.hpp>

const ravel::tensor<double> t{1, 2, 3};
const ravel::dim i("i");
#ifdef CONTROL
auto run() { return t(ravel::cast<ravel::index_t>(t(i))); }
#else
auto run() { return t(t(i)); }
#endif
