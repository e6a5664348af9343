// SPDX-License-Identifier: BSL-1.0
// The walk behind every write to a tensor: blocks of rows, to be done in pieces that fit the scratch, and in tiles where an operand has to
// be turned.
#include <ravel/storage/memory.hpp>
#include <ravel/tensor/evaluate.hpp>
#include <ravel/tensor/turn.hpp>

#include <algorithm>
#include <utility>

namespace ravel::detail {
namespace {

constexpr index_t row_bytes = block_bytes;
// A tile is as high as is good for turning, or as the block; the lower, the wider.
constexpr index_t tile_rows = 32, tile_elements = tile_rows * 256, tile_gap = 8;
// A constant is written out so often: soon done, and enough to be passed over many times.
constexpr index_t constant_piece = 64;
// What is smaller than this lies in the cache whichever way it is walked.
constexpr index_t worth_turning = 256;

struct freed {
  void operator()(std::byte* memory) const { free_elements(memory, scratch_alignment); }
};
using tile = std::unique_ptr<std::byte, freed>;

bool turns(const walked_operand& of, const lane& l) { return of.data && of.as_bytes && rows_lie_closer(l); }

}  // namespace

struct RAVEL_LOCAL row_walk::state {
  state(std::span<const walked_operand> of, dims_list maps)
      : operands(of.begin(), of.end()),
        walk(maps),
        longest(std::max<index_t>(1, std::min(maps[0]->size(), std::max<index_t>(16, row_bytes / of[0].element)))),
        tiles(of.size()) {}

  bool next_part();
  void enter_block();
  const std::byte* turned_part(std::size_t k);
  row_place place(std::size_t k);
  index_t piece(std::span<const row_place> places) const;
  // Not a multiple of 4 KiB for any element, or all rows of a tile would share a few lines of the cache.
  index_t pitch(const walked_operand& of) const { return (columns + tile_gap) * of.element; }

  small_vector<walked_operand, 4> operands;
  block_walk walk;
  joint_block block;
  index_t longest;
  small_vector<tile, 4> tiles;                       // of the operands that were turned
  small_vector<char, 8> turned;                      // which are turned in this block
  index_t height = 0, columns = 0;                   // of the parts of this block
  index_t row = 0, row_end = 0, begin = 0, end = 0;  // the part at hand
};

row_walk::row_walk(std::span<const walked_operand> operands) : places_(operands.size()) {
  left_ = operands[0].map->size();
  if (std::all_of(operands.begin(), operands.end(), [](const walked_operand& one) { return one.in_a_row(); })) {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const walked_operand& of = operands[k];
      places_[k] = {.where = {of.facts->first, 1}, .ready = of.at(of.facts->first), .element = of.element};
    }
  } else {
    small_vector<const dims*, 8> maps;
    for (const walked_operand& one : operands) maps.push_back(one.map);
    state_ = std::make_unique<state>(operands, as_span(maps));
  }
}
row_walk::~row_walk() = default;

index_t row_walk::longest() const { return state_ ? state_->longest : 0; }

// The next columns of these rows, the next rows, or the next block.
bool row_walk::state::next_part() {
  if (end == block.count) {
    end = 0;
    row = row_end;
    if (row == block.rows) {
      if (!walk.next(block)) return false;
      enter_block();
    }
  }
  begin = end;
  end = std::min(block.count, begin + columns);
  row_end = std::min(block.rows, row + height);
  return true;
}

// As a whole, or in tiles if there is something to be turned.
void row_walk::state::enter_block() {
  row = 0;
  turned.assign(operands.size(), 0);
  height = block.rows;
  columns = block.count;
  if (!block.crossed || block.rows * block.count < worth_turning) return;
  for (std::size_t k = 1; k < operands.size(); ++k) turned[k] = turns(operands[k], block.lanes[k]);
  if (std::find(turned.begin(), turned.end(), 1) == turned.end()) return;
  height = std::min(tile_rows, block.rows);
  columns = std::min(longest, tile_elements / height / 64 * 64);
}

const std::byte* row_walk::state::turned_part(std::size_t k) {
  const walked_operand& of = operands[k];
  const lane& l = block.lanes[k];
  constexpr index_t room = tile_elements + tile_rows * tile_gap;
  if (!tiles[k]) tiles[k].reset(static_cast<std::byte*>(allocate_elements(room, of.element, scratch_alignment)));
  turn(of.at(l.address + row * l.row_step + begin * l.step), l.row_step * of.unit, l.step * of.unit, tiles[k].get(), pitch(of),
       row_end - row, end - begin, of.element);
  return tiles[k].get();
}

row_place row_walk::state::place(std::size_t k) {
  const walked_operand& of = operands[k];
  const lane& l = block.lanes[k];
  if (turned[k]) return {.where = {0, 1}, .ready = turned_part(k), .ready_row = pitch(of), .element = of.element};
  row_place made{.where = stretch{l.address + row * l.row_step, l.step, l.gather}.from(begin), .row_step = l.row_step};
  const bool one = end - begin == 1;
  if (of.data && !l.gather && (one || l.step * of.unit == of.element)) {
    made.ready = of.at(made.where.address);
    made.ready_row = l.row_step * of.unit;
    made.element = of.element;
  } else {
    made.constant = !l.gather && l.step == 0 && !one;
  }
  return made;
}

// Rooms limit it where any are needed. Constants are written out in short pieces, unless others would have to be fetched as often.
index_t row_walk::state::piece(std::span<const row_place> places) const {
  const auto any = [&](auto has) { return std::any_of(places.begin(), places.end(), has); };
  if (any([](const row_place& one) { return !one.ready && !one.constant; })) return longest;
  return any([](const row_place& one) { return one.constant; }) ? std::min(longest, constant_piece) : end - begin;
}

bool row_walk::next(walked_rows& next) {
  if (direct()) {
    next = {1, left_, left_, {places_.data(), places_.size()}};
    return std::exchange(left_, 0) > 0;
  }
  state& s = *state_;
  if (!s.next_part()) return false;
  for (std::size_t k = 0; k < places_.size(); ++k) places_[k] = s.place(k);
  next = {s.row_end - s.row, s.end - s.begin, s.piece(as_span(places_)), {places_.data(), places_.size()}};
  return true;
}

}  // namespace ravel::detail
