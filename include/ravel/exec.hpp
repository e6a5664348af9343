// SPDX-License-Identifier: BSL-1.0
// Who works for an operation, who is told how far it has come, and who may stop it.
#pragma once

#include <ravel/exec/progress.hpp>
#include <ravel/exec/serial.hpp>
#include <ravel/exec/with_executor.hpp>
#include <ravel/exec/with_progress.hpp>
#include <ravel/exec/with_stop.hpp>
#include <ravel/exec/with_threads.hpp>
