// SPDX-License-Identifier: BSL-1.0
// Tensors, readers and tables as text.
#pragma once

#include <ravel/print/any.hpp>
#include <ravel/print/print.hpp>
#include <ravel/print/results.hpp>
