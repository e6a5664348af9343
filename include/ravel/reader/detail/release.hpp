// SPDX-License-Identifier: BSL-1.0
// How long chains are let go of. Operands count in a node's depth, but what a user gives (a function, a reader, an owner of memory,
// elements) may hold handles, those nodes again, and so on without end: such things are released in a loop. Any thread, each its own loop.
#pragma once

#include <ravel/base/config.hpp>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace ravel::detail {

template <class X>
inline constexpr bool may_hold_handles = !std::is_trivially_destructible_v<X> && !std::is_same_v<X, std::string>;

// The link by which it waits in the queue; so that letting go allocates nothing.
class released_by_queue {
 public:
  released_by_queue() = default;
  virtual ~released_by_queue() = default;
  released_by_queue(const released_by_queue&) = delete;
  released_by_queue& operator=(const released_by_queue&) = delete;

 private:
  friend struct release_by_queue;
  mutable const released_by_queue* next_ = nullptr;
};

// Destroys it, or, far within the destruction of others, leaves that to the outermost of them.
struct release_by_queue {
  RAVEL_API void operator()(const released_by_queue* last) const noexcept;
};

template <bool Queued, class X, class... Args>
std::shared_ptr<X> make_released(Args&&... args) {
  if constexpr (Queued) {
    return std::shared_ptr<X>(new X(std::forward<Args>(args)...), release_by_queue{});
  } else {
    return std::make_shared<X>(std::forward<Args>(args)...);
  }
}

// Anything as what somebody owns.
template <class X>
struct kept final : released_by_queue {
  template <class From>
  explicit kept(From&& given) : x(std::forward<From>(given)) {}
  X x;
};

}  // namespace ravel::detail
