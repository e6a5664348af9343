// SPDX-License-Identifier: BSL-1.0
// world: the ranks that run one program together. run_threads makes each rank a thread of this process; run makes each a process of MPI. A
// world is a handle; one thread of each rank uses it at a time.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/base/error.hpp>
#include <ravel/base/index.hpp>

#include <memory>
#include <string>

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
// alone ends all ranks. Call it once, in main. A value_error if the library was built without MPI.
[[nodiscard]] RAVEL_API int run(int& argc, char**& argv, ravel::detail::function_ref<void(const world&)> f);

// True if the library was built with MPI.
[[nodiscard]] RAVEL_API bool has_mpi();

}  // namespace mpi
}  // namespace ravel
