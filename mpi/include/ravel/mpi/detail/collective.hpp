// SPDX-License-Identifier: BSL-1.0
// Collective operations: the state of a world, the roll call that keeps its ranks together, and exchanges of small results. A rank that
// fails in its own part of an operation makes all ranks throw the same error.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/mpi/world.hpp>

#include <concepts>
#include <cstddef>
#include <exception>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace ravel {
namespace mpi {
namespace detail {

using bytes = std::vector<std::byte>;

using stage = ravel::detail::function_ref<void()>;

// `prepare` sends nothing and returns a text that must be the same on all ranks. Then the stages run, one after the other on all ranks. If
// one of these steps fails on some rank, all ranks throw its error when it ends. A stage sends all its messages before anything in it may
// fail. If texts differ, the error has the first lines of two ranks, or where these are equal, the first line of the details that differs.
RAVEL_API void collectively(const world& ranks, const char* operation, ravel::detail::function_ref<std::string()> prepare,
                            std::span<const stage> stages, ravel::detail::function_ref<std::string()> details);
RAVEL_API void collectively(const world& ranks, const char* operation, ravel::detail::function_ref<std::string()> prepare,
                            std::initializer_list<stage> stages = {});
// An error of check() on one rank is thrown on all: that rank fails in the roll call of the operation that the others have begun. If nobody
// fails, nothing is sent.
RAVEL_API void check_on_all_ranks(const world& ranks, const char* operation, ravel::detail::function_ref<void()> check);
// Throws if the operands belong to different worlds.
RAVEL_API void check_one_world(const char* operation, const world& a, const world& b);

// The bytes of all ranks, in their order. Part of a stage.
RAVEL_API std::vector<bytes> gathered_bytes(world_state& state, std::span<const std::byte> own);
// Fills the bytes of all ranks with those of one. Part of a stage.
RAVEL_API void broadcast_bytes(world_state& state, int root, std::span<std::byte> data);

// A list of elements, which lie in memory: a std::vector of bool keeps bits, so bool is kept as its byte.
template <class T>
using element_list = std::vector<std::conditional_t<std::same_as<T, bool>, unsigned char, T>>;
template <class T>
const T* elements_in(const element_list<T>& list) {
  return reinterpret_cast<const T*>(list.data());
}

// What goes to a rank, and the room for what comes from one.
struct outgoing {
  int rank;
  std::span<const std::byte> bytes;
};
struct incoming {
  int rank;
  std::span<std::byte> room;
};
// Receives from(0), from(1), … and sends to(0), to(1), … Part of a stage.
RAVEL_API void exchange_with_peers(world_state& state, std::size_t receives, ravel::detail::function_ref<incoming(std::size_t)> from,
                                   std::size_t sends, ravel::detail::function_ref<outgoing(std::size_t)> to);

// The items of all ranks, in their order. Part of a stage.
template <class Item>
std::vector<Item> gathered_items(world_state& state, const std::vector<Item>& own) {
  std::vector<Item> all;
  for (const bytes& part : gathered_bytes(state, std::as_bytes(std::span(own)))) {
    const auto* const first = reinterpret_cast<const Item*>(part.data());
    all.insert(all.end(), first, first + part.size() / sizeof(Item));
  }
  return all;
}

// The items of all ranks, one of each, joined in their order by join(all, item). Part of a stage.
template <class Item, class Join>
Item joined_items(world_state& state, const Item& own, const Join& join) {
  Item all{};
  for (const Item& item : gathered_items<Item>(state, {own})) join(all, item);
  return all;
}

// A collective operation whose messages are under way.
class RAVEL_API started_work {
 public:
  started_work() = default;
  started_work(const started_work&) = delete;
  started_work& operator=(const started_work&) = delete;
  virtual ~started_work();
  virtual void start() = 0;              // collective
  virtual void complete() = 0;           // collective; all messages have arrived even if it throws
  virtual bool has_arrived() const = 0;  // local

  bool is_complete = false;
  std::exception_ptr failed;  // once complete
};

// The next operation completes it, unless somebody has waited for it before.
RAVEL_API void start_work(const world& ranks, const std::shared_ptr<started_work>& work);

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
