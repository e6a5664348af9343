// SPDX-License-Identifier: BSL-1.0
// Tensors, readers, values and tables whose element type is known at run time.
#pragma once

#include <ravel/any/any_scalar.hpp>
#include <ravel/any/any_tensor.hpp>
#include <ravel/any/convolve.hpp>
#include <ravel/any/elementwise.hpp>
#include <ravel/any/group.hpp>
#include <ravel/any/make.hpp>
#include <ravel/any/order.hpp>
#include <ravel/any/reduce.hpp>
#include <ravel/any/table.hpp>
#include <ravel/any/verbs.hpp>
#include <ravel/any/views.hpp>
#include <ravel/any/when_empty.hpp>
