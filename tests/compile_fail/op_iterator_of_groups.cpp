// expect: the iterator would outlive the groups: name them first
// line: 7
#include <ravel/op.hpp>

auto first_of(const ravel::buffer<int>& b) {
#ifndef CONTROL
  return arggroup(b).begin();
#else
  return arggroup(b).keys();  // by value, of groups that go away
#endif
}
