// expect: a dim has a name.*dim i\("i"\), j\("j"\)
// line: 8
#include <ravel/named/dim.hpp>

#ifdef CONTROL
const ravel::dim i("i");
#else
const ravel::dim i;
#endif
