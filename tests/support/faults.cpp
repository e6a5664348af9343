// SPDX-License-Identifier: BSL-1.0
// The replaced global operator new and delete, in all their forms so that a sanitizer sees one family, and the state behind the faults.
// (clang's thread sanitizer has its own in what it links for C++ alone: its preset links as for C.)
#include <support/faults.hpp>

#include <cstdlib>

// A request for more memory than there is throws under the sanitizers, too.
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }
extern "C" const char* __tsan_default_options() { return "allocator_may_return_null=1"; }

namespace {

using support::failing;

std::atomic<std::int64_t> live{0};
std::atomic<std::int64_t> total{0};

// Counts down to the failure: n means the n-th from now, 0 that it has come to pass. Plain thread-locals: nothing here may allocate.
struct countdown {
  bool armed = false;
  bool fired = false;
  failing mode = failing::once;
  std::int64_t left = 0;

  void arm(std::int64_t nth, failing how) { *this = {true, false, how, nth}; }

  bool strikes() {
    if (!armed) return false;
    if (fired) return mode == failing::from_then_on;
    return fired = --left == 0;
  }
};

thread_local countdown allocations;
thread_local countdown steps;

// Null when the system has none left or this one is to fail.
void* allocate(std::size_t size, std::size_t alignment = alignof(std::max_align_t)) noexcept {
  if (allocations.strikes()) return nullptr;
  void* block = nullptr;
  if (posix_memalign(&block, alignment, size ? size : 1) != 0) return nullptr;
  ++live;
  ++total;
  return block;
}

void* or_throw(void* block) {
  if (!block) throw std::bad_alloc();
  return block;
}

void release(void* block) noexcept {
  if (!block) return;
  --live;
  std::free(block);
}

}  // namespace

void* operator new(std::size_t n) { return or_throw(allocate(n)); }
void* operator new[](std::size_t n) { return or_throw(allocate(n)); }
void* operator new(std::size_t n, std::align_val_t a) { return or_throw(allocate(n, static_cast<std::size_t>(a))); }
void* operator new[](std::size_t n, std::align_val_t a) { return or_throw(allocate(n, static_cast<std::size_t>(a))); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return allocate(n); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return allocate(n); }
void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept { return allocate(n, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept { return allocate(n, static_cast<std::size_t>(a)); }
void operator delete(void* p) noexcept { release(p); }
void operator delete[](void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete[](void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { release(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { release(p); }
void operator delete(void* p, std::align_val_t, const std::nothrow_t&) noexcept { release(p); }
void operator delete[](void* p, std::align_val_t, const std::nothrow_t&) noexcept { release(p); }

namespace support {

std::int64_t live_blocks() { return live; }
std::int64_t total_allocations() { return total; }

failing_allocation::failing_allocation(std::int64_t nth, failing mode) { allocations.arm(nth, mode); }
failing_allocation::~failing_allocation() { allocations.armed = false; }
bool failing_allocation::fired() const { return allocations.fired; }

std::atomic<std::int64_t> bomb::live_{0};

int bomb::step(const bomb& read) {
  if (steps.strikes()) throw exploded();
  return read.value_;
}

bomb::armed::armed(std::int64_t nth) { steps.arm(nth, failing::once); }
bomb::armed::~armed() { steps.armed = false; }
bool bomb::armed::fired() const { return steps.fired; }

}  // namespace support
