// SPDX-License-Identifier: BSL-1.0
// The base of every file: errors, checked index arithmetic, shapes.
#pragma once

#include <ravel/base/config.hpp>
#include <ravel/base/divider.hpp>
#include <ravel/base/error.hpp>
#include <ravel/base/index.hpp>
#include <ravel/base/index_range.hpp>
#include <ravel/base/random.hpp>
#include <ravel/base/shape.hpp>
