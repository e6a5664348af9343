// SPDX-License-Identifier: BSL-1.0
// The messages of nodes and handles.
#include <ravel/base/error.hpp>
#include <ravel/reader/node.hpp>
#include <ravel/reader/reader.hpp>

namespace ravel::detail {

void throw_too_deep(int depth) {
  throw layout_error(text() << "expression is " << depth << " deep: clone() a part of it (the limit is " << depth_limit << ")");
}

constinit thread_local int user_call::running = 0;

void throw_not_writable() { throw layout_error("this reader cannot be written"); }

void throw_empty_handle() { throw value_error("the handle is empty: it was default-constructed or moved from, and reads nothing"); }

void throw_size_beyond(std::uint64_t size) { throw overflow_error(text() << "size " << size << " is beyond the limit of 2^62"); }

}  // namespace ravel::detail
