// expect: Ravel: -ffast-math and its parts break NaN, infinities and bits: .*define RAVEL_ALLOW_FAST_MATH to insist
#define __FAST_MATH__ 1  // as the compiler does for -ffast-math
#ifdef CONTROL
#define RAVEL_ALLOW_FAST_MATH
#endif
#include <ravel/base/config.hpp>

int main() {}
