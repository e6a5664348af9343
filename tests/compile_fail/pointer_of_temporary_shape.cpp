// expect: deleted.*the pointer would outlive the shape: name the shape first
// line: 12
// t.shape() is a value of its own.
#include <ravel/tensor/make.hpp>

const ravel::index_t* extents(const ravel::tensor<double>& t) {
#ifdef CONTROL
  static ravel::shape of;
  of = t.shape();
  return of.begin();
#else
  return t.shape().begin();
#endif
}
