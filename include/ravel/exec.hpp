// SPDX-License-Identifier: BSL-1.0
// Threads that share an operation, reports of its progress and of its steps, and requests to stop it.
#pragma once

#include <ravel/exec/progress.hpp>
#include <ravel/exec/serial.hpp>
#include <ravel/exec/with_progress.hpp>
#include <ravel/exec/with_threads.hpp>
