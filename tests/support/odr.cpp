// SPDX-License-Identifier: BSL-1.0
// Includes everything and is linked into every test program: what is defined twice does not link.
#if __has_include(<ravel/ravel.hpp>)
#include <ravel/ravel.hpp>
#endif
