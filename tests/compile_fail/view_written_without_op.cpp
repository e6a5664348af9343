// expect: writing through a view needs <ravel/loop/copy.hpp>
// What writes is of a later layer: who has not included it is told which header it is.
#define WITHOUT_OP
#include <ravel/lazy/slice.hpp>
#include <ravel/storage.hpp>
#ifdef CONTROL
#include <ravel/op.hpp>
#endif

void set(const ravel::buffer<double>& target, const ravel::reader<double>& source) { slice(target, 0, source.size()) = source; }
