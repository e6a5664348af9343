// SPDX-License-Identifier: BSL-1.0
// Positions: ranges, lists, sets, selections.
#pragma once

#include <ravel/index/ascending_set.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/index/open_slice.hpp>
#include <ravel/index/selection.hpp>
