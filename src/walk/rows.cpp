// SPDX-License-Identifier: BSL-1.0
// The walk behind every write to a tensor: groups of rows, done in pieces that fit the workspace, and in tiles if an operand is transposed.
#include <ravel/storage/buffer.hpp>
#include <ravel/walk/rows.hpp>
#include "walk/turn.hpp"

#include <algorithm>
#include <utility>

namespace ravel::detail {
namespace {

constexpr index_t row_bytes = block_bytes;
constexpr index_t tile_elements = tile_rows * 256, tile_gap = 8;
// A constant is repeated this often: soon filled, and long enough to be used many times.
constexpr index_t constant_piece = 64;
// Smaller groups stay in the cache whichever way they are walked.
constexpr index_t worth_turning = 256;
// Rows this short are done as one long row if the target has no gaps, in pieces that stay in the nearest cache.
constexpr index_t short_row = 32, joined_elements = 2048;

struct freed {
  void operator()(std::byte* memory) const { free_elements(memory, scratch_alignment); }
};
using tile = std::unique_ptr<std::byte, freed>;

// Rows whose elements are consecutive in memory.
operand_rows in_memory(const address_rows& rows, const walked_operand& of, const std::byte* ready, index_t ready_row = 0) {
  return {rows, ready, ready_row, of.element};
}

bool turns(const walked_operand& of, const address_rows& l) { return of.data && of.as_bytes && rows_lie_closer(l); }

}  // namespace

walked_operand walked(const untyped_tensor& of) {
  const untyped_node& base = *of.base();
  const element_room& kind = base.room();
  const auto* const data = base.lends() ? static_cast<const std::byte*>(base.lent_from(0)) : nullptr;
  return {&of.map(), &of.facts(), data, base.lent_step() * kind.bytes, kind.bytes, kind.of_words(), &of};
}

struct RAVEL_LOCAL row_walk::state {
  state(std::span<const walked_operand> of, dims_list maps)
      : operands(of.begin(), of.end()),
        walk(maps),
        longest(std::max<index_t>(1, std::min(maps[0]->size(), std::max<index_t>(16, row_bytes / of[0].element)))),
        tiles(of.size()) {}

  bool next_part();
  void enter_group();
  void join_short_rows();
  bool continues(std::size_t k) const {
    return !group.operands[k].gather && group.operands[k].row_step == group.count * group.operands[k].step;
  }
  const std::byte* turned_part(std::size_t k);
  const std::byte* joined_part(std::size_t k);
  operand_rows rows_of(std::size_t k);
  index_t piece(std::span<const operand_rows> rows) const;
  // The pitch is not a multiple of 4 KiB for any element; otherwise all rows of a tile would share a few cache lines.
  index_t pitch(const walked_operand& of) const { return (columns + tile_gap) * of.element; }

  small_vector<walked_operand, 4> operands;
  memory_walk walk;
  joint_rows group;
  index_t longest;
  small_vector<tile, 4> tiles;                       // of the operands that were turned
  small_vector<char, 8> turned;                      // operands that are transposed in this group
  index_t joined = 0;                                // elements of each row that is part of a long one; 0: rows stand alone
  small_vector<index_t, 8> repeated;                 // valid elements in the tile of an operand whose joined rows are equal
  index_t height = 0, columns = 0;                   // of the parts of this group
  index_t row = 0, row_end = 0, begin = 0, end = 0;  // the part at hand
};

row_walk::row_walk(std::span<const walked_operand> operands) : operands_(operands.size(), unset), size_(operands[0].map->size()) {
  if (std::all_of(operands.begin(), operands.end(), [](const walked_operand& one) { return one.in_a_row(); })) {
    left_ = size_;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const walked_operand& of = operands[k];
      operands_[k] = in_memory({{of.facts->first, 1}, 0}, of, of.at(of.facts->first));
    }
  } else {
    small_vector<const dims*, 8> maps;
    for (const walked_operand& one : operands) maps.push_back(one.map);
    state_ = std::make_unique<state>(operands, as_span(maps));
  }
}
row_walk::~row_walk() = default;

index_t row_walk::longest() const { return state_ ? state_->longest : 0; }

// Advances to the next columns of these rows, the next rows, or the next group.
bool row_walk::state::next_part() {
  if (end == group.count) {
    end = 0;
    row = row_end;
    if (row == group.rows) {
      if (!walk.next(group)) return false;
      enter_group();
    }
  }
  begin = end;
  end = std::min(group.count, begin + columns);
  row_end = std::min(group.rows, row + height);
  return true;
}

// Takes the group whole, or in tiles if an operand is transposed, or in pieces short enough for a watch.
void row_walk::state::enter_group() {
  row = 0;
  turned.assign(operands.size(), 0);
  join_short_rows();
  height = group.rows;
  columns = group.count;
  if (current_watch && group.count > 0) {
    columns = std::min(columns, watched_pieces::longest);
    height = std::min(height, std::max<index_t>(1, watched_pieces::longest / columns));
  }
  if (joined > 0) {
    columns = std::min(columns, std::min(longest, joined_elements) / joined * joined);
    return;
  }
  if (!group.crossed || group.rows * group.count < worth_turning) return;
  for (std::size_t k = 1; k < operands.size(); ++k) turned[k] = turns(operands[k], group.operands[k]);
  if (std::find(turned.begin(), turned.end(), 1) == turned.end()) return;
  height = std::min(tile_rows, group.rows);
  columns = std::min(longest, tile_elements / height / 64 * 64);
}

// Copies operands that do not have the joined rows into the order of the target.
void row_walk::state::join_short_rows() {
  joined = 0;
  repeated.assign(operands.size(), 0);
  if (group.count < 2 || group.count > std::min(short_row, longest / 4) || group.rows * group.count < worth_turning) return;
  const auto stands = [&](std::size_t k) { return operands[k].data && group.operands[k].step * operands[k].unit == operands[k].element; };
  if (group.operands[0].gather || !stands(0) || !continues(0)) return;
  for (std::size_t k = 1; k < operands.size(); ++k) {
    if (!(continues(k) || (operands[k].data && operands[k].as_bytes))) return;
  }
  for (std::size_t k = 1; k < operands.size(); ++k) turned[k] = !continues(k);
  joined = std::exchange(group.count, group.rows * group.count);
  group.rows = 1;
}

constexpr const char* across_rows = "an operand lies across the rows: a tile at a time";

const std::byte* row_walk::state::turned_part(std::size_t k) {
  const walked_operand& of = operands[k];
  const address_rows& l = group.operands[k];
  constexpr index_t room = tile_elements + tile_rows * tile_gap;
  if (!tiles[k]) tiles[k].reset(static_cast<std::byte*>(allocate_elements(room, of.element, scratch_alignment, across_rows)));
  turn(of.at(l.address + row * l.row_step + begin * l.step), l.row_step * of.unit, l.step * of.unit, tiles[k].get(), pitch(of),
       row_end - row, end - begin, of.element);
  return tiles[k].get();
}

const std::byte* row_walk::state::joined_part(std::size_t k) {
  const walked_operand& of = operands[k];
  const address_rows& l = group.operands[k];
  if (!tiles[k]) tiles[k].reset(static_cast<std::byte*>(allocate_elements(joined_elements, of.element, scratch_alignment, across_rows)));
  if (l.row_step == 0 && repeated[k] >= end - begin) return tiles[k].get();
  // Takes as many equally spaced elements as there are: a whole row, or one chosen element.
  const index_t columns_at_once = l.gather ? 1 : joined, first = l.address + begin / joined * l.row_step;
  for (index_t i = 0; i < joined; i += columns_at_once) {
    turn(of.at(first + l.step * (l.gather ? l.gather[i] : i)), l.row_step * of.unit, l.step * of.unit, tiles[k].get() + i * of.element,
         joined * of.element, (end - begin) / joined, columns_at_once, of.element);
  }
  repeated[k] = end - begin;
  return tiles[k].get();
}

operand_rows row_walk::state::rows_of(std::size_t k) {
  const walked_operand& of = operands[k];
  const address_rows& l = group.operands[k];
  if (turned[k] && joined > 0) return in_memory({{0, 1}, 0}, of, joined_part(k));
  if (turned[k]) return in_memory({{0, 1}, 0}, of, turned_part(k), pitch(of));
  operand_rows made{{l.in_row(row).from(begin), l.row_step}};
  const bool one = end - begin == 1;
  if (of.data && !l.gather && (one || l.step * of.unit == of.element))
    return in_memory(made, of, of.at(made.address), l.row_step * of.unit);
  made.constant = !l.gather && l.step == 0 && !one;
  return made;
}

// Workspace, if needed, limits the piece. Constants are repeated in short pieces, unless other operands would be fetched as often.
index_t row_walk::state::piece(std::span<const operand_rows> rows) const {
  const auto any = [&](auto has) { return std::any_of(rows.begin(), rows.end(), has); };
  if (any([](const operand_rows& one) { return !one.ready && !one.constant; })) return longest;
  return any([](const operand_rows& one) { return one.constant; }) ? std::min(longest, constant_piece) : end - begin;
}

bool row_walk::next(walked_rows& next) {
  done_ += given_;
  loop_.at(done_, size_);
  if (single_pass()) {
    for (operand_rows& one : operands_) one.advance(given_);
    given_ = current_watch ? std::min(left_, watched_pieces::longest) : left_;
    left_ -= given_;
    next = {1, given_, given_, {operands_.data(), operands_.size()}};
    return given_ > 0;
  }
  state& s = *state_;
  if (!s.next_part()) return false;
  for (std::size_t k = 0; k < operands_.size(); ++k) operands_[k] = s.rows_of(k);
  given_ = (s.row_end - s.row) * (s.end - s.begin);
  next = {s.row_end - s.row, s.end - s.begin, s.piece(as_span(operands_)), {operands_.data(), operands_.size()}};
  return true;
}

}  // namespace ravel::detail
