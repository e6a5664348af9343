// SPDX-License-Identifier: BSL-1.0
// Everything but named, plan, interop, picture, sparse and mpi, which programs include that use them.
#pragma once

#include <ravel/any.hpp>
#include <ravel/base.hpp>
#include <ravel/dims.hpp>
#include <ravel/element.hpp>
#include <ravel/exec.hpp>
#include <ravel/index.hpp>
#include <ravel/lazy.hpp>
#include <ravel/loop.hpp>
#include <ravel/op.hpp>
#include <ravel/print.hpp>
#include <ravel/reader.hpp>
#include <ravel/storage.hpp>
#include <ravel/tensor.hpp>
