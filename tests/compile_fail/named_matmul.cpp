// expect: dims say what is summed
// line: 10
// A product of matrices is a sum over a dim.
#include <ravel/named.hpp>
const ravel::tensor<double> t{{1, 2}, {3, 4}};
const ravel::dim i("i"), j("j"), k("k");
#ifdef CONTROL
const auto product = sum(t(i, k) * t(k, j), k);
#else
const auto product = matmul(t(i, k), t(k, j));
#endif
