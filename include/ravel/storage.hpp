// SPDX-License-Identifier: BSL-1.0
// Memory: made, adopted, wrapped, borrowed, mapped, growing.
#pragma once

#include <ravel/storage/adopt.hpp>
#include <ravel/storage/buffer.hpp>
#include <ravel/storage/list.hpp>
#include <ravel/storage/map_file.hpp>
