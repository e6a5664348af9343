// expect: RAVEL_TARGET_COULD_LOSE_VALUES
// line: 13
// A sum of integers with reals is real.
#include <ravel/loop/in_place.hpp>
#include <ravel/storage/buffer.hpp>

const ravel::buffer<int> k{1, 2};
const ravel::buffer<double> b{1, 2};

#ifdef CONTROL
const auto& summed = k += 1;
#else
void run() { k += b; }
#endif
