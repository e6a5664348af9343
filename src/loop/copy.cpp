// SPDX-License-Identifier: BSL-1.0
// Copies between nodes of any element type, and the error message for different sizes.
#include <ravel/base/error.hpp>
#include <ravel/loop/copy.hpp>
#include "reader/read_over.hpp"

namespace ravel::detail {

void throw_copy_sizes(index_t source, index_t target) {
  throw shape_error(text() << "cannot copy " << counted(source, "element") << " to a target of " << target);
}

target_memory target_of(const untyped_node& target) {
  if (!target.lends()) return {reinterpret_cast<const std::byte*>(1), 1, index_limit, 1};
  const index_t bytes = target.room().bytes;
  return {static_cast<const std::byte*>(target.lent_from(0)), target.lent_step() * bytes, target.size(), bytes};
}

namespace {

bool is_consecutive(const untyped_node& of) { return of.lends() && of.lent_step() == 1; }

// Reads blocks to a room, unless they are consecutive, and stores them.
void store_blocks(const untyped_node& source, const untyped_node& target, index_t begin, index_t end) {
  const element_room& kind = source.room();
  evaluation run(begin, end - begin, kind.need, evaluation::blocks::whole, &source);
  element_rooms rooms(run.memory(), run.length());
  void* const room = rooms.take(kind);
  while (run.next()) {
    raw_block got = run.pull_raw(source, room);
    if (got.step != 1) {
      spread(kind, got, run.size(), room);
      got.data = room;
    }
    target.store(run.position(), run.size(), got.data);
  }
}

// Writes straight to the target, unless a node could use it as room for an operand before another operand has read it.
void copy_in_order(const untyped_node& source, const untyped_node& target, overlap how) {
  const index_t size = source.size();
  if (is_consecutive(target) && how == overlap::none) return read_over(source, const_cast<void*>(target.lent_from(0)));
  if (is_consecutive(target) && (source.single_pass() || source.lends()))
    return read_into(source, 0, size, const_cast<void*>(target.lent_from(0)));
  if (!target.lends()) return store_blocks(source, target, 0, size);  // the target knows how to write itself
  in_pieces(size, 1, [&](index_t begin, index_t end) { store_blocks(source, target, begin, end); });
}

// True if one memmove copies all. It is correct under overlap if addresses show the overlap, which they do not in two mappings of one file.
bool moves_as_bytes(const untyped_node& source, const untyped_node& target) {
  if (!source.room().of_bytes() || !is_consecutive(source) || !is_consecutive(target)) return false;
  const target_memory from = target_of(source), to = target_of(target);
  return from.low() < to.high() && to.low() < from.high();
}

}  // namespace

void copy_all(const untyped_node& source, const untyped_node& target) {
  const overlap how = source.meets(target_of(target));
  if (how != overlap::arbitrary || moves_as_bytes(source, target)) return copy_in_order(source, target, how);
  const temporary_memory why("the target overlaps what is read");
  const raw_elements read_first(source.room(), source.size());
  read_into(source, 0, source.size(), read_first.get());
  target.store(0, source.size(), read_first.get());
}

}  // namespace ravel::detail
