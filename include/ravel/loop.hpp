// SPDX-License-Identifier: BSL-1.0
// Loops over whole readers: copy, fill, clone, for_each, comparison and compound assignment. They run when they are called.
#pragma once

#include <ravel/loop/clone.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/loop/in_place.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/loop/stored.hpp>
