// expect: when_empty\{v\} wants a value of the type of the result
#include <ravel/op.hpp>

auto sums(const std::vector<int>& keys, const std::vector<int>& values) {
#ifndef CONTROL
  return ravel::group_reduce(keys, values, ravel::reducer::sum, ravel::when_empty{2.5});
#else
  return ravel::group_reduce(keys, values, ravel::reducer::sum, ravel::when_empty{2});
#endif
}
