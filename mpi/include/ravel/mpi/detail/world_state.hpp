// SPDX-License-Identifier: BSL-1.0
// The state of a world on one rank: its doorway, the operation at which the rank stands, and the schedules it keeps. One thread at a time.
#pragma once

#include <ravel/base/config.hpp>
#include <ravel/base/error.hpp>
#include <ravel/mpi/detail/evaluation.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace ravel {
namespace mpi {
namespace detail {

// The doorway to other ranks: everything that ravel::mpi asks of a transport. Ranks as threads and MPI stand behind it. One thread at a
// time uses a doorway; a pending message owns nothing, so its bytes must outlive it.

// A message or a vote under way. Its destructor withdraws a message that has not arrived.
class RAVEL_API pending {
 public:
  virtual ~pending();
  virtual bool done() = 0;                 // never blocks
  virtual std::string awaits() const = 0;  // "a message from rank 2"
};
using request = std::unique_ptr<pending>;

// Messages from one rank to another arrive in the order in which they were sent, and have the length that is expected.
class RAVEL_API doorway {
 public:
  virtual ~doorway();
  virtual int size() const = 0;
  virtual int rank() const = 0;
  virtual std::string description() const = 0;
  virtual request send(int to, std::span<const std::byte> bytes) = 0;
  virtual request receive(int from, std::span<std::byte> bytes) = 0;
  virtual request maximum(std::span<std::int64_t> words) = 0;  // of all ranks, word by word; all ranks call it in the same order
  virtual void pause(int round) = 0;                           // before done() is asked again, for the round-th time
  virtual std::size_t longest() const = 0;                     // bytes of a message at most
  // This rank has failed within an exchange: other ranks learn it instead of waiting, or the program ends.
  virtual void break_off(const std::string& why) = 0;
};

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

// While one lives, guards around it do not count.
class communication_allowed : ravel::detail::noncopyable {
 public:
  communication_allowed();
  ~communication_allowed();

 private:
  int guards_;
};

class world_state {
 public:
  explicit world_state(std::unique_ptr<doorway> door) : door_(std::move(door)) {}

  doorway& door() & { return *door_; }
  int rank() const { return door_->rank(); }
  int size() const { return door_->size(); }
  // Where this rank stands; a signal handler may ask. The operation lives as long as the program.
  const char* operation() const { return operation_; }
  bool is_in_operation() const { return is_in_operation_; }
  schedule_cache& schedules() & { return schedules_; }

  // One collective operation; a failure that is given makes it fail on all ranks.
  void perform(const char* operation, std::exception_ptr failed, ravel::detail::function_ref<std::string()> prepare,
               std::span<const stage> stages, ravel::detail::function_ref<std::string()> details);
  void wait(std::span<request> all);
  void wait(request one) { wait({&one, 1}); }

  void start(const std::shared_ptr<started_work>& work);
  // Completes started work in the order of its starts. Collective. The first error of work whose handles are gone is lost.
  void complete_started();
  // Fails started work, which nobody will complete.
  void fail_started(const std::exception_ptr& why);
  std::exception_ptr take_lost() { return std::exchange(lost_, nullptr); }

  // Calls f, which sends and receives. If it fails, this world serves no more operation on this rank, and others learn that.
  void exchange(ravel::detail::function_ref<void()> f);
  void broadcast(int root, std::span<std::byte> data);
  // Ranks meet before they exchange results in a stage: if one has failed since they last met, all throw its error, and nobody waits for
  // its message. So does a rank that is to stop, and all of them within with_no_communication.
  void meet();
  void send_all(int to, std::span<const std::byte> data, std::vector<request>& sent);
  void receive_all(int from, std::span<std::byte> data, std::vector<request>& wanted);

 private:
  void begin(const char* operation);
  void report(double seconds, std::span<request> waiting) const;
  void roll_call(const char* where, const std::exception_ptr& failed, ravel::detail::function_ref<std::string()> details);

  std::unique_ptr<doorway> door_;
  std::atomic<const char*> operation_ = nullptr;  // or none yet
  std::atomic<bool> is_in_operation_ = false;
  std::string at_;          // the operation, and what it is called with
  int meetings_ = 0;        // roll calls of the operation so far
  bool is_over_ = false;    // the ranks have agreed on an error
  bool is_broken_ = false;  // this rank has failed within an exchange
  schedule_cache schedules_;
  std::vector<std::shared_ptr<started_work>> started_;
  std::exception_ptr lost_;
};

// Calls the function of a rank, and completes what it has started.
void call_on_rank(const world& ranks, ravel::detail::function_ref<void(const world&)> f);

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
