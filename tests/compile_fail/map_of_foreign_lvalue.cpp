// expect: borrow\(x\) looks at them, adopt\(std::move\(x\)\) takes them over
// line: 17
// The same inside an expression.
#include <ravel/lazy/operators.hpp>
#include <ravel/storage/adopt.hpp>

struct squares : ravel::reader_base {
  int size() const { return 3; }
  double operator[](int i) const { return i * i; }
};

auto twice(squares& named) {
#ifdef CONTROL
  return ravel::borrow(named) * 2;
#else
  static_cast<void>(0);
  return named * 2;
#endif
}
