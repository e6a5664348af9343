// SPDX-License-Identifier: BSL-1.0
// Allocates and frees element memory.
#include <ravel/base/detail/element_memory.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <new>

namespace ravel::detail {

constinit thread_local memory_watch* current_memory_watch = nullptr;
constinit thread_local const char* reason_for_memory = nullptr;

namespace {
std::align_val_t alignment_for(index_t element_alignment) {
  return std::align_val_t{static_cast<std::size_t>(std::max<index_t>(64, element_alignment))};
}

// The first touch of fresh memory costs time for each page; large pages cut that to a fifth. Only advises the system, and only if one large
// page fits whole.
void ask_for_large_pages(void* memory, index_t bytes) {
  constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (address + page - 1) / page * page, end = (address + static_cast<std::uintptr_t>(bytes)) / page * page;
  if (end > first) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

}  // namespace

void* allocate_elements(index_t count, index_t element_bytes, index_t alignment, const char* reason) {
  const index_t bytes = mul_index(check_size(count, "number of elements"), element_bytes);
  if (current_memory_watch) current_memory_watch->allocates(bytes, reason ? reason : reason_for_memory);
  void* const memory = ::operator new(static_cast<std::size_t>(bytes), alignment_for(alignment));
  ask_for_large_pages(memory, bytes);
  return memory;
}

void free_elements(void* memory, index_t alignment) noexcept { ::operator delete(memory, alignment_for(alignment)); }

}  // namespace ravel::detail
