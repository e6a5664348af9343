// expect: build the library so, too
// flags: -D_GLIBCXX_DEBUG
#include <ravel/base/config.hpp>
