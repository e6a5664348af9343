// expect: no truth value: ask same
// i == j is true where two loops meet; whether they are one dim is asked by same(i, j).
#include <ravel/named.hpp>

const ravel::dim i("i"), j("j");
#ifdef CONTROL
int run() { return same(i, j) ? 1 : 2; }
#else
int run() { return i == j ? 1 : 2; }
#endif
