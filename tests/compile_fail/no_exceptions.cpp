// expect: leave out -fno-exceptions
// flags: -fno-exceptions
#include <ravel/base/config.hpp>
