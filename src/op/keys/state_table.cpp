// SPDX-License-Identifier: BSL-1.0
#include <ravel/op/keys/detail/group_states.hpp>

#include <cstring>

namespace ravel::detail {

void add_copies(std::vector<std::byte>& bytes, index_t n, const void* value, std::size_t size) {
  const std::size_t before = bytes.size();
  bytes.resize(static_cast<std::size_t>(n) * size);
  for (std::size_t at = before; at < bytes.size(); at += size) std::memcpy(bytes.data() + at, value, size);
}

}  // namespace ravel::detail
