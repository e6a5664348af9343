// SPDX-License-Identifier: BSL-1.0
// The interface between the thread pool and the work it runs.
#pragma once

namespace ravel::detail {

// Lets the caller's watches look while it waits for other threads. The context is that of the parts; an exception of a watch ends the work.
void look_while_waiting(void* context) noexcept;

}  // namespace ravel::detail
