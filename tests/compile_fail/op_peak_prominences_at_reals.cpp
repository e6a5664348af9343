// expect: deleted.*of real numbers, then positions
// line: 10
// Positions are integers, on a tensor as on a reader.
#include <ravel/op/signal/find_peaks.hpp>
#include <ravel/tensor.hpp>

#include <vector>

#ifndef CONTROL
auto heights(const ravel::tensor<double>& x, const std::vector<double>& at) { return peak_prominences(x, at); }
#else
auto heights(const ravel::tensor<double>& x, const std::vector<int>& at) { return peak_prominences(x, at); }
#endif
