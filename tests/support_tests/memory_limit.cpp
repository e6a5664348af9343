// SPDX-License-Identifier: BSL-1.0
#include <support/catch.hpp>
#include <support/memory_limit.hpp>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <vector>

using support::fault_within_memory;

TEST_CASE("work in little memory is right, wrong, or fails in words", "[support]") {
  if (!support::memory_can_be_limited()) return;
  constexpr std::size_t limit = 100000000;
  CHECK(fault_within_memory(limit, [] { return true; }) == "");
  CHECK(fault_within_memory(limit, [] { return false; }) == "the result is wrong");
  CHECK(fault_within_memory(limit, []() -> bool { throw std::runtime_error("no"); }) == "it throws: no");
  CHECK(fault_within_memory(limit, [] { return std::vector<char>(limit / 2).size() == limit / 2; }) == "");
  CHECK(fault_within_memory(limit, [] { return std::vector<char>(2 * limit).empty(); }) == "it throws: std::bad_alloc");
  CHECK(fault_within_memory(limit, []() -> bool {
          std::signal(SIGABRT, SIG_DFL);
          std::abort();
        }).starts_with("it was ended by a signal: "));
  CHECK(fault_within_memory(limit, []() -> bool { std::_Exit(1); }) == "it ended with status 1 and said nothing");
  CHECK(fault_within_memory(limit, []() -> bool { throw 1; }) == "it throws what is no std::exception");
}
