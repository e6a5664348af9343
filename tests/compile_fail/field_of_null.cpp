// expect: deleted.*which member\? field\(r, &S::member\)
// line: 14
// A member that is none.
#include <ravel/lazy/field.hpp>

struct trade {
  double price;
};

ravel::reader<double> prices(const ravel::reader<trade>& trades) {
#ifdef CONTROL
  return ravel::field(trades, &trade::price);
#else
  return ravel::field(trades, nullptr);
#endif
}
