// SPDX-License-Identifier: BSL-1.0
// movement: how a view moves elements, whatever their type: which element of which source stands at each position. moved_node<T> is the
// node of such a view. A movement owns its sources and never changes; any thread may use it.
#pragma once

#include <ravel/reader/detail/node.hpp>

#include <span>

namespace ravel::detail {

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

class RAVEL_API movement {
 public:
  struct place {
    const untyped_node* of;
    index_t position;
  };

  movement() = default;
  virtual ~movement();
  movement(const movement&) = delete;
  movement& operator=(const movement&) = delete;

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

}  // namespace ravel::detail
