// expect: deleted.*borrow\(x\) to look at it, adopt\(std::move\(x\)\) to give it away, or clone\(x\)
// line: 17
// Ravel neither copies a reader of the user's nor keeps a reference to it behind the user's back.
#include <ravel/loop/clone.hpp>
#include <ravel/storage/adopt.hpp>

struct squares : ravel::reader_base {
  int size() const { return 3; }
  double operator[](int i) const { return i * i; }
};

ravel::reader<double> read(squares& named) {
#ifdef CONTROL
  static_cast<void>(ravel::clone(named));
  return ravel::borrow(named);
#else
  return named;
#endif
}
