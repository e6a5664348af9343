// SPDX-License-Identifier: BSL-1.0
// What REQUIRE_EQUAL and CHECK_EQUAL say, and where.
#include <support/require_equal.hpp>

namespace support {

namespace detail {

std::string shapes_differ(const std::string& a, const std::string& b) { return "shapes " + a + " and " + b; }

std::string types_differ(const std::string& a, const std::string& b) { return "element types " + a + " and " + b; }

std::string sizes_differ(std::int64_t a, std::int64_t b) { return "sizes " + std::to_string(a) + " and " + std::to_string(b); }

std::string elements_differ(std::int64_t at, const std::string& a, const std::string& b) {
  return "element " + std::to_string(at) + ": " + a + " and " + b;
}

}  // namespace detail

void require_same(const std::string& difference, const char* what, const Catch::SourceLineInfo& where) {
  INFO("comparing " << what << " at " << where);
  REQUIRE(difference == "");
}

void check_same(const std::string& difference, const char* what, const Catch::SourceLineInfo& where) {
  INFO("comparing " << what << " at " << where);
  CHECK(difference == "");
}

}  // namespace support
