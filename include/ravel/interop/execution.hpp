// SPDX-License-Identifier: BSL-1.0
// An executor by an execution policy of the standard library, for with_executor; header only, and empty without policies. libstdc++ runs
// std::execution::par on oneTBB, which the program must link.
#pragma once

#include <ravel/exec/with_threads.hpp>

#include <version>

#if defined(__cpp_lib_execution)
#include <algorithm>
#include <execution>
#include <thread>
#include <type_traits>
#include <vector>

namespace ravel {

// A policy under which functions may wait for each other: seq or par.
template <class Policy>
class policy_executor {
 public:
  explicit policy_executor(Policy policy) : policy_(policy) {}

  template <class Part>
  void over(index_arg n, index_arg grain, const Part& part) const {
    const index_t size = detail::checked_grain(grain);
    std::vector<index_t> begins;
    for (index_t begin = 0; begin < n; begin += size) begins.push_back(begin);
    std::for_each(policy_, begins.begin(), begins.end(), [&](index_t begin) { part(begin, std::min<index_t>(n, begin + size)); });
  }
  index_t width() const {
    if constexpr (std::is_same_v<Policy, std::execution::sequenced_policy>) return 1;
    return std::max<index_t>(1, std::thread::hardware_concurrency());
  }

 private:
  Policy policy_;
};

}  // namespace ravel
#endif
