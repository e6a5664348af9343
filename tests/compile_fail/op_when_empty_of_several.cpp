// expect: of several reducers, when_empty\{v\} wants a value for each
// A mean and a count have two results.
#include <ravel/op/keys/group_reduce.hpp>

#include <tuple>
#include <vector>

auto by_key(const std::vector<int>& keys, const std::vector<double>& x) {
  namespace reducer = ravel::reducer;
#ifdef CONTROL
  return ravel::group_reduce(keys, x, reducer::mean, reducer::count, ravel::when_empty{std::tuple(0.5, 0)});
#else
  return ravel::group_reduce(keys, x, reducer::mean, reducer::count, ravel::when_empty{0.5});
#endif
}
