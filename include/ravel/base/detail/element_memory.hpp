// SPDX-License-Identifier: BSL-1.0
// The allocator of all element memory: aligned to 64 bytes, and in large pages if it is large. Also a class that owns such memory.
#pragma once

#include <ravel/base/detail/noncopyable.hpp>
#include <ravel/base/index.hpp>

#include <memory>
#include <utility>

namespace ravel::detail {

// The memory is uninitialised. The library allocates element memory nowhere else. A trace shows the reason.
RAVEL_API void* allocate_elements(index_t count, index_t element_bytes, index_t alignment, const char* reason = nullptr);
RAVEL_API void free_elements(void* memory, index_t alignment) noexcept;

// Is told of the memory that its thread allocates for elements.
class memory_watch {
 public:
  virtual void allocates(index_t bytes, const char* reason) = 0;  // an exception ends the work

 protected:
  ~memory_watch() = default;
};
extern RAVEL_API constinit thread_local memory_watch* current_memory_watch;  // of this thread, or null
extern RAVEL_API constinit thread_local const char* reason_for_memory;       // of allocations that give none; null for results

// The reason, until the end of the scope, for memory that is no result.
class temporary_memory : noncopyable {
 public:
  explicit temporary_memory(const char* reason) : before_(std::exchange(reason_for_memory, reason)) {}
  ~temporary_memory() { reason_for_memory = before_; }

 private:
  const char* const before_;
};

// Owns memory for elements. Does not initialise types that need no construction.
template <class T>
class owned_elements {
 public:
  owned_elements() = default;
  explicit owned_elements(index_t n) : first_(static_cast<T*>(allocate_elements(n, sizeof(T), alignof(T)))), size_(n) {
    try {
      std::uninitialized_default_construct_n(first_, n);
    } catch (...) {
      free_elements(first_, alignof(T));
      throw;
    }
  }
  owned_elements(owned_elements&& from) noexcept : first_(std::exchange(from.first_, nullptr)), size_(std::exchange(from.size_, 0)) {}
  owned_elements& operator=(owned_elements&& from) noexcept {
    std::swap(first_, from.first_);
    std::swap(size_, from.size_);
    return *this;
  }
  ~owned_elements() {
    if (!first_) return;
    std::destroy_n(first_, size_);
    free_elements(first_, alignof(T));
  }

  T* get() const { return first_; }
  T& operator[](index_t i) const { return first_[i]; }

 private:
  T* first_ = nullptr;
  index_t size_ = 0;
};

}  // namespace ravel::detail
