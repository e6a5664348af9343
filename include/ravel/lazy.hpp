// SPDX-License-Identifier: BSL-1.0
// Readers that hold no data, and elementwise functions.
#pragma once

#include <ravel/lazy/assume.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/field.hpp>
#include <ravel/lazy/fold.hpp>
#include <ravel/lazy/functions.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/lazy/sources.hpp>
#include <ravel/lazy/ticks.hpp>
#include <ravel/lazy/time.hpp>
#include <ravel/lazy/words.hpp>
