// SPDX-License-Identifier: BSL-1.0
// A table of live mappings, by address. It is searched only while some file is mapped more than once.
#include "reader/mapped_files.hpp"
#include <ravel/reader/detail/node.hpp>

#include <atomic>
#include <map>
#include <mutex>
#include <utility>

namespace ravel::detail {

namespace {

using address = std::uintptr_t;
using file_name = std::pair<std::uint64_t, std::uint64_t>;

struct mapping_table {
  std::mutex lock;
  std::map<address, mapped_file_part> mappings;
  std::map<file_name, int> times;
};
// Never destroyed, because handles with static storage may outlive it.
mapping_table& table() {
  static auto& made = *new mapping_table;
  return made;
}
std::atomic<int> mapped_again{0};  // the number of mappings beyond the first of each file

struct file_range {
  file_name file;
  index_t low, high;
};
// An empty range (low == high) if the memory is not a mapped file.
file_range range_of(const target_memory& memory) {
  const auto low = reinterpret_cast<address>(memory.low()), high = reinterpret_cast<address>(memory.high());
  const auto& mappings = table().mappings;
  auto found = mappings.upper_bound(low);
  if (found == mappings.begin()) return {};
  const auto& [start, part] = *--found;
  if (high - start > static_cast<address>(part.bytes)) return {};
  const index_t first = part.offset + static_cast<index_t>(low - start);
  return {{part.device, part.number}, first, first + static_cast<index_t>(high - low)};
}

}  // namespace

bool share_bytes_of_file(const target_memory& own, const target_memory& target) {
  if (mapped_again.load(std::memory_order_relaxed) == 0) return false;
  const std::scoped_lock locked(table().lock);
  const file_range a = range_of(own), b = range_of(target);
  return a.file == b.file && a.low < b.high && b.low < a.high;
}

void remember_mapping(const void* start, const mapped_file_part& part) {
  mapping_table& known = table();
  const std::scoped_lock locked(known.lock);
  const auto made = known.mappings.emplace(reinterpret_cast<address>(start), part).first;
  try {
    if (++known.times[{part.device, part.number}] > 1) ++mapped_again;
  } catch (...) {
    known.mappings.erase(made);
    throw;
  }
}

void forget_mapping(const void* start) noexcept {
  mapping_table& known = table();
  const std::scoped_lock locked(known.lock);
  const auto found = known.mappings.find(reinterpret_cast<address>(start));
  if (found == known.mappings.end()) return;
  const auto times = known.times.find({found->second.device, found->second.number});
  if (--times->second > 0) {
    --mapped_again;
  } else {
    known.times.erase(times);
  }
  known.mappings.erase(found);
}

}  // namespace ravel::detail
