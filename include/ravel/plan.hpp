// SPDX-License-Identifier: BSL-1.0
// Plans: computations that are recorded once and run many times.
#pragma once

#include <ravel/plan/extent.hpp>
#include <ravel/plan/lists.hpp>
#include <ravel/plan/make.hpp>
#include <ravel/plan/map.hpp>
#include <ravel/plan/plan.hpp>
#include <ravel/plan/planned.hpp>
#include <ravel/plan/several.hpp>
#include <ravel/plan/table.hpp>
#include <ravel/plan/text.hpp>
#include <ravel/plan/verbs.hpp>
#include <ravel/plan/views.hpp>
