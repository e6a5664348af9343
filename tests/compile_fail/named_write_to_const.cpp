// expect: write to a tensor<T> that is not const
// A tensor to be read is not written through names.
#include <ravel/named.hpp>

const ravel::tensor<double> t{1, 2, 3};
const ravel::tensor<const double> c = t;
const ravel::dim i("i");
#ifdef CONTROL
void run() { t(i) = 1; }
#else
void run() { c(i) = 1; }
#endif
