// expect: index_arg|delete
// An extent is an integer.
#include <ravel/named.hpp>

const ravel::dim i("i");
#ifdef CONTROL
auto run() { return i(5); }
#else
auto run() { return i(5.5); }
#endif
