// SPDX-License-Identifier: BSL-1.0
// world: the ranks that run one program together. run_threads makes each rank a thread of this process; run makes each a process of MPI. A
// world is a handle; one thread of each rank uses it at a time. traffic: the messages and bytes that a rank moves, without roll calls.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/base/detail/noncopyable.hpp>
#include <ravel/base/error.hpp>
#include <ravel/base/index.hpp>

#include <concepts>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace ravel {
namespace mpi {

namespace detail {

class world_state;

}  // namespace detail

class RAVEL_API world {
 public:
  explicit world(std::shared_ptr<detail::world_state> state);  // for the engine

  int rank() const;
  int size() const;
  std::string description() const;  // "4 ranks as threads"
  void barrier() const;             // collective: returns when all ranks have come here

  friend bool operator==(const world& a, const world& b) { return a.state_ == b.state_; }

  // For the engine.
  detail::world_state& state() const& { return *state_; }
  detail::world_state& state() const&& = delete;

 private:
  std::shared_ptr<detail::world_state> state_;
};

// Calls f(world) on `ranks` threads of this process. If ranks fail, throws what the first of them has thrown by itself. with_stop and
// with_progress around it work for all ranks; inside, a stop of one rank ends the operation on all.
RAVEL_API void run_threads(index_arg ranks, ravel::detail::function_ref<void(const world&)> f);

// Starts MPI, calls f(world), and ends MPI. Returns the exit code of the program: 1 if all ranks have failed alike. An error of one rank
// alone ends all ranks, and so does a call of exit. Call it once, in main. While f runs, a rank that is ended by SIGTERM says where it
// stands, unless the program handles that signal. A value_error if the library was built without MPI.
[[nodiscard]] RAVEL_API int run(int& argc, char**& argv, ravel::detail::function_ref<void(const world&)> f);

// True if the library was built with MPI.
[[nodiscard]] RAVEL_API bool has_mpi();

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
class RAVEL_API no_communication : ravel::detail::noncopyable {
 public:
  no_communication();
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
