// expect: f takes one element of each and gives a value
// line: 14
// map is lazy: a function that gives nothing is for for_each.
#include <ravel/lazy/map.hpp>
#include <ravel/loop/for_each.hpp>

double total = 0;

void add_up(const ravel::reader<double>& r) {
#ifdef CONTROL
  ravel::for_each(r, [](double x) { total += x; });
#else
  const auto add = [](double x) { total += x; };
  static_cast<void>(ravel::map(add, r));
#endif
}
