// expect: deleted.*at positions of index_t
// line: 12
// Positions are index_t, in which no_position is.
#include <ravel/lazy/cast.hpp>
#include <ravel/op/keys/arg_join.hpp>

const ravel::buffer<double> x{1, 2};
const ravel::buffer<int> positions{0, -1};
#ifdef CONTROL
auto run() { return select_or(x, ravel::cast<ravel::index_t>(positions), 0.0); }
#else
auto run() { return select_or(x, positions, 0.0); }
#endif
