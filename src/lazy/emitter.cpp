// SPDX-License-Identifier: BSL-1.0
// Encodes instructions as the manuals of Intel and AMD define them.
#include "lazy/emitter.hpp"

#include <algorithm>
#include <cstring>

namespace ravel::detail {

namespace {

constexpr std::size_t vector_bytes = 32;
constexpr unsigned code_of(general_register x) { return static_cast<unsigned>(x); }
constexpr unsigned low_bits(unsigned reg) { return reg & 7; }
constexpr unsigned high_bit(unsigned reg) { return reg >> 3; }

}  // namespace

void code_writer::word(std::uint32_t value) {
  for (int k = 0; k < 4; ++k) byte(value >> 8 * k & 0xff);
}

void code_writer::write_address(unsigned reg, const code_address& of, std::size_t bytes_behind) {
  const unsigned at = low_bits(reg) << 3, base = low_bits(code_of(of.base));
  if (of.is == code_address::kind::constant) {
    byte(at | 5);  // relative to the next instruction
    mentions_.push_back({code_.size(), code_.size() + 4 + bytes_behind, of.number});
    return word(0);
  }
  const unsigned with_offset = of.offset == 0 ? 0u : 0x40u;
  if (of.is == code_address::kind::indexed) {
    byte(with_offset | at | 4);
    byte(code_of(general_register::rcx) << 3 | base);
  } else {
    byte(with_offset | at | base);
  }
  if (of.offset != 0) byte(static_cast<std::uint8_t>(of.offset));
}

void code_writer::write(vector_instruction op, vector_register target, vector_register first, const code_operand& second) {
  const bool constant_behind = op.map == 3 || op.opcode == 0xc2;  // which of these instructions have one
  const bool memory = second.address.has_value();
  const unsigned extended_base =
      memory ? (second.address->is == code_address::kind::constant ? 0 : high_bit(code_of(second.address->base))) : high_bit(second.number);
  const unsigned length = op.is_short ? 0 : 4, r = high_bit(target) ^ 1, v = ~unsigned{first} & 15;
  if (op.map == 1 && extended_base == 0) {
    byte(0xc5);
    byte(r << 7 | v << 3 | length | op.prefix);
  } else {
    byte(0xc4);
    byte(r << 7 | 1u << 6 | (extended_base ^ 1) << 5 | op.map);
    byte(v << 3 | length | op.prefix);
  }
  byte(op.opcode);
  if (memory) return write_address(target, *second.address, constant_behind ? 1 : 0);
  byte(0xc0 | low_bits(target) << 3 | low_bits(second.number));
}

void code_writer::write(vector_instruction op, vector_register target, vector_register first, const code_operand& second,
                        std::uint8_t constant) {
  write(op, target, first, second);
  byte(constant);
}

void code_writer::begin_function() {
  for (const unsigned one : {0xf3u, 0x0fu, 0x1eu, 0xfau}) byte(one);
}
void code_writer::end_function() {
  for (const unsigned one : {0xc5u, 0xf8u, 0x77u, 0xc3u}) byte(one);
}

// The prefix says that general registers have 64 bits, and holds the fourth bits of their numbers.
void code_writer::write_general(unsigned opcode, unsigned form, unsigned first, unsigned second) {
  byte(0x48 | high_bit(first) << 2 | high_bit(second));
  byte(opcode);
  byte(form | low_bits(first) << 3 | low_bits(second));
}
void code_writer::load(general_register to, general_register from, std::int8_t at) {
  write_general(0x8b, 0x40, code_of(to), code_of(from));
  byte(static_cast<std::uint8_t>(at));
}
void code_writer::copy(general_register to, general_register from) { write_general(0x89, 0xc0, code_of(from), code_of(to)); }
void code_writer::add(general_register to, general_register from) { write_general(0x01, 0xc0, code_of(from), code_of(to)); }
void code_writer::add(general_register to, std::int8_t value) {
  write_general(0x83, 0xc0, 0, code_of(to));
  byte(static_cast<std::uint8_t>(value));
}
void code_writer::negate(general_register x) { write_general(0xf7, 0xc0, 3, code_of(x)); }

std::size_t code_writer::begin_loop() {
  while (code_.size() % vector_bytes != 0) byte(0x90);
  return code_.size();
}
void code_writer::loop_while_not_zero(std::size_t begin) {
  byte(0x0f);
  byte(0x85);
  word(static_cast<std::uint32_t>(begin - (code_.size() + 4)));
}

std::uint32_t code_writer::add_constant(std::uint64_t bits) {
  const auto found = std::find(constants_.begin(), constants_.end(), bits);
  const auto at = static_cast<std::uint32_t>(found - constants_.begin());
  if (found == constants_.end()) constants_.push_back(bits);
  return at;
}

std::vector<std::uint8_t> code_writer::finished() const {
  std::vector<std::uint8_t> all = code_;
  all.resize((all.size() + vector_bytes - 1) / vector_bytes * vector_bytes, 0xcc);
  const std::size_t first = all.size();
  for (const std::uint64_t bits : constants_) {
    std::uint8_t bytes[sizeof(bits)];
    std::memcpy(bytes, &bits, sizeof(bits));
    for (std::size_t k = 0; k < vector_bytes / sizeof(bits); ++k) all.insert(all.end(), std::begin(bytes), std::end(bytes));
  }
  for (const mention& one : mentions_) {
    const auto distance = static_cast<std::uint32_t>(first + one.constant * vector_bytes - one.end);
    std::memcpy(all.data() + one.at, &distance, sizeof(distance));
  }
  return all;
}

}  // namespace ravel::detail
