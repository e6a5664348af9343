// SPDX-License-Identifier: BSL-1.0
// The doorway to other ranks: everything that ravel::mpi asks of a transport. Ranks as threads and MPI stand behind it. One thread at a
// time uses a doorway; a pending message owns nothing, so its bytes must outlive it.
#pragma once

#include <ravel/base/config.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace ravel {
namespace mpi {
namespace detail {

// A message or a vote under way. Its destructor withdraws a message that has not arrived.
class RAVEL_API pending {
 public:
  virtual ~pending();
  virtual bool done() = 0;  // never blocks
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

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
