// SPDX-License-Identifier: BSL-1.0
// A movement by default cannot be written, and reads all its sources at other positions.
#include <ravel/base/error.hpp>
#include <ravel/reader/detail/read.hpp>

namespace ravel::detail {

movement::~movement() = default;

void movement::each_operand(shared_blocks& found) const {
  for (const shared_untyped& one : sources()) found.elsewhere(*one);
}
shared_untyped movement::sliced(index_t, index_t, index_t) const { return nullptr; }

void movement::store(index_t, index_t, const void*) const { throw_not_writable(); }
void movement::store_at(const index_t*, index_t, const void*) const { throw_not_writable(); }

}  // namespace ravel::detail
