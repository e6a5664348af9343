// expect: the elements have no ==: arggroup_by\(x, f\) groups them by a key
// line: 14
// What cannot be compared is grouped by something that can.
#include <ravel/op/keys/arggroup.hpp>

struct point {
  int x = 0, y = 0;
};
ravel::buffer<point> points{point{}};

#ifdef CONTROL
auto run() { return arggroup_by(points, [](const point& p) { return p.x; }); }
#else
auto run() { return arggroup(points); }
#endif
