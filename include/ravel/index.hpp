// SPDX-License-Identifier: BSL-1.0
// Which positions: ranges, lists, selections.
#pragma once

#include <ravel/index/ascending_set.hpp>
#include <ravel/index/index_range.hpp>
#include <ravel/index/selection.hpp>
