// SPDX-License-Identifier: BSL-1.0
// Tensors: dims over any reader.
#pragma once

#include <ravel/tensor/compute.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/evaluate.hpp>
#include <ravel/tensor/lazy_tensor.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/nested.hpp>
#include <ravel/tensor/node.hpp>
#include <ravel/tensor/place.hpp>
#include <ravel/tensor/stretch.hpp>
#include <ravel/tensor/tensor.hpp>
#include <ravel/tensor/turn.hpp>
#include <ravel/tensor/views.hpp>
