// expect: operator=|written_as
// Real numbers are not written to integers: cast says how.
#include <ravel/named.hpp>

const ravel::tensor<int> t{1, 2, 3};
const ravel::tensor<double> x{1, 2, 3};
const ravel::dim i("i");
#ifdef CONTROL
void run() { t(i) = ravel::cast<int>(x(i)); }
#else
void run() { t(i) = x(i); }
#endif
