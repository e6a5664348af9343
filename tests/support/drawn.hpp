// SPDX-License-Identifier: BSL-1.0
// Numbers in [-1, 1) as signals are drawn in tests, and a tensor's values one after the other, as an oracle takes them.
#pragma once

#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/random.hpp>
#include <support/samples.hpp>

#include <vector>

namespace support {

inline std::vector<double> drawn(random& r, std::int64_t n) {
  std::vector<double> all;
  for (std::int64_t i = 0; i < n; ++i) all.push_back(2 * r.unit() - 1);
  return all;
}
inline ravel::tensor<double> drawn(random& r, const ravel::shape& of) {
  return ravel::tensor<double>(ravel::dims::row_major(of), in_memory(drawn(r, of.elements())));
}

std::vector<double> values_of(const auto& t) { return to_vector(flat(t)); }

}  // namespace support
