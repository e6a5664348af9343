// expect: deleted.*by the elements' own order, or by less
// line: 17
// What has no < is sorted by an order that is given.
#include <ravel/op/order/argsort.hpp>

struct point {
  int x = 0, y = 0;
  bool operator==(const point&) const = default;
};
ravel::buffer<point> points{point{}};

#ifdef CONTROL
auto run() {
  return argsort(points, [](const point& a, const point& b) { return a.x < b.x; });
}
#else
auto run() { return argsort(points); }
#endif
