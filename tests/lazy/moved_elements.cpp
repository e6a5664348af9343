// SPDX-License-Identifier: BSL-1.0
#include "lazy/moved_elements.hpp"

using namespace moved_elements;

TEST_CASE("elements of odd sizes move", "[moved_elements]") {
  check_all<bytes<3>>();
  check_all<bytes<12>>();
  check_all<bytes<24>>();
}
TEST_CASE("elements with padding and with a large alignment move", "[moved_elements]") {
  check_all<padded>();
  check_all<aligned>();
}
TEST_CASE("elements of any kind are written through views", "[moved_elements]") {
  check_writes<bytes<24>>();
  check_writes<padded>();
  check_writes<aligned>();
}

TEST_CASE("computed elements of any kind are copied in slabs", "[moved_elements]") {
  check_turned_copies<bytes<3>>();
  check_turned_copies<bytes<4>>();
  check_turned_copies<bytes<12>>();
  check_turned_copies<padded>();
  check_turned_copies<aligned>();
}

TEST_CASE("copies that throw leak nothing", "[moved_elements]") {
  constexpr index_t n = 9;
  check_all<throwing>();
  const auto computed = sources<throwing>(n).back();
  for (const view<throwing>& v : views(computed)) {
    support::fail_each_step([&] {
      std::vector<throwing> room(static_cast<std::size_t>(v.values.size()));
      v.values.read(0, room);
    });
    support::fail_each_allocation([&] {
      std::vector<throwing> room(static_cast<std::size_t>(v.values.size()));
      v.values.read(0, room);
    });
  }
}
