// SPDX-License-Identifier: BSL-1.0
// The walk behind every write to a tensor: blocks of rows, cut into stretches that fit the scratch, or into tiles where an operand has to
// be turned.
#include <ravel/storage/memory.hpp>
#include <ravel/tensor/evaluate.hpp>
#include <ravel/tensor/turn.hpp>

namespace ravel::detail {
namespace {

constexpr index_t tile_rows = 64, tile_columns = 64;
// Not a multiple of 4 KiB for any element, or all rows of a tile would share a few lines of the cache.
constexpr index_t tile_pitch(index_t element) { return (tile_columns + 8) * element; }

struct freed {
  void operator()(void* memory) const { free_elements(memory, scratch_alignment); }
};

const lane* crossing_lane(const lane& l) {
  const auto size = [](index_t step) { return step < 0 ? -step : step; };
  return l.row_step != 0 && !l.gather && size(l.row_step) < size(l.step) ? &l : nullptr;
}

}  // namespace

struct row_walk::state {
  state(std::span<const walked_operand> of, std::vector<const dims*> maps, index_t most)
      : operands(of.begin(), of.end()), walk(dims_list(maps)), longest(most), feed(of.size() - 1), tiles(of.size()) {}

  bool next_tile();
  void turn_lanes();

  std::vector<walked_operand> operands;
  block_walk walk;
  joint_block block;
  index_t longest;
  std::vector<fed_place> feed;
  std::vector<std::unique_ptr<void, freed>> tiles;  // of the operands that are turned in this block
  bool tiled = false;
  index_t row = 0, row_begin = 0, row_end = 0;  // of the tile
  index_t begin = 0, end = 0;                   // its columns
};

row_walk::row_walk(std::span<const walked_operand> operands, index_t most) {
  std::vector<const dims*> maps;
  for (const walked_operand& one : operands) maps.push_back(one.map);
  const index_t size = operands[0].map->size();
  state_ = std::make_unique<state>(operands, std::move(maps), std::max<index_t>(1, std::min(size, most)));
}
row_walk::~row_walk() = default;

index_t row_walk::longest() const { return state_->longest; }

// The next columns of these rows, the next rows, or the next block.
bool row_walk::state::next_tile() {
  if (end == block.count) {
    end = 0;
    row_begin = row_end;
    if (row_begin == block.rows) {
      if (!walk.next(block)) return false;
      row_begin = 0;
      tiled = false;
      for (std::size_t k = 1; k < operands.size() && block.crossed; ++k)
        tiled = tiled || (operands[k].data && crossing_lane(block.lanes[k]));
    }
  }
  begin = end;
  end = std::min(block.count, begin + (tiled ? std::min(tile_columns, longest) : longest));
  row_end = std::min(block.rows, row_begin + (tiled ? tile_rows : 1));
  row = row_begin;
  if (tiled) turn_lanes();
  return true;
}

void row_walk::state::turn_lanes() {
  for (std::size_t k = 1; k < operands.size(); ++k) {
    const lane& l = block.lanes[k];
    const walked_operand& of = operands[k];
    if (!of.data || !crossing_lane(l)) continue;
    if (!tiles[k]) tiles[k].reset(allocate_elements(tile_rows * tile_pitch(1), of.element, scratch_alignment));
    const index_t unit = of.step * of.element;
    const auto* from = static_cast<const std::byte*>(of.data) + (l.address + row_begin * l.row_step + begin * l.step) * unit;
    turn(from, l.row_step * unit, l.step * unit, static_cast<std::byte*>(tiles[k].get()), tile_pitch(of.element), row_end - row_begin,
         end - begin, of.element);
  }
}

bool row_walk::next(walked_row& next) {
  state& s = *state_;
  if (s.row == s.row_end && !s.next_tile()) return false;
  const auto place = [&](std::size_t k) {
    const lane& l = s.block.lanes[k];
    return stretch{l.address + s.row * l.row_step, l.step, l.gather}.from(s.begin);
  };
  for (std::size_t k = 1; k < s.operands.size(); ++k) {
    const bool turned = s.tiled && s.operands[k].data && crossing_lane(s.block.lanes[k]);
    const auto* tile = static_cast<const std::byte*>(s.tiles[k].get());
    s.feed[k - 1] = {place(k), turned ? tile + (s.row - s.row_begin) * tile_pitch(s.operands[k].element) : nullptr};
  }
  next = {place(0), s.end - s.begin, s.feed.data()};
  ++s.row;
  return true;
}

}  // namespace ravel::detail
