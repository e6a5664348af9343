// expect: deleted.*no elements of its own in consecutive memory: clone\(from\(std::move\(x\)\)\)
// line: 13
// A std::vector<bool> holds bits: there is no memory of bools to take over.
#include <ravel/loop/clone.hpp>
#include <ravel/storage/adopt.hpp>

#include <vector>

ravel::buffer<bool> flags(std::vector<bool> v) {
#ifdef CONTROL
  return ravel::clone(ravel::from(std::move(v)));
#else
  return ravel::adopt(std::move(v));
#endif
}
