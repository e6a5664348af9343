// SPDX-License-Identifier: BSL-1.0
// For tests of what holds on one thread only: how often memory is taken or a function called, and what is untouched behind an exception.
#pragma once

#include <ravel/exec/detail/tasks.hpp>

namespace support {

using on_one_thread = ravel::detail::serial_scope;

}  // namespace support
