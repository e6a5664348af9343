// SPDX-License-Identifier: BSL-1.0
// The state of a world on one rank: its doorway, the operation at which the rank stands, and the schedules it keeps. One thread at a time.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/mpi/detail/collective.hpp>
#include <ravel/mpi/detail/doorway.hpp>
#include <ravel/mpi/detail/schedule.hpp>

#include <exception>

namespace ravel {
namespace mpi {
namespace detail {

// An error that all ranks have thrown together.
struct agreed_error {
  agreed_error() = default;
  agreed_error(const agreed_error&) = default;
  virtual ~agreed_error();
};

// A rank waits for one that has ended. Only ranks as threads can tell.
class rank_ended : public error {
 public:
  using error::error;
};
// This rank has failed between two messages of an exchange, so others wait for what does not come: it can only end.
class exchange_broken : public rank_ended {
 public:
  using rank_ended::rank_ended;
};

class world_state {
 public:
  explicit world_state(std::unique_ptr<doorway> door) : door_(std::move(door)) {}

  doorway& door() & { return *door_; }
  int rank() const { return door_->rank(); }
  int size() const { return door_->size(); }
  schedule_cache& schedules() & { return schedules_; }

  void begin(const char* operation);
  void wait(std::span<request> all);
  void wait(request one) { wait({&one, 1}); }
  void roll_call(const std::string& at, std::exception_ptr failed, ravel::detail::function_ref<std::string()> details);

  // Calls f, which sends and receives. If it fails, this world serves no more operation on this rank, and others learn that.
  void exchange(ravel::detail::function_ref<void()> f);
  void send_all(int to, std::span<const std::byte> data, std::vector<request>& sent);
  void receive_all(int from, std::span<std::byte> data, std::vector<request>& wanted);

 private:
  void report(double seconds) const;
  [[noreturn]] void throw_failed(int first, const std::exception_ptr& failed);
  [[noreturn]] void throw_mismatch(const std::string& at, ravel::detail::function_ref<std::string()> details);
  void broadcast_text(int root, std::string& text);

  std::unique_ptr<doorway> door_;
  const char* operation_ = "";
  bool is_broken_ = false;  // this rank has failed within an exchange
  schedule_cache schedules_;
};

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
