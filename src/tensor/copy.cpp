// SPDX-License-Identifier: BSL-1.0
// Writes tensors, whatever the type of their elements. Memory is moved as elements of a known size: rows as they lie, or transposed in
// squares.
#include <ravel/base/error.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/detail/along.hpp>
#include "base/word.hpp"
#include "reader/read_over.hpp"
#include "walk/turn.hpp"

#include <algorithm>
#include <cstring>

namespace ravel::detail {

void check_assignable(const dims& target) {
  if (!target.is_unique())
    throw layout_error(text() << "cannot write in bulk to " << to_string(target)
                              << ": two of its positions may be one element. clone(t) has one for each, and by names "
                                 "t(at(i)) += x(i) adds up where positions repeat");
}

namespace {

template <class W>
[[gnu::always_inline]] inline void move_words(const std::byte* from, index_t from_step, std::byte* to, index_t to_step, index_t count) {
  for (index_t i = 0; i < count; ++i) {
    W word;
    std::memcpy(&word, from + i * from_step, sizeof(W));
    std::memcpy(to + i * to_step, &word, sizeof(W));
  }
}

// Constant steps let the loop vectorise.
#define RAVEL_MOVE(W)                                                                                                              \
  RAVEL_KERNEL void move_row_of(W, const std::byte* __restrict from, index_t from_step, std::byte* __restrict to, index_t to_step, \
                                index_t count) {                                                                                   \
    constexpr auto bytes = static_cast<index_t>(sizeof(W));                                                                        \
    if (to_step == bytes && from_step == -bytes) return move_words<W>(from, -bytes, to, bytes, count);                             \
    if (to_step == bytes && from_step == 2 * bytes) return move_words<W>(from, 2 * bytes, to, bytes, count);                       \
    if (to_step == bytes && from_step == 0) return move_words<W>(from, 0, to, bytes, count);                                       \
    if (to_step == bytes) return move_words<W>(from, from_step, to, bytes, count);                                                 \
    move_words<W>(from, from_step, to, to_step, count);                                                                            \
  }
RAVEL_MOVE(std::uint8_t)
RAVEL_MOVE(std::uint16_t)
RAVEL_MOVE(std::uint32_t)
RAVEL_MOVE(std::uint64_t)
RAVEL_MOVE(two_words)
#undef RAVEL_MOVE

void move_row(const std::byte* from, index_t from_step, std::byte* to, index_t to_step, index_t count, index_t element) {
  if (from_step == element && to_step == element) {
    std::memmove(to, from, static_cast<std::size_t>(count * element));
    return;
  }
  with_word(element, [&](auto word) { move_row_of(word, from, from_step, to, to_step, count); });
}

// Moves a row of chosen addresses. Takes copies: the compiler must assume that the written bytes may be part of what it refers to.
template <class W>
void move_chosen(walked_operand from, address_row in, walked_operand to, address_row out, index_t count) {
  for (index_t i = 0; i < count; ++i) std::memcpy(const_cast<std::byte*>(to.at(out.at(i))), from.at(in.at(i)), sizeof(W));
}

// From this size on the cache keeps so little that transposing past it pays. Contiguous rows leave that to memmove.
constexpr index_t large_bytes = index_t{1} << 24;

// If rows are shorter than their number, element i of all rows is moved before element i + 1, for this many rows at a time, which stay in
// the cache.
constexpr index_t rows_at_once = 4096, few_elements = 8;

struct byte_rows {
  const walked_operand &from, &to;
  const address_rows &in, &out;

  const std::byte* read(index_t row, index_t i) const { return from.at(in.in_row(row).at(i)); }
  std::byte* write(index_t row, index_t i) const { return const_cast<std::byte*>(to.at(out.in_row(row).at(i))); }
  index_t element() const { return to.element; }

  void move_along(index_t row, index_t count) const {
    if (!in.gather && !out.gather) return move_row(read(row, 0), in.step * from.unit, write(row, 0), out.step * to.unit, count, element());
    with_word(element(), [&](auto word) { move_chosen<decltype(word)>(from, in.in_row(row), to, out.in_row(row), count); });
  }
  // Moves rows of N elements. It reads a whole row before it writes the row.
  template <class W, std::size_t N>
  void move_whole_rows(index_t rows) const {
    const std::byte* sources[N];
    std::byte* targets[N];
    for (std::size_t i = 0; i < N; ++i) {
      sources[i] = read(0, static_cast<index_t>(i));
      targets[i] = write(0, static_cast<index_t>(i));
    }
    const index_t in_row = in.row_step * from.unit, out_row = out.row_step * to.unit;
    for (index_t row = 0; row < rows; ++row) {
      W words[N];
      for (std::size_t i = 0; i < N; ++i) std::memcpy(&words[i], sources[i] + row * in_row, sizeof(W));
      for (std::size_t i = 0; i < N; ++i) std::memcpy(targets[i] + row * out_row, &words[i], sizeof(W));
    }
  }
  void move_chosen_rows(index_t rows, index_t count) const {
    if (count < 2 || count > 4) return move_across(rows, count);
    with_word(element(), [&](auto word) {
      using W = decltype(word);
      count == 2 ? move_whole_rows<W, 2>(rows) : count == 3 ? move_whole_rows<W, 3>(rows) : move_whole_rows<W, 4>(rows);
    });
  }
  void move_across(index_t rows, index_t count) const {
    for (index_t row = 0; row < rows; row += rows_at_once) {
      const index_t now = std::min(rows_at_once, rows - row);
      for (index_t i = 0; i < count; ++i)
        move_row(read(row, i), in.row_step * from.unit, write(row, i), out.row_step * to.unit, now, element());
    }
  }
};

void move_rows(const joint_rows& b, const walked_operand& from, const walked_operand& to, bool past_cache) {
  const byte_rows rows{from, to, b.operands[1], b.operands[0]};
  const address_rows &out = rows.out, &in = rows.in;
  const index_t row_bytes = b.count * to.element, out_row = out.row_step * to.unit;
  const bool affine = !out.gather && !in.gather, in_lines = affine && out.step * to.unit == to.element;
  const bool few = b.count < b.rows && b.count <= few_elements && !(in_lines && in.step * from.unit == to.element);
  if (b.rows > 1 && in_lines && (rows_lie_closer(in) || (few && out_row == row_bytes)))
    return turn(rows.read(0, 0), in.row_step * from.unit, in.step * from.unit, rows.write(0, 0), out_row, b.rows, b.count, to.element,
                past_cache);
  if (few) return affine ? rows.move_across(b.rows, b.count) : rows.move_chosen_rows(b.rows, b.count);
  for (index_t r = 0; r < b.rows; ++r) rows.move_along(r, b.count);
}

// An axis of the moved elements, with its steps in bytes.
struct moved_loop {
  index_t extent, to, from;
};
using moved_loops = small_vector<moved_loop, 8>;

// Sorts the loops into memory order: the smallest step of the target innermost, consecutive loops joined, and the smallest step of the
// source next to it.
void order_loops(moved_loops& loops) {
  put_in_order(loops, [](const moved_loop& a, const moved_loop& b) { return magnitude(a.to) > magnitude(b.to); });
  std::size_t joined = 0;
  for (moved_loop inner : loops) {
    if (joined > 0 && loops[joined - 1].to == inner.extent * inner.to && loops[joined - 1].from == inner.extent * inner.from)
      inner.extent *= loops[--joined].extent;
    loops[joined++] = inner;
  }
  loops.resize(joined);
  if (joined < 2) return;
  std::size_t shortest = joined - 1;
  for (std::size_t j = joined - 1; j-- > 0;) {
    const index_t step = magnitude(loops[j].from);
    if (step != 0 && step < magnitude(loops[shortest].from)) shortest = j;
  }
  const auto rows = loops.begin() + static_cast<std::ptrdiff_t>(shortest);
  if (shortest + 1 < joined) std::rotate(rows, rows + 1, loops.end() - 1);
}

void move_loops(std::span<const moved_loop> loops, const walked_operand& from, const walked_operand& to) {
  if (loops.size() > 2) {
    walked_operand source = from, target = to;
    for (index_t i = 0; i < loops[0].extent; ++i, source.data += loops[0].from, target.data += loops[0].to)
      move_loops(loops.subspan(1), source, target);
    return;
  }
  const moved_loop one{1, 0, 0}, inner = loops.empty() ? one : loops.back(), outer = loops.size() < 2 ? one : loops.front();
  const address_rows rows[] = {{{0, inner.to}, outer.to}, {{0, inner.from}, outer.from}};
  move_rows({outer.extent, inner.extent, false, rows}, from, to, false);
}

// Moves all elements, starting at the first element of each side. `like` gives the size of an element.
void move_all(moved_loops& loops, const std::byte* from, const std::byte* to, const walked_operand& like) {
  order_loops(loops);
  walked_operand source = like, target = like;
  source.data = from, target.data = to;
  source.unit = target.unit = 1;
  move_loops(as_span(loops), source, target);
}

// Copies between memory, for elements that are bytes. False if one side is not such memory.
bool move_as_bytes(const walked_operand& from, const walked_operand& to) {
  if (!from.data || !to.data || !to.as_bytes) return false;
  const bool past_cache = to.map->size() * to.element >= large_bytes;
  const walked_operand operands[] = {to, from};
  walk_in_parts(operands, band_rows, [&](std::span<const walked_operand> part) {
    const dims* const maps[] = {part[0].map, part[1].map};
    static_cast<void>(each_rows(dims_list(maps), [&](const joint_rows& b) { move_rows(b, part[1], part[0], past_cache); }));
  });
  return true;
}

}  // namespace

// Cuts along the first axis whose places have few enough elements.
slab_moves::slab_moves(const walked_operand& memory, index_t most) : memory_(memory), most_(1) {
  const shape& extents = memory.map->shape();
  if (memory.map->size() == 0) return;
  inner_ = memory.map->size();
  for (cut_ = 0; cut_ < extents.rank(); ++cut_) {
    inner_ /= extents[cut_];
    if (inner_ <= most) break;
  }
  most_ = std::max<index_t>(1, most / inner_);
}

index_t slab_moves::size_at(index_t position) const {
  const shape& extents = memory_.map->shape();
  const index_t extent = cut_ < extents.rank() ? extents[cut_] : 1;
  return std::min(most_, extent - position / inner_ % extent) * inner_;
}

template <class F>
void slab_moves::each_axis(index_t position, const F& f) const {
  index_t in_room = memory_.element;
  for (index_t axis = memory_.map->rank(); axis-- > cut_;) {
    const index_t extent = axis == cut_ ? size_at(position) / inner_ : memory_.map->shape()[axis];
    if (extent > 1) f(extent, memory_.facts->strides[static_cast<std::size_t>(axis)] * memory_.unit, in_room);
    in_room *= extent;
  }
}

void slab_moves::put(const std::byte* room, index_t position, const std::byte* there) const {
  moved_loops loops;
  each_axis(position, [&](index_t extent, index_t in_memory, index_t in_room) { loops.push_back({extent, in_memory, in_room}); });
  move_all(loops, room, there, memory_);
}

void slab_moves::fetch(std::byte* room, index_t position, const std::byte* there) const {
  moved_loops loops;
  each_axis(position, [&](index_t extent, index_t in_memory, index_t in_room) { loops.push_back({extent, in_room, in_memory}); });
  move_all(loops, there, room, memory_);
}

namespace {

const untyped_tensor& tensor_of(const shared_untyped& node) { return *node->as_tensor(); }

bool runs_across(const untyped_tensor& target) {
  return target.kind().of_bytes() && target.base()->lends() && !axes_by_distance(target.map()).empty();
}

// Writes a source whose neighbours are far apart in the target: computes it in its own order, in slabs, and moves these.
bool write_moved(const untyped_node& source, const untyped_tensor& target) {
  if (!target.base()->lends() || !target.facts().affine) return false;
  const element_room& kind = target.kind();
  const walked_operand to = walked(target);
  const slab_moves moves(to, slab_elements);
  evaluation run(0, source.size(), {}, evaluation::blocks::fitting, &source);
  const temporary_memory why("what is written lies across the target: a slab at a time");
  const raw_elements room(kind, std::min(source.size(), slab_elements) + run.length());
  auto* const first = static_cast<std::byte*>(room.get());
  for (index_t position = 0, filled = 0; run.next();) {
    std::byte* const end = element_at(kind, first, filled);
    spread(kind, run.pull_raw(source, end), run.size(), end);
    filled += run.size();
    while (filled > 0 && filled >= moves.size_at(position)) {
      const index_t n = moves.size_at(position);
      if (to.as_bytes) {
        moves.put(first, position, to.at(target.address(position)));
      } else {
        target.as_node().store(position, n, first);
      }
      std::memmove(first, element_at(kind, first, n), static_cast<std::size_t>((filled - n) * kind.bytes));
      position += n, filled -= n;
    }
  }
  return true;
}
bool write_turned(const untyped_node& source, const untyped_tensor& target) { return runs_across(target) && write_moved(source, target); }

void write_apart(const untyped_tensor& source, const untyped_tensor& target, overlap how, target_is what = target_is::known);

// Writes slab by slab, in the order of the source's base, if the source runs across that order and is not memory.
bool write_slabs(const untyped_tensor& source, const untyped_tensor& target) {
  const axis_list order = source.base()->lends() || !source.kind().of_bytes() ? axis_list() : axes_by_distance(source.map());
  if (order.empty()) return false;
  const auto in_order = [&](const untyped_tensor& of) { return of.viewed(of.map().transpose(as_span(order))); };
  const shared_untyped from = in_order(source), to = in_order(target);
  if (!write_moved(*from, tensor_of(to))) {
    const temporary_memory why("what is computed lies across its base: a slab at a time");
    const shared_untyped memory = target.unfilled({std::min(source.map().size(), slab_elements)}), both[] = {from, to};
    each_slab(memory->size(), both, [&](tensor_parts parts) {
      const shared_untyped slab = target.over(dims::row_major(tensor_of(parts[0]).extents()), tensor_of(memory).base());
      write_apart(tensor_of(parts[0]), tensor_of(slab), overlap::none);
      write_apart(tensor_of(slab), tensor_of(parts[1]), overlap::none);
    });
  }
  return true;
}

// True if short rows stand at chosen positions. They are read in order several times as fast as they are moved by a call each. Long rows
// are moved, past the cache where that pays.
bool has_short_chosen_rows(const dims& map) {
  constexpr index_t most = 256;
  const layer& top = map.top();
  if (top.below || map.rank() < 2 || map.shape()[map.rank() - 1] > most) return false;
  bool chosen = false;
  for (index_t axis = 0; axis + 1 < map.rank(); ++axis) {
    chosen = chosen || std::ranges::any_of(top.axis(axis), [](const mode& m) { return m.chosen != nullptr; });
  }
  return chosen;
}

// Writes a source of the target's shape that does not overlap the target, or only element by element.
void write_apart(const untyped_tensor& source, const untyped_tensor& target, overlap how, target_is what) {
  if (const shaped_base* const whole = source.whole(); whole && whole->write(target)) return;
  const walked_operand from = walked(source), to = walked(target);
  if (how == overlap::none && to.in_a_row() && (source.facts().in_line || (from.data && has_short_chosen_rows(source.map())))) {
    auto* const out = const_cast<std::byte*>(to.at(to.facts->first));
    what == target_is::fresh ? read_into(source.as_node(), 0, to.map->size(), out) : read_over(source.as_node(), out);
  } else if (!move_as_bytes(from, to) && !write_slabs(source, target) &&
             !(how == overlap::none && !from.data && write_turned(source.as_node(), target))) {
    const walked_operand operands[] = {to, from};
    write_rows(operands, [&](const void* const* values, index_t n, void* out) { spread(source.kind(), {values[0], 1}, n, out); });
  }
}

// Calls write(target, overlap) such that the source is read as if nothing had been written yet.
void write_whole(const untyped_tensor& target, overlap how, function_ref<void(const untyped_tensor&, overlap)> write) {
  if (how != overlap::arbitrary) return write(target, how);
  const temporary_memory why("the target overlaps what is read");
  const shared_untyped read_first = target.unfilled(target.extents());
  write(tensor_of(read_first), overlap::none);
  write_apart(tensor_of(read_first), target, overlap::none);
}

bool is_computed(const leaf_list::leaf& of) { return of.node->size() > 1 && !walked(*of.node->as_tensor()).data; }

}  // namespace

target_memory written(const untyped_tensor& target) { return target.base()->lends() ? target.extent() : target_of(*target.base()); }

void write_elements(const function_of_tensors& f, const untyped_tensor& target, target_is what) {
  const index_t size = target.map().size();
  if (target.as_node().sparse()) return f.as_node(size, [&](const untyped_node& source) { target.store_entries(source); });
  const overlap how = what == target_is::fresh ? overlap::none : f.leaves().meets(written(target));
  write_whole(target, how, [&](const untyped_tensor& to, overlap met) {
    bool done = false;
    if (met == overlap::none && runs_across(to) && std::ranges::any_of(f.leaves().all(), is_computed))
      f.as_node(size, [&](const untyped_node& source) { done = write_turned(source, to); });
    if (!done) write_rows(f, to);
  });
}

void write_elements(const untyped_tensor& source, const untyped_tensor& target, target_is what) {
  if (target.as_node().sparse()) return target.store_entries(source.as_node());
  const overlap how = what == target_is::fresh ? overlap::none : source.as_node().meets(written(target));
  write_whole(target, how, [&](const untyped_tensor& to, overlap met) { write_apart(source, to, met, what); });
}

void copy_tensor(const untyped_tensor& source, const untyped_tensor& target, target_is what) {
  check_assignable(target.map());
  if (source.extents() == target.extents()) return write_elements(source, target, what);
  const shared_untyped view = source.viewed(stretched_map(source.map(), target.extents()));
  write_elements(tensor_of(view), target, what);
}

}  // namespace ravel::detail
