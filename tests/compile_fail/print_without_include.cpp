// expect: printing needs #include <ravel/print.hpp>
// flags: -O0
#include <ravel/tensor.hpp>

#include <iostream>

void show(const ravel::tensor<double>& t) {
#ifndef CONTROL
  // What prints is not included.
  std::cout << t;
#else
  std::cout << t.size();
#endif
}
