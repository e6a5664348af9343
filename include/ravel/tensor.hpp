// SPDX-License-Identifier: BSL-1.0
// Tensors: dims over any reader.
#pragma once

#include <ravel/tensor/arg.hpp>
#include <ravel/tensor/axis.hpp>
#include <ravel/tensor/compare.hpp>
#include <ravel/tensor/compute.hpp>
#include <ravel/tensor/concat.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/covariance_matrix.hpp>
#include <ravel/tensor/crosstab.hpp>
#include <ravel/tensor/cwt.hpp>
#include <ravel/tensor/describe.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/fft.hpp>
#include <ravel/tensor/filters.hpp>
#include <ravel/tensor/fold.hpp>
#include <ravel/tensor/histogram_nd.hpp>
#include <ravel/tensor/lazy_tensor.hpp>
#include <ravel/tensor/least_squares.hpp>
#include <ravel/tensor/lookup.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/map_axis.hpp>
#include <ravel/tensor/neighbours.hpp>
#include <ravel/tensor/nested.hpp>
#include <ravel/tensor/nonzero.hpp>
#include <ravel/tensor/one_axis.hpp>
#include <ravel/tensor/pad.hpp>
#include <ravel/tensor/pieces.hpp>
#include <ravel/tensor/place.hpp>
#include <ravel/tensor/product.hpp>
#include <ravel/tensor/random.hpp>
#include <ravel/tensor/reduce.hpp>
#include <ravel/tensor/statistics.hpp>
#include <ravel/tensor/tensor.hpp>
#include <ravel/tensor/variance.hpp>
#include <ravel/tensor/views.hpp>
