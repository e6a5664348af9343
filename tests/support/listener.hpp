// SPDX-License-Identifier: BSL-1.0
// The base class of Catch2's listeners, whose name differs between its versions. A file that includes this header includes it first and
// uses no precompiled header.
#pragma once

#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <support/catch.hpp>

namespace support {

#if __has_include(<catch2/catch_all.hpp>)
using listener = Catch::EventListenerBase;
#else
using listener = Catch::TestEventListenerBase;
#endif

}  // namespace support
