// SPDX-License-Identifier: BSL-1.0
// Allocates and frees element memory. The allocator aligns blocks itself, because an aligned operator new takes several times as long as a
// plain one, which short lines would feel. Only under an address sanitizer is each block one of operator new, with its exact bounds.
#include <ravel/base/detail/element_memory.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#if defined(__has_feature)
#define RAVEL_EXACT_BLOCKS __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define RAVEL_EXACT_BLOCKS 1
#else
#define RAVEL_EXACT_BLOCKS 0
#endif

namespace ravel::detail {

constinit thread_local memory_watch* current_memory_watch = nullptr;
constinit thread_local const char* reason_for_memory = nullptr;

namespace {

std::size_t alignment_for(index_t element_alignment) { return static_cast<std::size_t>(std::max<index_t>(64, element_alignment)); }

#if RAVEL_EXACT_BLOCKS

void* aligned_block(std::size_t bytes, std::size_t alignment) { return ::operator new(bytes, std::align_val_t{alignment}); }
void free_block(void* block, std::size_t alignment) { ::operator delete(block, std::align_val_t{alignment}); }

#else

// The address from operator new stands before the block: at least its alignment is between them.
static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= sizeof(void*));

void* aligned_block(std::size_t bytes, std::size_t alignment) {
  auto* const whole = static_cast<std::byte*>(::operator new(bytes + alignment));
  std::byte* const block = whole + (alignment - reinterpret_cast<std::uintptr_t>(whole) % alignment);
  std::memcpy(block - sizeof whole, &whole, sizeof whole);
  return block;
}

void free_block(void* block, std::size_t) {
  void* whole = nullptr;
  std::memcpy(&whole, static_cast<std::byte*>(block) - sizeof whole, sizeof whole);
  ::operator delete(whole);
}

#endif

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
  void* const memory = aligned_block(static_cast<std::size_t>(bytes), alignment_for(alignment));
  ask_for_large_pages(memory, bytes);
  return memory;
}

void free_elements(void* memory, index_t alignment) noexcept {
  if (memory) free_block(memory, alignment_for(alignment));
}

}  // namespace ravel::detail
