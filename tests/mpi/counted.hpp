// SPDX-License-Identifier: BSL-1.0
// Counts what ranks send, and the most that one receives between two roll calls: a doorway that passes everything on to that of a rank
// which is a thread. Roll calls are votes, and not counted.
#pragma once

#include <mpi/doorway.hpp>

#include <algorithm>
#include <ostream>

namespace ranks {

struct sent {
  index_t messages = 0;
  index_t bytes = 0;

  friend bool operator==(const sent&, const sent&) = default;
  friend sent operator+(const sent& a, const sent& b) { return {a.messages + b.messages, a.bytes + b.bytes}; }
  friend std::ostream& operator<<(std::ostream& out, const sent& s) { return out << s.messages << " messages, " << s.bytes << " bytes"; }
};

struct counts_of_rank {
  sent all;
  index_t received = 0;  // bytes since the last roll call
  index_t most_received = 0;
};

class counting_doorway final : public passing_doorway {
 public:
  counting_doorway(const mpi::world& w, counts_of_rank& counted) : passing_doorway(w), counted_(counted) {}

  mpi::detail::request send(int to, std::span<const std::byte> data) override {
    counted_.all = counted_.all + sent{1, std::ssize(data)};
    return passing_doorway::send(to, data);
  }
  mpi::detail::request receive(int from, std::span<std::byte> room) override {
    counted_.received += std::ssize(room);
    counted_.most_received = std::max(counted_.most_received, counted_.received);
    return passing_doorway::receive(from, room);
  }
  mpi::detail::request maximum(std::span<std::int64_t> words) override {
    counted_.received = 0;
    return passing_doorway::maximum(words);
  }

 private:
  counts_of_rank& counted_;
};

// The counts of each rank while the work runs that prepare(world) has returned.
using work_of_rank = std::function<void()>;
inline std::vector<counts_of_rank> counted_by(int count, const std::function<work_of_rank(const mpi::world&)>& prepare) {
  std::vector<counts_of_rank> all(static_cast<std::size_t>(count));
  run(count, [&](const mpi::world& w) {
    counts_of_rank& own = all[static_cast<std::size_t>(w.rank())];
    const work_of_rank work = prepare(behind<counting_doorway>(w, own));
    own = {};
    work();
  });
  return all;
}
inline std::vector<sent> sent_by(int count, const std::function<work_of_rank(const mpi::world&)>& prepare) {
  std::vector<sent> all;
  for (const counts_of_rank& c : counted_by(count, prepare)) all.push_back(c.all);
  return all;
}
inline sent sent_in_all(int count, const std::function<work_of_rank(const mpi::world&)>& prepare) {
  sent all;
  for (const sent& s : sent_by(count, prepare)) all = all + s;
  return all;
}

// What a tree sends in all: the bytes of each rank to rank 0, and all of them from there to every rank.
inline sent tree(const std::vector<index_t>& of_ranks) {
  const index_t count = std::ssize(of_ranks);
  sent all;
  index_t told = 0;
  for (const index_t b : of_ranks) told += 8 + b;
  for (index_t r = 1; r < count; ++r) {
    all = all + sent{2, 8} + sent{2, 8 + told};
    for (index_t k = r; k < std::min(count, r + (r & -r)); ++k) all.bytes += 8 + of_ranks[static_cast<std::size_t>(k)];
  }
  return all;
}
inline sent tree(int count, index_t each) { return tree(std::vector<index_t>(static_cast<std::size_t>(count), each)); }

}  // namespace ranks
