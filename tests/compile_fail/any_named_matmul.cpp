// expect: dims say what is summed
// line: 10
// A product of matrices is a sum over a dim.
#include <ravel/named.hpp>
const ravel::any_tensor x = ravel::tensor<double>{{1, 2}, {3, 4}};
const ravel::dim i("i"), j("j"), k("k");
#ifdef CONTROL
const auto product = sum(x(i, k) * x(k, j), k);
#else
const auto product = matmul(x(i, k), x(k, j));
#endif
