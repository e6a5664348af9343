// SPDX-License-Identifier: BSL-1.0
// Makes programs, and turns them into instructions of this processor's machine when they run first.
#include "lazy/tile_program.hpp"
#include <ravel/reader/block.hpp>
#include "lazy/emitted_program.hpp"
#include "lazy/emitter.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace ravel::detail {

// A program as instructions. Each place in memory is a leaf, a constant, a room or the result.
class tile_code {
 public:
  explicit tile_code(const tile_program& of)
      : machine_(*tile_machine_in_use()), bytes_(size_of(of.type())), leaves_(of.leaves()), is_number_(of.numbers()) {
    fill_constants(of);
    add_instructions(of);
  }

  void run(const void* const* leaves, index_t n, void* out) const;

 private:
  using kind = tile_program::kind;
  static constexpr std::size_t most_rooms = tile_program::most_operations;
  static constexpr std::size_t most_places = tile_program::most_leaves + tile_program::most_constants + most_rooms + 1;
  struct alignas(64) one_tile {
    std::byte bytes[tile_machine::longest_tile];
  };
  static constexpr std::size_t alignment = alignof(one_tile);

  void fill_constants(const tile_program& of);
  void add_instructions(const tile_program& of);
  void run_last(const void* const* leaves, std::size_t from, std::size_t left, std::byte* const* places, std::byte* out) const;

  const tile_machine& machine_;
  std::size_t bytes_;          // of an element
  std::size_t bytes_out_ = 0;  // of one that is written
  std::size_t leaves_;
  std::array<bool, tile_program::most_leaves> is_number_;
  std::size_t rooms_ = 0;
  std::size_t constants_ = 0;
  std::unique_ptr<std::byte[]> room_;  // of the constants, a tile each
  std::byte* first_constant_ = nullptr;
  std::vector<tile_instruction> instructions_;
};

void tile_code::fill_constants(const tile_program& of) {
  constants_ = of.constants().size();
  if (constants_ == 0) return;
  const std::size_t bytes = constants_ * machine_.tile;
  std::size_t space = bytes + alignment;
  room_ = std::make_unique_for_overwrite<std::byte[]>(space);
  void* first = room_.get();
  first_constant_ = static_cast<std::byte*>(std::align(alignment, bytes, first, space));
  for (std::size_t k = 0; k < constants_; ++k) {
    spread_bytes(of.constants()[k].data(), 0, static_cast<index_t>(machine_.tile / bytes_), first_constant_ + k * machine_.tile, bytes_);
  }
}

// A result stays in the registers for the next operation, and is stored if another reads it. Its room is free after the last reader.
void tile_code::add_instructions(const tile_program& of) {
  const std::size_t n = of.operations().size();
  std::array<std::size_t, tile_program::most_operations> last_reader{}, room{};
  std::array<bool, tile_program::most_operations> stored{};
  const auto in_registers = [&](tile_program::value x, std::size_t reader) {
    return machine_.keeps_results && x.is == kind::made && x.number + std::size_t{1} == reader;
  };
  // The place of the operand that the registers hold: the first that is the result before. Another mention of it is in memory.
  const auto held = [&](std::size_t k) {
    const auto operands = of.operations()[k].used();
    std::size_t place = 0;
    while (place < operands.size() && !in_registers(operands[place], k)) ++place;
    return place;
  };
  for (std::size_t k = 0; k < n; ++k) {
    const auto operands = of.operations()[k].used();
    const std::size_t in_place = held(k);
    for (std::size_t place = 0; place < operands.size(); ++place) {
      if (operands[place].is != kind::made) continue;
      last_reader[operands[place].number] = k;
      if (place != in_place) stored[operands[place].number] = true;
    }
  }
  std::uint64_t taken = 0;  // one bit for each room
  static_assert(most_rooms < 64);
  const auto bit = [](std::size_t number) { return std::uint64_t{1} << number; };
  const auto first_room = static_cast<std::uint32_t>(leaves_ + constants_);
  instructions_.reserve(n + 1);
  const auto place = [&](tile_program::value x) {
    switch (x.is) {
      case kind::leaf:
        return static_cast<std::uint32_t>(x.number);
      case kind::constant:
        return static_cast<std::uint32_t>(leaves_ + x.number);
      default:
        return static_cast<std::uint32_t>(first_room + room[x.number]);
    }
  };
  const auto step = [&of](tile_program::value x) { return x.is == kind::leaf && !of.numbers()[x.number] ? ~std::size_t{0} : 0; };
  for (std::size_t k = 0; k < n; ++k) {
    const auto& one = of.operations()[k];
    const bool last = k + 1 == n;
    const std::size_t in_place = held(k);
    const tile_form form{in_place != 0, takes_two(one.f) && in_place != 1, last || stored[k], takes_three(one.f) && in_place != 2};
    for (const auto x : one.used()) {
      if (x.is == kind::made && stored[x.number] && last_reader[x.number] == k) taken &= ~bit(room[x.number]);
    }
    if (stored[k] && !last) {
      room[k] = static_cast<std::size_t>(std::countr_one(taken));
      taken |= bit(room[k]);
      rooms_ = std::max(rooms_, room[k] + 1);
    }
    const auto& [a, b, c] = one.operands;
    instructions_.push_back({machine_.instruction(of.type(), one.f, form), place(a), place(b),
                             last ? 0 : place({kind::made, static_cast<unsigned char>(k)}), step(a), step(b), last ? ~std::size_t{0} : 0,
                             place(c), step(c)});
  }
  bytes_out_ = of.operations().back().f == tile_function::packed ? 1 : bytes_;
  instructions_.back().to = static_cast<std::uint32_t>(first_room + rooms_);
  instructions_.push_back({machine_.stop, 0, 0, 0, 0, 0, 0, 0, 0});
}

void tile_code::run(const void* const* leaves, index_t n, void* out) const {
  one_tile few_rooms[16];
  const auto many_rooms = rooms_ > std::size(few_rooms) ? std::make_unique_for_overwrite<one_tile[]>(rooms_) : nullptr;
  one_tile* const rooms = many_rooms ? many_rooms.get() : few_rooms;
  std::byte* places[most_places];
  std::byte** next = places;
  for (std::size_t k = 0; k < leaves_; ++k) *next++ = static_cast<std::byte*>(const_cast<void*>(leaves[k]));
  for (std::size_t k = 0; k < constants_; ++k) *next++ = first_constant_ + k * machine_.tile;
  for (std::size_t k = 0; k < rooms_; ++k) *next++ = rooms[k].bytes;
  *next = static_cast<std::byte*>(out);
  const std::size_t all = static_cast<std::size_t>(n) * bytes_, whole = all / machine_.tile * machine_.tile;
  machine_.run(instructions_.data(), places, whole);
  if (whole < all) run_last(leaves, whole, all - whole, places, static_cast<std::byte*>(out) + whole / bytes_ * bytes_out_);
}

// The elements behind the last whole tile are computed in a tile that is filled up with copies of the last one.
void tile_code::run_last(const void* const* leaves, std::size_t from, std::size_t left, std::byte* const* places, std::byte* out) const {
  one_tile parts[tile_program::most_leaves], result;
  std::byte* of_parts[most_places];
  std::copy_n(places, leaves_ + constants_ + rooms_, of_parts);
  for (std::size_t k = 0; k < leaves_; ++k) {
    if (is_number_[k]) continue;
    std::byte* const part = of_parts[k] = parts[k].bytes;
    std::memcpy(part, static_cast<const std::byte*>(leaves[k]) + from, left);
    spread_bytes(part + left - bytes_, 0, static_cast<index_t>((machine_.tile - left) / bytes_), part + left, bytes_);
  }
  of_parts[leaves_ + constants_ + rooms_] = result.bytes;
  machine_.run(instructions_.data(), of_parts, machine_.tile);
  std::memcpy(out, result.bytes, left / bytes_ * bytes_out_);
}

tile_program::tile_program(dtype type) : type_(type) {}
tile_program::~tile_program() = default;

bool tile_program::has_arithmetic() const {
  return std::any_of(list_.begin(), list_.begin() + static_cast<std::ptrdiff_t>(operations_),
                     [](const operation& one) { return !gives_truth(one.f) && !of_bits(one.f) && one.f != tile_function::packed; });
}

std::optional<tile_program::value> tile_program::add_leaf(std::size_t number, bool is_number) {
  if (number >= most_leaves) return std::nullopt;
  is_number_[number] = is_number;
  leaves_ = std::max(leaves_, number + 1);
  return value{kind::leaf, static_cast<unsigned char>(number)};
}

std::optional<tile_program::value> tile_program::add_constant(const void* element) {
  std::array<std::byte, 8> bits{};
  std::memcpy(bits.data(), element, size_of(type_));
  const auto begin = constants_.begin(), end = begin + static_cast<std::ptrdiff_t>(constants_used_), found = std::find(begin, end, bits);
  const auto number = static_cast<unsigned char>(found - begin);
  if (found == end) {
    if (constants_used_ == most_constants) return std::nullopt;
    constants_[constants_used_++] = bits;
  }
  return value{kind::constant, number};
}

std::optional<tile_program::value> tile_program::add(operation one) {
  const auto begin = list_.begin(), end = begin + static_cast<std::ptrdiff_t>(operations_), found = std::find(begin, end, one);
  const auto number = static_cast<unsigned char>(found - begin);
  if (found == end) {
    if (operations_ == most_operations) return std::nullopt;
    list_[operations_++] = one;
  }
  return value{kind::made, number};
}

std::optional<tile_program::value> tile_program::add_all(const tile_program& other, const std::array<value, most_leaves>& leaves) {
  std::array<value, most_constants> constants{};
  for (std::size_t k = 0; k < other.constants_used_; ++k) {
    const auto added = add_constant(other.constants_[k].data());
    if (!added) return std::nullopt;
    constants[k] = *added;
  }
  std::array<value, most_operations> made{};
  const auto here = [&](value x) {
    return x.is == kind::leaf ? leaves[x.number] : x.is == kind::constant ? constants[x.number] : made[x.number];
  };
  for (std::size_t k = 0; k < other.operations_; ++k) {
    const operation& one = other.list_[k];
    if (one.f == tile_function::packed) return here(one.operands[0]);
    const auto added = add({one.f, {here(one.operands[0]), here(one.operands[1]), here(one.operands[2])}});
    if (!added) return std::nullopt;
    made[k] = *added;
  }
  return made[other.operations_ - 1];
}

// Code reads leaves in step alone.
bool tile_program::reads_in_step() const { return std::ranges::find(is_number_, true) == is_number_.end(); }

bool tile_program::may_be_emitted() const {
  return reads_in_step() && emission_in_use().load(std::memory_order_relaxed) != emission::never && has_emitter() &&
         emit_kernel(*this).has_value();
}

// Code is never emitted more than twice too late.
const emitted_program* tile_program::emitted(index_t n) const {
  const emitted_program* known = emitted_.known();
  if (!reads_in_step()) return nullptr;
  if (!known) {
    const emission how = emission_in_use().load(std::memory_order_relaxed);
    if (how == emission::never) return nullptr;
    const index_t before = operations_run_.load(std::memory_order_relaxed);
    if (how == emission::when_it_pays && before < emitted_from) {
      operations_run_.store(before + std::min(n, emitted_from) * static_cast<index_t>(operations_), std::memory_order_relaxed);
      return nullptr;
    }
    if (!emitted_code::has_room()) return nullptr;  // there may be room in a later run
    known = &emitted_.get([this] { return emitted_program(*this); });
  }
  return known->has_code() ? known : nullptr;
}

void tile_program::run(const void* const* leaves, index_t n, void* out) const {
  if (const emitted_program* const by = emitted(n)) return by->run(leaves, n, out);
  code_.get([this] { return tile_code(*this); }).run(leaves, n, out);
}

}  // namespace ravel::detail
