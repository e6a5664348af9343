// expect: save_npy\(path, ticks\(t\)\)
// line: 11
#include <ravel/interop/npy.hpp>
#include <ravel/lazy/ticks.hpp>
#include <ravel/tensor.hpp>

#include <chrono>

void save(const ravel::tensor<std::chrono::sys_seconds>& when) {
#ifndef CONTROL
  ravel::save_npy("x.npy", when);
#else
  ravel::save_npy("x.npy", ravel::ticks(when));
#endif
}
