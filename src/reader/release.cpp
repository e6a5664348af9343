// SPDX-License-Identifier: BSL-1.0
// The loop that destroys long chains.
#include <ravel/reader/detail/node.hpp>

#include <algorithm>
#include <utility>

namespace ravel::detail {

// The state of releasing on one thread: its depth, and the queue.
namespace {
struct releases {
  int nested = 0;
  const released_by_queue* waiting = nullptr;
};
constinit thread_local releases now;
}  // namespace

// Destroys the object, or, deep within the destruction of others, leaves it to the outermost of them. The first few levels destroy at once,
// because an object may expect that its members are gone. All others wait.
struct release_by_queue {
  void operator()(const released_by_queue* last) const noexcept {
    constexpr int at_once = 16;
    if (now.nested == at_once) {
      last->next_ = std::exchange(now.waiting, last);
      return;
    }
    ++now.nested;
    delete last;
    while (now.nested == 1 && now.waiting) delete std::exchange(now.waiting, now.waiting->next_);
    --now.nested;
  }
};
std::shared_ptr<const released_by_queue> own_by_queue(const released_by_queue* made) { return {made, release_by_queue{}}; }

namespace {

// The control block of a shared pointer stands before the object. The alignment is a power of two.
constexpr std::size_t kept_bytes = 48, usual = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
constexpr std::size_t before(std::size_t alignment) { return std::max(kept_bytes, alignment); }

void free_from(void* object, std::size_t alignment) noexcept {
  void* const start = static_cast<std::byte*>(object) - before(alignment);
  if (alignment > usual) {  // clang 16 makes both calls of a conditional expression
    ::operator delete(start, std::align_val_t{alignment});
  } else {
    ::operator delete(start);
  }
}

// An allocator that gives a shared pointer the memory before the object it owns, and frees both.
template <class T>
struct memory_before {
  using value_type = T;
  void* object;
  std::size_t alignment;

  memory_before(void* of, std::size_t aligned) : object(of), alignment(aligned) {}
  template <class U>
  memory_before(const memory_before<U>& other) : object(other.object), alignment(other.alignment) {}

  T* allocate(std::size_t) const {
    static_assert(sizeof(T) <= kept_bytes && alignof(T) <= usual);
    return reinterpret_cast<T*>(static_cast<std::byte*>(object) - before(alignment));
  }
  void deallocate(T*, std::size_t) const noexcept { free_from(object, alignment); }
  friend bool operator==(const memory_before& a, const memory_before& b) { return a.object == b.object; }
};

struct destroy {
  void operator()(const released_by_queue* last) const noexcept { last->~released_by_queue(); }
};

}  // namespace

void* released_by_queue::operator new(std::size_t bytes) {
  return static_cast<std::byte*>(::operator new(before(usual) + bytes)) + before(usual);
}
void* released_by_queue::operator new(std::size_t bytes, std::align_val_t alignment) {
  const std::size_t room = before(static_cast<std::size_t>(alignment));
  return static_cast<std::byte*>(::operator new(room + bytes, alignment)) + room;
}
void released_by_queue::operator delete(void* object) noexcept { free_from(object, usual); }
void released_by_queue::operator delete(void* object, std::align_val_t alignment) noexcept {
  free_from(object, static_cast<std::size_t>(alignment));
}

std::shared_ptr<const released_by_queue> own_by_count(const released_by_queue* made, std::size_t alignment) noexcept {
  void* const object = const_cast<void*>(dynamic_cast<const void*>(made));  // the base may lie inside the object
  return {made, destroy{}, memory_before<std::byte>(object, std::max(alignment, usual))};
}

}  // namespace ravel::detail
