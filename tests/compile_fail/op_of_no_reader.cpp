// expect: call to deleted function|deleted.*no reader: derive its type from ravel::reader_base, or give from\(std::move\(x\)\)
// line: 16
// A type with size() and [] opts in before it is a reader.
#include <ravel/op/fold/sum.hpp>

struct three {
  int size() const { return 3; }
  double operator[](int i) const { return i; }
};

double total() {
  three x;
#ifdef CONTROL
  return sum(ravel::from(std::move(x)));
#else
  return ravel::sum(x);
#endif
}
