// SPDX-License-Identifier: BSL-1.0
// Error messages of reductions, and the search for NaN in a block.
#include <ravel/base/error.hpp>
#include <ravel/op/detail/nan_policy.hpp>

namespace ravel::detail {

void throw_no_elements(const char* operation) { throw no_elements(text() << operation << " of no elements has no value"); }

void throw_no_elements(const char* operation, const shape& of) {
  throw no_elements(text() << operation << " of no elements has no value: the shape is " << to_string(of));
}

void throw_refused_nan(const char* operation, index_t position) {
  throw refused_nan(text() << operation << " was told to refuse NaN, and element " << position << " is NaN");
}

namespace {

// In lanes, which a vector unit handles side by side.
template <class T>
[[gnu::always_inline]] inline bool found_nan(const T* data, std::size_t n) {
  constexpr std::size_t lanes = 32;
  using bits = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
  bits found[lanes] = {};
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    for (std::size_t j = 0; j < lanes; ++j) found[j] |= data[i + j] != data[i + j];
  }
  for (std::size_t j = 0; i + j < n; ++j) found[j] |= data[i + j] != data[i + j];
  bits any = 0;
  for (const bits lane : found) any |= lane;
  return any != 0;
}

RAVEL_KERNEL bool found_nan_in_floats(const float* data, std::size_t n) { return found_nan(data, n); }
RAVEL_KERNEL bool found_nan_in_doubles(const double* data, std::size_t n) { return found_nan(data, n); }

}  // namespace

bool any_nan(std::span<const float> block) { return found_nan_in_floats(block.data(), block.size()); }
bool any_nan(std::span<const double> block) { return found_nan_in_doubles(block.data(), block.size()); }

#define RAVEL_INSTANTIATE(T) template RAVEL_API index_t first_place(const node<T>&, is_nan);
RAVEL_FOR_EACH_REAL(RAVEL_INSTANTIATE)
RAVEL_FOR_EACH_COMPLEX(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
