// expect: leave out -fno-rtti
// flags: -fno-rtti
#include <ravel/base/config.hpp>
