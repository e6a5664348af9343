// SPDX-License-Identifier: BSL-1.0
#include "lazy/moved_elements.hpp"

using namespace moved_elements;

TEST_CASE("elements of one, two and four bytes move", "[moved_elements]") {
  check_all<bytes<1>>();
  check_all<bytes<2>>();
  check_all<bytes<4>>();
}
TEST_CASE("elements of eight and sixteen bytes move", "[moved_elements]") {
  check_all<bytes<8>>();
  check_all<bytes<16>>();
}
TEST_CASE("elements of words are written through views", "[moved_elements]") {
  check_writes<bytes<1>>();
  check_writes<bytes<2>>();
  check_writes<bytes<16>>();
}
