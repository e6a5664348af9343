// expect: keys with ==, of the same types on both sides
// line: 8
#include <ravel/op/keys/arg_join.hpp>

ravel::join_positions rows(const std::vector<int>& left, const std::vector<long>& right, const std::vector<int>& same) {
#ifndef CONTROL
  static_cast<void>(same);
  return ravel::arg_join(left, right);
#else
  static_cast<void>(right);
  return ravel::arg_join(left, same);
#endif
}
