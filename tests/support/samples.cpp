// SPDX-License-Identifier: BSL-1.0
// The data of the contracts, compiled once for the types they are mostly used with.
#include <support/samples.hpp>

namespace support {

#define SUPPORT_INSTANTIATE(T)                                  \
  template std::vector<T> samples(std::int64_t, std::uint64_t); \
  template ravel::buffer<T> in_memory(const std::vector<T>&);   \
  template std::vector<ravel::reader<T>> in_every_way(const std::vector<T>&);
SUPPORT_SAMPLE_TYPES(SUPPORT_INSTANTIATE)

}  // namespace support
