// expect: deleted.*field\(r, &S::member\) is the reader of a member
// line: 15
// A member of a reader of structs has a name of its own.
#include <ravel/lazy/field.hpp>
#include <ravel/lazy/map.hpp>

struct trade {
  double price;
};

ravel::reader<double> prices(const ravel::reader<trade>& trades) {
#ifdef CONTROL
  return ravel::field(trades, &trade::price);
#else
  return ravel::map(&trade::price, trades);
#endif
}
