// expect: assign needs <ravel/loop/copy.hpp>, which <ravel/loop.hpp> includes
// What writes is of a later layer: who has not included it is told which header it is.
#define WITHOUT_OP
#include <ravel/storage.hpp>
#ifdef CONTROL
#include <ravel/op.hpp>
#endif

void set(const ravel::buffer<double>& target, const ravel::reader<double>& source) { target.assign(source); }
