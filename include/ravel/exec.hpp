// SPDX-License-Identifier: BSL-1.0
// Who runs a loop, who is told how far it has come, and who may stop it.
#pragma once

#include <ravel/exec/progress.hpp>
#include <ravel/exec/serial.hpp>
#include <ravel/exec/with_progress.hpp>
#include <ravel/exec/with_stop.hpp>
