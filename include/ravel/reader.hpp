// SPDX-License-Identifier: BSL-1.0
// Random access: what a reader is, and the handles.
#pragma once

#include <ravel/reader/block.hpp>
#include <ravel/reader/concept.hpp>
#include <ravel/reader/foreign.hpp>
#include <ravel/reader/reader.hpp>
#include <ravel/reader/writer.hpp>
