// SPDX-License-Identifier: BSL-1.0
// The closed set of element types: tags, promotion, arithmetic, comparison, casting.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/element/dtype.hpp>
#include <ravel/element/promote.hpp>
#include <ravel/element/ticks.hpp>
#include <ravel/element/types.hpp>
