// SPDX-License-Identifier: BSL-1.0
// The one door to Catch2: version 2 of Debian 12 and version 3 look the same to the tests.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;  // version 2 says so itself, and this
namespace Catch {
using namespace Matchers;
}
#else
#include <catch2/catch.hpp>
namespace Catch::Matchers {
inline auto ContainsSubstring(const std::string& part) { return Contains(part); }  // as version 3 calls it
}  // namespace Catch::Matchers
#endif
#pragma GCC poison Contains  // to version 3 it says something else
