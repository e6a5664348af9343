// SPDX-License-Identifier: BSL-1.0
// schedule: which elements a rank sends, receives and reads where, so that the leaves of an expression stand in the order of its own part
// of the target. Each rank computes its half alone, from the maps. A value that knows no elements; immutable once made.
#pragma once

#include <ravel/dims/dims.hpp>

#include <list>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ravel {
namespace mpi {
namespace detail {

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

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
