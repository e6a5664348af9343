// expect: what f gives could be cut: let it give a T
// line: 11
// The values of a function are not cut to whole numbers.
#include <ravel/tensor/compute.hpp>

using ravel::index_t;

#ifdef CONTROL
auto halves = ravel::compute<float>({3}, [](index_t i) { return 0.5 * double(i); });
#else
auto halves = ravel::compute<int>({3}, [](index_t i) { return 0.5 * double(i); });
#endif
