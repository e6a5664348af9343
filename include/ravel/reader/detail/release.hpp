// SPDX-License-Identifier: BSL-1.0
// Destroys long chains of owners in a loop, without deep recursion. The depth of a node counts its operands only; user objects (functions,
// readers, owners of memory, elements) may hold handles too, and so on without end. Safe on any thread; each has its own loop.
#pragma once

#include <ravel/base/config.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

namespace ravel::detail {

template <class X>
inline constexpr bool may_hold_handles = !std::is_trivially_destructible_v<X> && !std::is_same_v<X, std::string>;

// The base of objects behind shared pointers. Their destructor is virtual, so one type of reference counter serves them all; the counter
// stands before the object, in the same memory. std::make_shared would compile a dozen functions for each type.
class released_by_queue {
 public:
  released_by_queue() = default;
  virtual ~released_by_queue() = default;
  released_by_queue(const released_by_queue&) = delete;
  released_by_queue& operator=(const released_by_queue&) = delete;

  RAVEL_API static void* operator new(std::size_t bytes);
  RAVEL_API static void* operator new(std::size_t bytes, std::align_val_t alignment);
  RAVEL_API static void operator delete(void* object) noexcept;
  RAVEL_API static void operator delete(void* object, std::align_val_t alignment) noexcept;

 private:
  friend struct release_by_queue;
  mutable const released_by_queue* next_ = nullptr;  // the link in the queue, so that releasing allocates nothing
};

// Makes the only owner of an object that was made by new. The last owner destroys the object at once.
RAVEL_API std::shared_ptr<const released_by_queue> own_by_count(const released_by_queue* made, std::size_t alignment) noexcept;
// As own_by_count, but if the object dies deep within the destruction of others, the queue destroys it.
RAVEL_API std::shared_ptr<const released_by_queue> own_by_queue(const released_by_queue* made);

template <bool Queued, class X, class... Args>
std::shared_ptr<X> make_released(Args&&... args) {
  X* const made = new X(std::forward<Args>(args)...);
  if constexpr (Queued) {
    return std::shared_ptr<X>(own_by_queue(made), made);
  } else {
    return std::shared_ptr<X>(own_by_count(made, alignof(X)), made);
  }
}

// Holds any object as an owner.
template <class X>
struct kept final : released_by_queue {
  template <class From>
  explicit kept(From&& given) : x(std::forward<From>(given)) {}
  X x;
};

}  // namespace ravel::detail
