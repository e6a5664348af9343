// expect: dims say what is summed
// line: 12
// Nor is there a dot of names.
#include <ravel/named.hpp>
#include <ravel/op/fold/product.hpp>

const ravel::tensor<double> t{1, 2, 3};
const ravel::dim i("i");
#ifdef CONTROL
const auto product = sum(t(i) * t(i), i);
#else
const auto product = dot(t(i), t);
#endif
