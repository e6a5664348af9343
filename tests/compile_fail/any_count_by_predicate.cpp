// expect: deleted.*takes elements of one type: sort\(cast<double>\(x\), less\)
// line: 12
// A reader, too, has elements of a type that only the running program knows.
#include <ravel/any.hpp>
#include <ravel/op/fold/logic.hpp>

const auto is_large = [](int a) { return a > 5; };

#ifdef CONTROL
auto run(const ravel::any_reader& x) { return count(ravel::cast<int>(x), is_large); }
#else
auto run(const ravel::any_reader& x) { return count(x, is_large); }
#endif
