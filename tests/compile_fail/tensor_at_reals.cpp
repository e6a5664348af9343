// expect: deleted.*positions are integers: cast<index_t>\(x\)
// line: 11
// The floor of a real number is a real number.
#include <ravel/tensor.hpp>

const ravel::tensor<double> t{{1, 2}, {3, 4}}, x{0.5, 1.5};
#ifdef CONTROL
const auto rows = t(ravel::cast<ravel::index_t>(floor(x)), ravel::all);
#else
// No position is rounded.
const auto rows = t(floor(x), ravel::all);
#endif
