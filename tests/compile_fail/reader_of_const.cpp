// expect: reader<T> reads and never writes: T is named without const
// There is one way to write the type of a reader.
#include <ravel/storage/buffer.hpp>

#ifdef CONTROL
double first(const ravel::reader<double>& r) { return r[0]; }
#else
double first(const ravel::reader<const double>& r) { return r[0]; }
#endif
