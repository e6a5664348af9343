// SPDX-License-Identifier: BSL-1.0
// Tensors: dims over any reader.
#pragma once

#include <ravel/tensor/compute.hpp>
#include <ravel/tensor/concat.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/describe.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/into.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/map.hpp>
#include <ravel/tensor/nested.hpp>
#include <ravel/tensor/one_axis.hpp>
#include <ravel/tensor/place.hpp>
#include <ravel/tensor/tensor.hpp>
#include <ravel/tensor/views.hpp>
#include <ravel/tensor/words.hpp>
