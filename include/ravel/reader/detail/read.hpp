// SPDX-License-Identifier: BSL-1.0
// evaluation: reads the positions of one node, or of several in step, block by block in ascending order. Owns one arena. Belongs to one
// thread.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/reader/block.hpp>
#include <ravel/reader/detail/node.hpp>

#include <array>
#include <optional>
#include <span>

namespace ravel::detail {

// movement: how a view moves elements, whatever their type: which element of which source stands at each position. moved_node<T> is the
// node of such a view. A movement owns its sources and never changes; any thread may use it.

// The facts of a node that reads others one after the other, straight into its own room.
template <class Sources>
node_facts facts_through(index_t size, const Sources& below) {
  node_facts facts{.size = size, .immutable = true, .never_stores = !below.empty(), .finite = !below.empty()};
  for (const auto& one : below) {
    facts.never_stores = facts.never_stores && one->never_stores();
    facts.finite = facts.finite && one->finite();
    facts.depth = std::max(facts.depth, one->depth() + 1);
    facts.need = either(facts.need, one->need());
    facts.immutable = facts.immutable && one->immutable();
  }
  return facts;
}
template <class Node>
node_facts facts_through(index_t size, const std::shared_ptr<const Node>& below) {
  return facts_through(size, std::span(&below, 1));
}

// The fill that all sources share; null if there is none.
template <class T, class Sources>
const T* common_fill(const Sources& sources) {
  const T* common = nullptr;
  for (const auto& one : sources) {
    const T* const fill = static_cast<const T*>(one->fill_at());
    if (!fill || (common && !is_fill(*fill, *common))) return nullptr;
    if (!common) common = fill;
  }
  return common;
}
template <class Sources>
index_t about_stored_in(const Sources& sources) {
  index_t sum = 0;
  for (const auto& one : sources) sum = about_both(sum, one->about_stored());
  return sum;
}
template <class Sources>
overlap meets_any(const Sources& sources, const target_memory& target) {
  overlap found = overlap::none;
  for (const auto& one : sources) found = worst(found, meets_once(*one, target));
  return found;
}

class RAVEL_API movement : noncopyable {
 public:
  struct place {
    const untyped_node* of;
    index_t position;
  };

  virtual ~movement();

  virtual std::span<const shared_untyped> sources() const = 0;
  virtual node_facts facts() const = 0;
  // The source that shows an element, and the element's position there.
  virtual place find(index_t i) const = 0;
  virtual raw_block pull(index_t start, index_t n, void* out, arena& from) const = 0;  // as for a node

  virtual const shaped_base* shaped() const { return nullptr; }
  virtual void each_operand(shared_blocks& found) const;  // all sources are read elsewhere
  virtual bool sorted() const { return false; }           // if it can be told from the sources
  virtual shared_untyped sliced(index_t start, index_t count, index_t step) const;

  virtual owned_stream entries(entry_pass& pass) const = 0;
  virtual index_t guess_stored() const { return about_stored_in(sources()); }
  virtual void store(index_t start, index_t n, const void* values) const;
  virtual void store_at(const index_t* positions, index_t n, const void* values) const;

 protected:
  const element_room& kind() const { return sources().front()->room(); }
};

template <class T>
class moved_node final : public node<T> {
 public:
  explicit moved_node(std::unique_ptr<const movement> by) : node<T>(by->facts(), {}, common_fill<T>(by->sources())), by_(std::move(by)) {}

  T at(index_t i) const override {
    const auto [of, position] = by_->find(i);
    return static_cast<const node<T>*>(of)->at(position);
  }
  const movement* moved_by() const override { return by_.get(); }
  const shaped_base* as_shaped() const override { return by_->shaped(); }
  void store(index_t start, index_t n, const void* values) const override { by_->store(start, n, values); }
  void store_at(const index_t* positions, index_t n, const void* values) const override { by_->store_at(positions, n, values); }
  overlap meets(const target_memory& target) const override { return rearranged(meets_any(by_->sources(), target)); }
  void each_operand(shared_blocks& found) const override { by_->each_operand(found); }
  bool sorted() const override { return node<T>::sorted() || by_->sorted(); }
  shared_untyped sliced(index_t start, index_t count, index_t step, const shared_untyped&) const override {
    return by_->sliced(start, count, step);
  }
  owned_stream entries(entry_pass& pass) const override { return by_->entries(pass); }
  index_t guess_stored() const override { return by_->guess_stored(); }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    const raw_block got = by_->pull(start, n, out, from);
    return {static_cast<const T*>(got.data), got.step};
  }

 private:
  std::unique_ptr<const movement> by_;
};

template <class T>
shared_untyped node<T>::moved(std::unique_ptr<const movement> by) const {
  return make_node<moved_node<T>>(std::move(by));
}

// Makes the node of a movement.
template <class Movement, class... Args>
shared_untyped make_moved(Args&&... args) {
  auto by = std::make_unique<const Movement>(std::forward<Args>(args)...);
  const untyped_node& first = *by->sources().front();
  return first.moved(std::move(by));
}

// The movement behind a node, if it is of this kind.
template <class Movement>
const Movement* moved_as(const untyped_node& node) {
  return dynamic_cast<const Movement*>(node.moved_by());
}

// Reads the same positions of some nodes block by block; all loops over blocks use it. Owns the workspace, and the kept blocks of nodes
// that stand in many places.
class RAVEL_API evaluation {
 public:
  enum class blocks : bool { fitting, whole };  // whole: for results that depend on the length of a block

  // `room` is the workspace of the caller, besides that of the sources.
  evaluation(index_t start, index_t count, scratch_need room, blocks are, std::span<const untyped_node* const> sources);
  evaluation(index_t start, index_t count, scratch_need room, blocks are, const untyped_node* source)
      : evaluation(start, count, room, are, std::span(&source, 1)) {}
  ~evaluation();
  template <class... Ts>
  evaluation(index_t start, index_t count, scratch_need room, blocks are, const node<Ts>&... sources)
      : evaluation(start, count, room, are, std::array<const untyped_node*, sizeof...(Ts)>{&sources...}) {}

  index_t length() const { return length_; }  // of the longest block
  arena& memory() { return memory_; }

  // Moves to the next block. False at the end.
  bool next();
  void rewind() { done_ = n_ = 0; }
  index_t done() const { return done_; }  // elements before this block
  index_t position() const { return start_ + done_; }
  index_t size() const { return n_; }

  template <class T>
  block<const T> pull(const node<T>& source, T* out) {
    return source.pull(position(), n_, out, memory_);
  }
  raw_block pull_raw(const untyped_node& source, void* out) { return source.pull_raw(position(), n_, out, memory_); }

 private:
  scratch_need together(std::span<const untyped_node* const> sources);
  // Halves the block if it would not stay in the first-level cache.
  index_t length_of(index_t most, blocks are, int depth) const {
    const bool much = depth > 1 && need_.bytes * most > 2 * block_bytes;
    return std::min(count_, are == blocks::fitting && much ? most / 2 : most);
  }

  index_t start_, count_;
  index_t done_ = 0, n_ = 0;
  [[no_unique_address]] watched_loop loop_;
  shared_blocks shared_;
  scratch_need need_;
  index_t length_;
  arena memory_;
  shared_rooms rooms_;
};

// Reads elements to consecutive memory, of the node's element type. The elements have begun.
RAVEL_API void read_into(const untyped_node& source, index_t start, index_t count, void* out);
RAVEL_API void read_blocks(const untyped_node& source, index_t start, index_t count, void* out);  // as one task
template <class T>
void read_into(const node<T>& source, index_t start, index_t count, T* out) {
  read_into(static_cast<const untyped_node&>(source), start, count, out);
}

// Reads one element of a high tree, and each node of the tree once.
template <class T>
T read_one(const node<T>& source, index_t i) {
  T room{};
  read_blocks(source, i, 1, std::addressof(room));
  return room;
}

// Calls f(position of the first element, count, block of each source) for sources in step. f returns false to stop; the result is then
// false.
template <class F, class... Ts>
bool each_block_together(index_t start, index_t count, const F& f, const node<Ts>&... sources) {
  evaluation run(start, count, (scratch_need::room_for<Ts>() + ...), evaluation::blocks::fitting, sources...);
  const auto visit = [&](const scratch<Ts>&... rooms) {
    while (run.next()) {
      if (!f(run.position(), run.size(), run.pull(sources, rooms.data())...)) return false;
    }
    return true;
  };
  return visit(scratch<Ts>(run.memory(), run.length())...);
}

// The blocks of a source, without its element type.
class RAVEL_API raw_blocks : noncopyable {
 public:
  raw_blocks(const untyped_node& source, index_t start, index_t count);
  ~raw_blocks();

  // Moves to the next block. False at the end.
  bool next();

 protected:
  raw_block at_hand_;
  index_t position_ = 0, size_ = 0;

 private:
  const untyped_node& source_;
  index_t start_, count_;
  watched_pieces memory_;
  std::optional<evaluation> computed_;  // empty for memory
  void* room_ = nullptr;
};

// for (source_blocks<T> from(node); from.next();) reads the blocks of a source in ascending order. Memory is one block of any length.
template <class T>
class source_blocks : raw_blocks {
 public:
  struct part {
    block<const T> elements;
    index_t position;  // of the first element
    index_t size;
  };

  explicit source_blocks(const node<T>& source) : source_blocks(source, 0, source.size()) {}
  source_blocks(const node<T>& source, index_t start, index_t count) : raw_blocks(source, start, count) {}

  using raw_blocks::next;
  part at_hand() const { return {{static_cast<const T*>(at_hand_.data), at_hand_.step}, position_, size_}; }  // valid until next()
};

// The blocks of a source as consecutive elements. Memory without gaps is lent; all other sources fill a room.
template <class T>
class consecutive_blocks {
 public:
  static scratch_need need(const node<T>& source) { return in_a_row(source) ? scratch_need{} : scratch_need::room_for<T>(); }

  consecutive_blocks(const node<T>& source, evaluation& run) : source_(source), run_(run) {
    if (!in_a_row(source)) room_ = taken_.take(run.memory(), run.length());
  }

  // The current block of the evaluation, valid until its next block.
  std::span<const T> at_hand() const {
    const index_t n = run_.size();
    block<const T> got = run_.pull(source_, room_);
    if (got.step != 1) {
      spread(got, n, room_);
      got.data = room_;
    }
    return {got.data, static_cast<std::size_t>(n)};
  }

 private:
  static bool in_a_row(const node<T>& source) { return source.memory().data && source.memory().step == 1; }

  const node<T>& source_;
  evaluation& run_;
  optional_scratch<T> taken_;
  T* room_ = nullptr;
};

// Calls f(position of the first element, consecutive elements of each source) for every block of sources in step.
template <class F, class... Ts>
void each_span_together(index_t begin, index_t end, const F& f, const node<Ts>&... sources) {
  evaluation run(begin, end - begin, (consecutive_blocks<Ts>::need(sources) + ...), evaluation::blocks::whole, sources...);
  const auto visit = [&](const consecutive_blocks<Ts>&... blocks) {
    while (run.next()) f(run.position(), blocks.at_hand()...);
  };
  visit(consecutive_blocks<Ts>(sources, run)...);
}

// Calls f(consecutive elements, position of the first) for every block of the count elements from start on.
template <class T, class F>
void each_span(const node<T>& source, index_t start, index_t count, F&& f) {
  evaluation run(start, count, consecutive_blocks<T>::need(source), evaluation::blocks::whole, source);
  const consecutive_blocks<T> blocks(source, run);
  while (run.next()) f(blocks.at_hand(), run.position());
}
template <class T, class F>
void each_span(const node<T>& source, F&& f) {
  each_span(source, 0, source.size(), f);
}

}  // namespace ravel::detail
