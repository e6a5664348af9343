// expect: deleted.*rolling\(x, width, f\), \(x, weights\{w\}, f\)
// line: 11
// Weights stand in place of the width, also of data whose type is known at run time.
#include <ravel/any.hpp>

const ravel::any_tensor x = ravel::tensor<double>{1, 2};
const ravel::weights given{1, 2};
#ifdef CONTROL
void run() { std::ignore = rolling(x, given, ravel::reducer::mean); }
#else
void run() { std::ignore = rolling(x, 2, ravel::reducer::mean, given); }
#endif
