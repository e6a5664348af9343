// SPDX-License-Identifier: BSL-1.0
// What a library that uses Ravel shows to Python: plain functions that pass tensors by DLPack. check.py calls them by ctypes.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/dlpack.hpp>
#include <ravel/tensor/make.hpp>

#include <utility>

#define SHOWN extern "C" __attribute__((visibility("default")))

using namespace ravel;

namespace {

double memory[] = {0, 1, 2, 3, 4, 5};
int released = 0;

struct owner {
  owner() = default;
  owner(owner&& other) noexcept : here(std::exchange(other.here, false)) {}
  ~owner() { released += here; }
  bool here = true;
};

// An error cannot leave a C function; here it is a null pointer.
template <class F>
DLManagedTensor* exported(F f) {
  try {
    return to_dlpack(f(), {.bools_as_uint8 = true});
  } catch (const error&) {
    return nullptr;
  }
}

// [2 3] of float64, column by column, over memory that is counted when it is released.
tensor<double> over_memory() { return wrap(memory, shape{2, 3}, {1, 2}, owner()); }

}  // namespace

SHOWN DLManagedTensor* make_tensor() { return exported(over_memory); }
// The same as DLPack 1 has it, which says whether it may be written.
SHOWN DLManagedTensorVersioned* make_versioned(int writable) {
  try {
    return writable ? to_dlpack_versioned(over_memory()) : to_dlpack_versioned(tensor<const double>(over_memory()));
  } catch (const error&) {
    return nullptr;
  }
}
SHOWN int released_tensors() { return released; }
SHOWN double first_element() { return memory[0]; }

// 0, 1, 2, … of a type by its number, [2 3].
SHOWN DLManagedTensor* make_tensor_of(int type) {
  return exported([&] { return clone(cast(reshape(arange(dtype::int64, 0, 6), {2, 3}), static_cast<dtype>(type))); });
}

// Every other one is true; NumPy and PyTorch, which know no bools of DLPack, get bytes.
SHOWN DLManagedTensor* make_bools() {
  return exported([] { return clone(reshape(arange<int>(6), {2, 3}) % 2 == 1); });
}

// Takes the tensor over and gives one of the same type, each element twice, transposed.
SHOWN DLManagedTensor* twice_transposed(DLManagedTensor* given) {
  return exported([&] {
    const any_tensor x = from_dlpack(given);
    return clone(cast(transpose(x + x), x.dtype()));
  });
}

// Takes the tensor over: may it be written?
SHOWN int is_writable(DLManagedTensorVersioned* given) {
  try {
    return from_dlpack(given).writable();
  } catch (const error&) {
    return -1;
  }
}

// Adds one to every element where it stands.
SHOWN int add_one(DLManagedTensor* given) {
  try {
    from_dlpack(given) += 1;
    return 0;
  } catch (const error&) {
    return 1;
  }
}
