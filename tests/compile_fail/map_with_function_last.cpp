// expect: the function leads: map\(f, a, b\)
// line: 12
// Only map leads with its function.
#include <ravel/lazy/map.hpp>
#include <ravel/storage/buffer.hpp>

const ravel::buffer<double> b{1, 2};

#ifdef CONTROL
auto halves = map([](double x) { return x / 2; }, b);
#else
void run() { map(b, [](double x) { return x / 2; }); }
#endif
