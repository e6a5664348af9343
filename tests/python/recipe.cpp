// SPDX-License-Identifier: BSL-1.0
// The C++ half of the recipe that docs/interop.md shows: two functions that Python calls by ctypes. recipe.py is the other half.
#include <ravel/interop/dlpack.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <cstdio>

// No error may leave a function of C: it is a null pointer there.
template <class F>
DLManagedTensor* handed_over(F make) noexcept {
  try {
    return ravel::to_dlpack(make());
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return nullptr;
  }
}

extern "C" DLManagedTensor* table(int rows, int columns) {
  return handed_over([&] { return ravel::clone(ravel::reshape(ravel::arange<double>(ravel::index_t{rows} * columns), {rows, columns})); });
}

// Takes the tensor over, doubles it where it stands, and gives a view of the same memory.
extern "C" DLManagedTensor* doubled_and_turned(DLManagedTensor* given) {
  return handed_over([&] {
    ravel::tensor<double> x = ravel::from_dlpack<double>(given);
    x *= 2.0;
    return ravel::transpose(x);
  });
}
