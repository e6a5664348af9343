// SPDX-License-Identifier: BSL-1.0
// What the pool of threads must know of the work that it is given.
#pragma once

namespace ravel::detail {

// Lets those look who watch the caller, while it waits for others. The context is that of the parts; what they throw ends the work.
void look_while_waiting(void* context) noexcept;

}  // namespace ravel::detail
