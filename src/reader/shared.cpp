// SPDX-License-Identifier: BSL-1.0
// The tables of the nodes of a tree.
#include <ravel/reader/detail/element_room.hpp>
#include <ravel/reader/detail/node.hpp>

namespace ravel::detail {

node_table::entry& node_table::place_of(const void* node) {
  std::size_t at = hash_of_node(node) >> 32 & (capacity_ - 1);
  while (entries_[at].node && entries_[at].node != node) at = (at + 1) & (capacity_ - 1);
  return entries_[at];
}

node_table::entry* node_table::find(const void* node) {
  if (capacity_ == 0) return nullptr;
  entry& found = place_of(node);
  return found.node ? &found : nullptr;
}

bool node_table::add(const void* node, const element_room& kind) {
  if (2 * (count_ + 1) > capacity_) grow();
  entry& found = place_of(node);
  ++found.uses;
  if (found.node) return false;
  found.node = node;
  found.kind = &kind;
  ++count_;
  return true;
}

void node_table::grow() {
  const std::size_t before = capacity_, larger = before == 0 ? 32 : 2 * before;
  const auto old = std::exchange(entries_, std::make_unique<entry[]>(larger));
  capacity_ = larger;
  for (std::size_t at = 0; at < before; ++at) {
    if (old[at].node) place_of(old[at].node) = old[at];
  }
}

scratch_need node_table::need() const {
  scratch_need need;
  each_shared([&](const entry& one) { need = need + one.kind->need; });
  return need;
}

void node_table::take_room(arena& from, index_t length) {
  each_shared([&](entry& one) {
    std::byte* const room = from.take_bytes(length * one.kind->bytes, one.kind->alignment);
    if (!room_begin_) room_begin_ = room;
    room_end_ = room + length * one.kind->bytes;
    if (one.kind->begin) one.kind->begin(room, length);
    one.room = room;
  });
}

void node_table::end_room(index_t length) {
  each_shared([&](const entry& one) {
    if (one.room && one.kind->end) one.kind->end(one.room, length);
  });
}

node_table* shared_blocks::find_table(const void* node) {
  const node_table::entry* const found = read_elsewhere_.find(node);
  return found ? static_cast<node_table*>(found->room) : nullptr;
}

node_table& shared_blocks::add_table(const void* node) {
  node_table& made = *elsewhere_.emplace_back(std::make_unique<node_table>());
  read_elsewhere_.add(node, element_room_of<char>);
  read_elsewhere_.find(node)->room = &made;
  return made;
}

void shared_blocks::operator()(const untyped_node& below) {
  if (!below.lends() && here_->add(&below, below.room())) below.each_operand(*this);
}
void shared_blocks::elsewhere(const untyped_node& below) {
  if (below.depth() < 2 || find_table(&below)) return;
  node_table* const before = std::exchange(here_, &add_table(&below));
  below.each_operand(*this);
  here_ = before;
}

scratch_need shared_blocks::need() {
  scratch_need need;
  each_table([&](const node_table& table) { need = need + table.need(); });
  return need;
}

shared_rooms::shared_rooms(shared_blocks& of, arena& from, index_t length) : of_(of), length_(length) {
  if (of.need().pieces == 0) return;
  const auto know = [&](const node_table::entry& one) { of.filter_ |= shared_blocks::bit_of(one.node); };
  try {
    of.each_table([&](node_table& table) {
      table.take_room(from, length);
      table.each_shared(know);
    });
  } catch (...) {
    end();
    throw;
  }
  of.read_elsewhere_.each(know);
  from.shared_ = &of;
}

shared_rooms::~shared_rooms() { end(); }

void shared_rooms::end() {
  of_.each_table([&](node_table& table) { table.end_room(length_); });
}

}  // namespace ravel::detail
