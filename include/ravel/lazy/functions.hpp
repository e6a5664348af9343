// SPDX-License-Identifier: BSL-1.0
// Includes all functions of elements: the cheap ones, which fuse, and the block kernels.
#pragma once

#include <ravel/lazy/arithmetic_functions.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/clip.hpp>
#include <ravel/lazy/complex.hpp>
#include <ravel/lazy/math.hpp>
#include <ravel/lazy/rounding.hpp>
#include <ravel/lazy/where.hpp>
