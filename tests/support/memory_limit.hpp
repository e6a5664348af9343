// SPDX-License-Identifier: BSL-1.0
// Work that must do with little memory and time: it runs in a process of its own, which may take so much address space beyond what there is
// when it starts, and ten seconds. Not under sanitizers, which take terabytes of address space for themselves.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace support {

bool memory_can_be_limited();

// Says in words what was wrong: it answered false, threw, ended with a status that is not 0, or took too long. Empty when nothing was.
// is_right must not assert: an assertion would stay in the process of its own.
std::string fault_within_memory(std::size_t bytes, const std::function<bool()>& is_right);

}  // namespace support
