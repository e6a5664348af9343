// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/config.hpp>

#include <support/catch.hpp>

#include <string>

TEST_CASE("the version is spelled once", "[base]") {
  const std::string spelled =
      std::to_string(RAVEL_VERSION_MAJOR) + "." + std::to_string(RAVEL_VERSION_MINOR) + "." + std::to_string(RAVEL_VERSION_PATCH);
  REQUIRE(spelled == RAVEL_VERSION);
}
