// SPDX-License-Identifier: BSL-1.0
// Exchange with files and other libraries that needs nobody's headers.
#pragma once

#include <ravel/interop/arrow.hpp>
#include <ravel/interop/dlpack.hpp>
#include <ravel/interop/mapped_file.hpp>
#include <ravel/interop/mdspan.hpp>
#include <ravel/interop/npy.hpp>
#include <ravel/interop/ranges.hpp>
#include <ravel/interop/safetensors.hpp>
