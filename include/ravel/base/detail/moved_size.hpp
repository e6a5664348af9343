// SPDX-License-Identifier: BSL-1.0
// The element count that a container keeps beside its elements. It becomes 0 when it is moved from. A plain value.
#pragma once

#include <ravel/base/index.hpp>

#include <utility>

namespace ravel::detail {

class moved_size {
 public:
  constexpr moved_size(index_t n) : n_(n) {}
  constexpr moved_size(const moved_size&) = default;
  constexpr moved_size(moved_size&& other) noexcept : n_(std::exchange(other.n_, 0)) {}
  constexpr moved_size& operator=(moved_size other) noexcept {
    n_ = other.n_;
    return *this;
  }
  constexpr moved_size& operator+=(index_t more) {
    n_ = add_index(n_, more);
    return *this;
  }
  constexpr operator index_t() const { return n_; }

 private:
  index_t n_;
};

}  // namespace ravel::detail
