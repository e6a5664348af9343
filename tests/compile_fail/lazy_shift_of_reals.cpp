// expect: deleted.*integers have bits to shift: cast<int>\(x\) << 2
// line: 11
// Reals have no bits to shift.
#include <ravel/lazy/operators.hpp>
#include <ravel/storage/buffer.hpp>

const ravel::buffer<double> x{1, 2};
#ifdef CONTROL
const auto four_times = x * 4;
#else
const auto four_times = x << 2;
#endif
