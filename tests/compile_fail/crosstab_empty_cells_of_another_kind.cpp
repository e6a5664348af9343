// expect: empty_cells\{v\} wants a value of the type of the cells
#include <ravel/op.hpp>

auto sums(const std::vector<int>& row, const std::vector<int>& column, const std::vector<int>& values) {
#ifndef CONTROL
  return ravel::crosstab(row, column, values, ravel::reducer::sum, ravel::empty_cells{2.5});
#else
  return ravel::crosstab(row, column, values, ravel::reducer::sum, ravel::empty_cells{2});
#endif
}
