// SPDX-License-Identifier: BSL-1.0
// Values that begin as copies of one value: the states of groups. Trivially copyable states share one function for all types. A plain
// value.
#pragma once

#include <ravel/base/config.hpp>
#include <ravel/base/index.hpp>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace ravel::detail {

// Appends copies of a value of so many bytes, until there are n values.
RAVEL_API void add_copies(std::vector<std::byte>& bytes, index_t n, const void* value, std::size_t size);

template <class T>
class state_table {
 public:
  void resize(index_t n, const T& value) { values_.resize(static_cast<std::size_t>(n), value); }
  T* data() { return values_.data(); }
  const T* data() const { return values_.data(); }

 private:
  std::vector<T> values_;
};

template <class T>
  requires(std::is_trivially_copyable_v<T> && alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__)
class state_table<T> {
 public:
  void resize(index_t n, const T& value) { add_copies(bytes_, n, std::addressof(value), sizeof(T)); }
  T* data() { return reinterpret_cast<T*>(bytes_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(bytes_.data()); }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace ravel::detail
