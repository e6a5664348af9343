// SPDX-License-Identifier: BSL-1.0
// Messages and bytes that a rank moves, and a guard: within with_no_communication, an operation that would move any throws instead. Roll
// calls are not counted.
#pragma once

#include <ravel/base/index.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace ravel {
namespace mpi {

// The traffic of one rank: mpi::moves(source, target) tells it beforehand.
struct traffic {
  index_t messages_sent = 0;
  index_t bytes_sent = 0;
  index_t messages_received = 0;
  index_t bytes_received = 0;

  friend bool operator==(const traffic&, const traffic&) = default;
};

namespace detail {

// While one lives, this thread's operations move nothing.
class RAVEL_API no_communication {
 public:
  no_communication();
  no_communication(const no_communication&) = delete;
  no_communication& operator=(const no_communication&) = delete;
  ~no_communication();
};
RAVEL_API bool communication_is_refused();
// Throws unless the traffic is none.
RAVEL_API void check_moves_nothing(const char* operation, const traffic& t);

}  // namespace detail

// Calls f. An operation of f that would move elements or results between ranks throws a layout_error on all ranks, and moves nothing. All
// ranks call it.
template <std::invocable F>
std::invoke_result_t<F> with_no_communication(F&& f) {
  const detail::no_communication guard;
  return std::forward<F>(f)();
}

}  // namespace mpi
}  // namespace ravel
