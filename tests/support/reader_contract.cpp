// SPDX-License-Identifier: BSL-1.0
// The contract, compiled once for the types it is mostly checked with.
#include <support/reader_contract.hpp>
#include <support/writer_contract.hpp>

namespace support::detail {

#define SUPPORT_CONTRACT(T)                                                       \
  template void expect_reader(ravel::reader<T>, const std::vector<T>&, contract); \
  template void expect_writer(const ravel::writer<T>&, std::vector<T>, std::uint64_t);
SUPPORT_CONTRACT_TYPES(SUPPORT_CONTRACT)

}  // namespace support::detail
