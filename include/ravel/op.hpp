// SPDX-License-Identifier: BSL-1.0
// Eager operations: they read everything and return a result.
#pragma once

#include <ravel/op/clone.hpp>
#include <ravel/op/compare.hpp>
#include <ravel/op/copy.hpp>
#include <ravel/op/extreme.hpp>
#include <ravel/op/filter.hpp>
#include <ravel/op/for_each.hpp>
#include <ravel/op/logic.hpp>
#include <ravel/op/nan_policy.hpp>
#include <ravel/op/reduce.hpp>
#include <ravel/op/scan.hpp>
#include <ravel/op/sort.hpp>
#include <ravel/op/sum.hpp>
#include <ravel/op/widen.hpp>
