// SPDX-License-Identifier: BSL-1.0
// Everything of the dims layer: the index map and the walks over it.
#pragma once

#include <ravel/dims/dims.hpp>
