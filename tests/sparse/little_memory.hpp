// SPDX-License-Identifier: BSL-1.0
// A tensor of 1e12 positions with 1,000 entries, and work on it in 200 MB, which is a forty-thousandth of what its elements would take, and
// in seconds. Belongs to one test.
#pragma once

#include <ravel/op.hpp>
#include <ravel/sparse.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/memory_limit.hpp>

#include <cmath>

namespace little_memory {

using ravel::index_t;

inline constexpr index_t side = 1000000, many = 1000, all_of_them = side * side;
inline constexpr double total = many * (many + 1) / 2.0;  // of 1, 2, …, 1000

// Entry k is k + 1, in row 1000 k and column 7 k: no two share a row or a column.
inline ravel::tensor<double> thousand(double scale = 1) {
  const ravel::tensor<double> t = ravel::sparse_tensor<double>({side, side});
  for (index_t k = 0; k < many; ++k) t.write({1000 * k, 7 * k}, scale * static_cast<double>(k + 1));
  return t;
}

inline void check(const char* name, const std::function<bool()>& is_right) {
  INFO(name);
  CHECK(support::fault_within_memory(200000000, is_right) == "");
}
// The operation as it stands is its name.
#define IN_LITTLE_MEMORY(...) check(#__VA_ARGS__, [&]() -> bool { return __VA_ARGS__; })

template <class X>
bool stores(const X& x, index_t count, double sum_of_them) {
  double found = 0;
  index_t seen = 0;
  for_each_stored(x, [&](index_t, const auto& value) {
    ++seen;
    found += static_cast<double>(value);
  });
  return seen == count && std::abs(found - sum_of_them) < 1e-6 * (1 + std::abs(sum_of_them));
}
template <class X>
bool stores(const X& x, index_t count) {
  return stored_count(x) == count;
}

}  // namespace little_memory
