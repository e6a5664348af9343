// expect: no type holds the elements of all: concat\(axis, cast<T>\(a\)
// line: 13
// What has no common type must be given one.
#include <ravel/tensor/concat.hpp>
#include <ravel/tensor/make.hpp>

ravel::tensor<std::int64_t> a{1};
ravel::tensor<std::uint64_t> b{1};

#ifdef CONTROL
auto all = concat(ravel::along(0), a, ravel::cast<std::int64_t>(b));
#else
auto all = concat(ravel::along(0), a, b);
#endif
