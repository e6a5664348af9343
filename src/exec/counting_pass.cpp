// SPDX-License-Identifier: BSL-1.0
// Cuts a counting pass into as many parts as there are threads. Counters must not take longer than elements.
#include <ravel/exec/detail/tasks.hpp>

#include <algorithm>
#include <utility>

namespace ravel::detail {

namespace {

index_t parts_of_pass(index_t n, index_t digits) {
  constexpr index_t most = 64, worth_sharing = 16;
  if (!current_executor) return 1;
  return std::clamp<index_t>(n / std::max(worth_sharing * rules_of_tasks.smallest, digits), 1, std::min(most, current_executor->width));
}

}  // namespace

index_t counting_pass(index_t n, index_t digits, index_t first, std::vector<index_t>& counters,
                      function_ref<void(index_t, index_t, index_t*)> count, function_ref<void(index_t, index_t, index_t*)> put) {
  const index_t parts = parts_of_pass(n, digits);
  counters.assign(static_cast<std::size_t>(parts * digits), 0);
  index_t* const counts = counters.data();
  const auto in_each_part = [&](function_ref<void(index_t, index_t, index_t*)> f) {
    if (parts == 1) return f(0, n, counts);
    const auto some = [&](index_t begin, index_t end) {
      for (index_t part = begin; part < end; ++part) f(part * n / parts, (part + 1) * n / parts, counts + part * digits);
    };
    run_tasks(parts, n, some, task_length::long_ones);
  };
  in_each_part(count);
  for (index_t digit = 0; digit < digits; ++digit) {
    for (index_t part = 0; part < parts; ++part) first += std::exchange(counts[part * digits + digit], first);
  }
  in_each_part(put);
  return first;
}

}  // namespace ravel::detail
