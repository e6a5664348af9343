// SPDX-License-Identifier: BSL-1.0
// Pictures of data: charts as SVG, images as PNG.
#pragma once

#include <ravel/picture/picture.hpp>
#include <ravel/picture/png.hpp>
