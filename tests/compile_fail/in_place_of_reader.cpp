// expect: RAVEL_TARGET_CAN_ONLY_BE_READ
// line: 13
// A reader is not written.
#include <ravel/loop/in_place.hpp>
#include <ravel/storage/buffer.hpp>

const ravel::buffer<double> b{1, 2};
const ravel::reader<double> r = b;

#ifdef CONTROL
const auto& summed = b += r;
#else
void run() { r += b; }
#endif
