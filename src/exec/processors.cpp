// SPDX-License-Identifier: BSL-1.0
// Reads the affinity mask of a thread and the quotas of control groups, version 1 or 2, from the process's group up to the root. The quotas
// are read once.
#include "exec/processors.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>
#include <vector>

#include <sched.h>

namespace ravel::detail {
namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Parses "150000 100000" of version 2, or the two files of version 1. "max" and -1 mean no limit.
index_t granted_by(const std::string& quota_and_period) {
  std::istringstream in(quota_and_period);
  double quota = 0, period = 0;
  if (!(in >> quota >> period) || quota <= 0 || period <= 0) return 0;
  return std::max<index_t>(1, static_cast<index_t>(quota / period));
}

index_t lower_of(index_t a, index_t b) { return a == 0 || b == 0 ? a + b : std::min(a, b); }

// The least quota of a group and its ancestors.
template <class Read>
index_t granted_up_from(std::string path, const Read& read) {
  index_t granted = 0;
  for (;;) {
    granted = lower_of(granted, granted_by(read(path)));
    const std::size_t last = path.rfind('/');
    if (path.empty() || last == std::string::npos) return granted;
    path.resize(last);
  }
}

}  // namespace

index_t granted_processors(std::string_view groups, const std::string& root) {
  index_t granted = 0;
  std::istringstream lines{std::string(groups)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
    if (controllers.empty()) {
      granted = lower_of(granted, granted_up_from(path, [&](const std::string& at) { return contents(root + at + "/cpu.max"); }));
    } else if (("," + controllers + ",").find(",cpu,") != std::string::npos) {
      granted = lower_of(granted, granted_up_from(path, [&](const std::string& at) {
                           const std::string group = root + "/" + controllers + at;
                           return contents(group + "/cpu.cfs_quota_us") + " " + contents(group + "/cpu.cfs_period_us");
                         }));
    }
  }
  return granted;
}

index_t usable_processors() {
  cpu_set_t mask;
  index_t processors = std::max(1u, std::thread::hardware_concurrency());
  if (sched_getaffinity(0, sizeof mask, &mask) == 0) processors = std::max(1, CPU_COUNT(&mask));
  static const index_t granted = granted_processors(contents("/proc/self/cgroup"), "/sys/fs/cgroup");
  return lower_of(processors, granted);
}

}  // namespace ravel::detail
