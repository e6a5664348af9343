// SPDX-License-Identifier: BSL-1.0
// Everything of the walk layer: how tensors are visited, for those who write engines; nothing that users call.
#pragma once

#include <ravel/walk/axis_plan.hpp>
#include <ravel/walk/boxes.hpp>
#include <ravel/walk/node.hpp>
#include <ravel/walk/paths.hpp>
#include <ravel/walk/rows.hpp>
#include <ravel/walk/turn.hpp>
#include <ravel/walk/write_rows.hpp>
