// SPDX-License-Identifier: BSL-1.0
// Collective operations: the roll call that keeps the ranks of a world together, and exchanges of small results. A rank that fails in its
// own part of an operation makes all ranks throw the same error. block_evaluation: one collective run of an expression over the own part of
// a target. It brings what leaves lack in one exchange, and gives block by block the elements of each leaf; blocks of a target that lack
// nothing come first. Used by one thread, once.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/base/detail/noncopyable.hpp>
#include <ravel/dims/dims.hpp>
#include <ravel/mpi/world.hpp>

#include <concepts>
#include <cstddef>
#include <exception>
#include <initializer_list>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <unordered_map>
#include <vector>

namespace ravel {
namespace mpi {
namespace detail {

using bytes = std::vector<std::byte>;

using stage = ravel::detail::function_ref<void()>;

// `prepare` sends nothing and returns a text that must be the same on all ranks. Then the stages run, one after the other. Ranks meet after
// `prepare`, before each exchange of results and at the end. If one has failed since they last met, all throw its error there; so a stage
// may fail anywhere, and all ranks call the same exchanges. If texts differ, the error has the first lines of two ranks, or where these are
// equal, the first line of the details that differs.
RAVEL_API void collectively(const world& ranks, const char* operation, ravel::detail::function_ref<std::string()> prepare,
                            std::span<const stage> stages, ravel::detail::function_ref<std::string()> details);
RAVEL_API void collectively(const world& ranks, const char* operation, ravel::detail::function_ref<std::string()> prepare,
                            std::initializer_list<stage> stages = {});
// An error of check() on one rank is thrown on all: that rank fails in the roll call of the operation that the others have begun. If nobody
// fails, nothing is sent.
RAVEL_API void check_on_all_ranks(const world& ranks, const char* operation, ravel::detail::function_ref<void()> check);
// How errors name a type. A type has one name in all processes of a program.
RAVEL_API std::string name_of_type(const std::type_info& type);
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

// The bytes that go to a rank, and the room for those that come from one.
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
class RAVEL_API started_work : ravel::detail::noncopyable {
 public:
  virtual ~started_work();
  virtual void start() = 0;              // collective
  virtual void complete() = 0;           // collective; all messages have arrived even if it throws
  virtual bool has_arrived() const = 0;  // local

  bool is_complete = false;
  std::exception_ptr failed;  // once complete
};

// The next operation completes it, unless somebody has waited for it before.
RAVEL_API void start_work(const world& ranks, const std::shared_ptr<started_work>& work);

// schedule: which elements a rank sends, receives and reads where, so that the leaves of an expression stand in the order of its own part
// of the target. Each rank computes its half alone, from the maps. A value that knows no elements; immutable once made.

// Elements of a room or of own memory: first, first + step, …
struct element_run {
  index_t first;
  index_t step;
  index_t count;

  friend bool operator==(const element_run&, const element_run&) = default;
};

// Elements of a leaf at the places [place, place + count) of the own part: own memory, or elements that other ranks have sent.
struct segment {
  index_t place;
  bool is_ghost;
  element_run from;
};

struct message_plan {
  int peer = 0;
  index_t count = 0;
  std::vector<element_run> runs;  // of own memory, where elements are sent
};

// One buffer that leaves read: each element goes to a rank once.
struct buffer_plan {
  std::vector<message_plan> sends;
  std::vector<message_plan> receives;  // ghosts of one peer after the other
  index_t ghosts = 0;
};

struct schedule {
  std::vector<ravel::detail::address_run> own;  // of the target, relative to the own part; places count on
  index_t own_count = 0;
  bool own_is_line = false;  // the addresses of the places follow each other
  std::vector<std::vector<segment>> leaves;
  std::vector<buffer_plan> groups;

  std::size_t size_in_bytes() const;
};

// The maps that decide a schedule: of each leaf with its group, and of the target. Rank r owns the addresses [r * span, (r + 1) * span).
struct leaf_key {
  dims map;
  std::size_t group;

  friend bool operator==(const leaf_key&, const leaf_key&) = default;
};
struct schedule_key {
  std::vector<leaf_key> leaves;
  std::vector<index_t> spans;  // of each group
  dims target;
  index_t target_span = 1;

  friend bool operator==(const schedule_key&, const schedule_key&) = default;
  std::size_t hash() const;
};

RAVEL_API schedule make_schedule(const schedule_key& key, int rank, int ranks);

// Keeps schedules that were used last, up to a number of bytes.
class RAVEL_API schedule_cache {
 public:
  // The hash is that of the key.
  std::shared_ptr<const schedule> get(const schedule_key& key, std::size_t hash, int rank, int ranks);

 private:
  struct entry {
    std::size_t hash;
    schedule_key key;
    std::shared_ptr<const schedule> made;
    std::size_t bytes;
  };
  using place = std::list<entry>::iterator;

  void drop_last();

  std::list<entry> entries_;  // the last used first
  std::unordered_multimap<std::size_t, place> by_hash_;
  std::size_t bytes_ = 0;
};

// This rank's elements of a distributed buffer; all tensors over it share one.
struct own_part {
  std::byte* data = nullptr;
  index_t span = 1;       // addresses of each rank
  std::size_t width = 1;  // bytes of an element
  std::shared_ptr<const void> owner;
};
using shared_part = std::shared_ptr<const own_part>;

// The places [first, first + count) of the own part of the target.
class RAVEL_API block_at_hand {
 public:
  index_t first = 0;
  index_t count = 0;
  std::byte* out = nullptr;  // where the results of the block belong; null if nothing is written

  const void* leaf(std::size_t k) const { return leaves[k]; }
  // The row-major positions in the target.
  std::vector<index_t> positions() const;
  // If they are equally spaced, the distance; else 0.
  index_t spacing() const;
  index_t first_position() const { return run->position + (first - run_begin) * run->position_step; }

  std::vector<const void*> leaves;
  const ravel::detail::address_run* run = nullptr;  // of the own part, where the block begins
  index_t run_begin = 0;                            // the place where that run begins
};

class RAVEL_API block_evaluation : ravel::detail::noncopyable {
 public:
  block_evaluation(const world& ranks, const char* operation);
  ~block_evaluation();

  // To be called in `prepare`, for the leaves in the order of the expression. Names of types are literals.
  void add(const world& of, const shared_part& part, const dims& map, std::string_view type);
  // A function, before its operands. Its type must be the same on all ranks.
  void add_function(const std::type_info& type) { functions_.push_back({&type, types_.size() + equal_.size()}); }
  // An operand that is no distributed tensor. It must be the same on all ranks, as far as `what` says.
  void add_equal(std::string what) { equal_.push_back(std::move(what)); }
  // The target is memory, or only a map: then rank r computes the positions with addresses from r * span on, `block` at a time.
  void write_to(const world& of, const shared_part& part, const dims& map);
  void compute_over(const dims& map, index_t span, index_t block = 0);
  // The one leaf has the elements of the target and is copied as it is.
  void copy_only() { copies_ = true; }

  // `prepare` returns what the operation is called with; it must be the same on all ranks. `finish` exchanges results.
  void run(ravel::detail::function_ref<std::string()> prepare, ravel::detail::function_ref<void(const block_at_hand&)> compute,
           std::initializer_list<stage> finish = {});
  // The same in two operations, between which messages are under way.
  void start(ravel::detail::function_ref<std::string()> prepare);
  void complete(ravel::detail::function_ref<void(const block_at_hand&)> compute);
  // Local: whether all messages of this rank have arrived since the start.
  bool has_arrived() const;
  // Local: of this rank, were it run.
  traffic of_this_rank() const;

 private:
  struct work;
  struct function {
    const std::type_info* type;
    std::size_t first_operand;
  };

  std::string begin(ravel::detail::function_ref<std::string()> prepare);
  void post();
  void perform(ravel::detail::function_ref<void(const block_at_hand&)> compute);
  std::string details() const;

  world ranks_;
  const char* operation_;
  schedule_key key_;
  std::vector<std::string_view> types_;  // of leaves
  std::vector<std::string> equal_;
  std::vector<function> functions_;
  std::vector<shared_part> groups_;  // one for each buffer
  shared_part written_;
  index_t block_ = 0;
  bool copies_ = false;
  std::unique_ptr<work> work_;  // from the roll call on
};

// Runs of the own part of a map, for those who write it without an expression.
RAVEL_API schedule own_runs(const dims& map, index_t span, int rank);

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
