// expect: RAVEL_TARGET_COULD_LOSE_VALUES
// line: 14
// A vector of reals loses its fractions as a reader of reals does.
#include <ravel/loop/in_place.hpp>
#include <ravel/storage/buffer.hpp>

#include <vector>

const ravel::buffer<int> k{1, 2};

#ifdef CONTROL
const auto& summed = k += std::vector<int>{1, 2};
#else
void run() { k += std::vector<double>{1, 2}; }
#endif
