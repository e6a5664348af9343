// expect: the function leads: map\(f, a, b\)
// line: 10
// Only map leads with its function.
#include <ravel/named.hpp>


#ifdef CONTROL
auto halved(const ravel::named<double>& x) { return map([](double e) { return e / 2; }, x); }
#else
void halve(const ravel::named<double>& x) { map(x, [](double e) { return e / 2; }); }
#endif
