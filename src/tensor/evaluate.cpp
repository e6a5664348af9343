// SPDX-License-Identifier: BSL-1.0
// The walk behind every write to a tensor: blocks of rows, cut into stretches that fit the scratch, or into tiles where an operand has to
// be turned.
#include <ravel/storage/memory.hpp>
#include <ravel/tensor/evaluate.hpp>
#include <ravel/tensor/turn.hpp>

#include <algorithm>
#include <utility>

namespace ravel::detail {
namespace {

constexpr index_t row_bytes = block_bytes;
constexpr index_t tile_rows = 32, tile_columns = 256;
// Not a multiple of 4 KiB for any element, or all rows of a tile would share a few lines of the cache.
constexpr index_t tile_pitch(index_t element) { return (tile_columns + 8) * element; }

struct freed {
  void operator()(std::byte* memory) const { free_elements(memory, scratch_alignment); }
};
using tile = std::unique_ptr<std::byte, freed>;

bool turns(const walked_operand& of, const lane& l) { return of.data && of.as_bytes && rows_lie_closer(l); }

}  // namespace

struct row_walk::state {
  state(std::span<const walked_operand> of, dims_list maps)
      : operands(of.begin(), of.end()),
        walk(maps),
        longest(std::max<index_t>(1, std::min(maps[0]->size(), std::max<index_t>(16, row_bytes / of[0].element)))),
        tiles(of.size()) {}

  bool next_tile();
  void enter_block();
  void turn_operands();
  const std::byte* ready(std::size_t k, index_t row_in_tile, const stretch& where) const;

  small_vector<walked_operand, 4> operands;
  block_walk walk;
  joint_block block;
  index_t longest;
  std::vector<tile> tiles;       // of the operands that were turned
  small_vector<char, 8> turned;  // which are turned in this block
  bool tiled = false;
  index_t row = 0, row_begin = 0, row_end = 0;  // of the tile
  index_t begin = 0, end = 0;                   // its columns
};

row_walk::row_walk(std::span<const walked_operand> operands) : feed_(operands.size() - 1) {
  left_ = operands[0].map->size();
  if (std::all_of(operands.begin(), operands.end(), [](const walked_operand& one) { return one.in_a_row(); })) {
    for (std::size_t k = 1; k < operands.size(); ++k)
      feed_[k - 1] = {{operands[k].facts->first, 1}, operands[k].at(operands[k].facts->first)};
    first_ = operands[0].facts->first;
  } else {
    small_vector<const dims*, 8> maps;
    for (const walked_operand& one : operands) maps.push_back(one.map);
    state_ = std::make_unique<state>(operands, as_span(maps));
  }
}
row_walk::~row_walk() = default;

index_t row_walk::longest() const { return state_ ? state_->longest : 0; }

// The next columns of these rows, the next rows, or the next block.
bool row_walk::state::next_tile() {
  if (end == block.count) {
    end = 0;
    row_begin = row_end;
    if (row_begin == block.rows) {
      if (!walk.next(block)) return false;
      enter_block();
    }
  }
  begin = end;
  end = std::min(block.count, begin + (tiled ? std::min(tile_columns, longest) : longest));
  row_end = std::min(block.rows, row_begin + (tiled ? tile_rows : 1));
  row = row_begin;
  if (tiled) turn_operands();
  return true;
}

void row_walk::state::enter_block() {
  row_begin = 0;
  turned.assign(operands.size(), 0);
  for (std::size_t k = 1; k < operands.size(); ++k) turned[k] = block.crossed && turns(operands[k], block.lanes[k]);
  tiled = std::find(turned.begin(), turned.end(), 1) != turned.end();
}

void row_walk::state::turn_operands() {
  for (std::size_t k = 1; k < operands.size(); ++k) {
    if (!turned[k]) continue;
    const walked_operand& of = operands[k];
    const lane& l = block.lanes[k];
    if (!tiles[k]) tiles[k].reset(static_cast<std::byte*>(allocate_elements(tile_rows * tile_pitch(1), of.element, scratch_alignment)));
    turn(of.at(l.address + row_begin * l.row_step + begin * l.step), l.row_step * of.unit, l.step * of.unit, tiles[k].get(),
         tile_pitch(of.element), row_end - row_begin, end - begin, of.element);
  }
}

const std::byte* row_walk::state::ready(std::size_t k, index_t row_in_tile, const stretch& where) const {
  const walked_operand& of = operands[k];
  if (turned[k]) return tiles[k].get() + row_in_tile * tile_pitch(of.element);
  return of.data && !where.gather && where.step * of.unit == of.element ? of.at(where.address) : nullptr;
}

bool row_walk::next(walked_row& next) {
  if (direct()) {
    next = {{first_, 1}, left_, feed_.data()};
    return std::exchange(left_, 0) > 0;
  }
  state& s = *state_;
  if (s.row == s.row_end && !s.next_tile()) return false;
  const auto place = [&](const lane& l) { return stretch{l.address + s.row * l.row_step, l.step, l.gather}.from(s.begin); };
  for (std::size_t k = 1; k < s.operands.size(); ++k) {
    fed_place& fed = feed_[k - 1];
    fed.where = place(s.block.lanes[k]);
    fed.ready = s.ready(k, s.row - s.row_begin, fed.where);
  }
  next = {place(s.block.lanes[0]), s.end - s.begin, feed_.data()};
  ++s.row;
  return true;
}

}  // namespace ravel::detail
