// SPDX-License-Identifier: BSL-1.0
// same_for_all(work): what work gives on one thread is what it gives when several share it, with parts in any order and of any size.
#pragma once

#include <ravel/exec/with_threads.hpp>

#include <support/executors.hpp>
#include <support/require_equal.hpp>

#include <string>

namespace support {

inline constexpr ravel::detail::task_rules all_rules[] = {
    share_all,
    {.most = 3, .smallest = 1, .worth_waking = 0, .claimed = 0},
    {.most = 1024, .smallest = 7, .worth_waking = 0, .claimed = 1},
    {.most = 16, .smallest = 300, .worth_waking = 0, .claimed = 0},
};

template <class Work>
void same_for_all(const Work& work) {
  const auto wanted = ravel::with_executor(ravel::serial, work);
  unsigned seed = 1;
  for (const ravel::detail::task_rules& rules : all_rules) {
    const rules_of_tasks now(rules);
    REQUIRE_EQUAL(ravel::with_executor(shuffling_executor(++seed), work), wanted);
    REQUIRE_EQUAL(ravel::with_threads(3, work), wanted);
  }
}

// What is thrown, as text.
template <class Work>
std::string thrown_by(const Work& work) {
  try {
    static_cast<void>(work());
  } catch (const std::exception& e) {
    return e.what();
  }
  return "";
}
template <class Work>
void throws_the_same(const Work& work) {
  const std::string wanted = ravel::with_executor(ravel::serial, [&] { return thrown_by(work); });
  REQUIRE(!wanted.empty());
  for (const ravel::detail::task_rules& rules : all_rules) {
    const rules_of_tasks now(rules);
    for (unsigned seed = 1; seed < 6; ++seed)
      CHECK(ravel::with_executor(shuffling_executor(seed), [&] { return thrown_by(work); }) == wanted);
    CHECK(ravel::with_threads(3, [&] { return thrown_by(work); }) == wanted);
  }
}

}  // namespace support
