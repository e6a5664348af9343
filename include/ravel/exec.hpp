// SPDX-License-Identifier: BSL-1.0
// Who runs a loop.
#pragma once

#include <ravel/exec/serial.hpp>
