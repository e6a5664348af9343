// SPDX-License-Identifier: BSL-1.0
// Operations by an execution policy of the standard library, for with_executor; header only, and empty where there are none. libstdc++ runs
// std::execution::par on oneTBB, which the program then links.
#pragma once

#include <ravel/base/index.hpp>

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
    std::vector<index_t> begins(static_cast<std::size_t>(n > 0 ? (n - 1) / grain + 1 : 0));
    for (std::size_t k = 0; k < begins.size(); ++k) begins[k] = static_cast<index_t>(k) * grain;
    std::for_each(policy_, begins.begin(), begins.end(), [&](index_t begin) { part(begin, std::min<index_t>(n, begin + grain)); });
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
