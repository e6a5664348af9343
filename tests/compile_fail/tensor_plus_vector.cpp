// expect: borrow\(x\) looks at them, adopt\(std::move\(x\)\) takes them over
// line: 11
// The same beside a tensor.
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/elementwise.hpp>

#ifdef CONTROL
auto sum(const ravel::tensor<double>& t, const std::vector<double>& v) { return t + ravel::borrow(v); }
#else
// A vector may end while the sum is still to be read.
auto sum(const ravel::tensor<double>& t, const std::vector<double>& v) { return t + v; }
#endif
