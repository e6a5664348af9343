// SPDX-License-Identifier: BSL-1.0
// Encodes x86-64 instructions: those on vectors of 32 bytes that programs of trees need, and the few around a loop of them. Bytes alone,
// for any machine; nothing runs here. A writer belongs to one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ravel::detail {

enum class general_register : std::uint8_t { rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11 };
// One of ymm0 to ymm15, or its lower half.
using vector_register = std::uint8_t;

// [base + rcx + offset], [base + offset], or a constant behind the code, by its number.
struct code_address {
  enum class kind : std::uint8_t { indexed, plain, constant } is;
  general_register base = general_register::rax;
  std::int8_t offset = 0;
  std::uint32_t number = 0;
};
// The last source of an instruction.
struct code_operand {
  code_operand(vector_register of) : number(of) {}
  code_operand(const code_address& of) : address(of) {}
  vector_register number = 0;
  std::optional<code_address> address;
};

// An instruction by its VEX prefix and opcode: `prefix` 0 none, 1 66, 2 F3, 3 F2; `map` 1 0F, 2 0F38, 3 0F3A.
struct vector_instruction {
  std::uint8_t prefix, map, opcode;
  bool is_short = false;  // on 16 bytes
};

class code_writer {
 public:
  // op target, first, second; without a first source it is not written.
  void write(vector_instruction op, vector_register target, vector_register first, const code_operand& second);
  void write(vector_instruction op, vector_register target, const code_operand& second) { write(op, target, 0, second); }
  // The same with a constant behind it, or another register.
  void write(vector_instruction op, vector_register target, vector_register first, const code_operand& second, std::uint8_t constant);
  void write_blend(vector_instruction op, vector_register target, vector_register first, const code_operand& second, vector_register mask) {
    write(op, target, first, second, static_cast<std::uint8_t>(mask << 4));
  }

  void begin_function();                                                  // a mark for indirect branches
  void end_function();                                                    // clears the upper halves, and returns
  void load(general_register to, general_register from, std::int8_t at);  // 8 bytes of memory
  void copy(general_register to, general_register from);
  void add(general_register to, general_register from);
  void add(general_register to, std::int8_t value);
  void negate(general_register x);
  std::size_t begin_loop();  // the place to jump to, aligned
  void loop_while_not_zero(std::size_t begin);

  // A constant of eight bytes, which is repeated to fill a vector. Equal ones are one.
  std::uint32_t add_constant(std::uint64_t bits);
  // The code with the constants behind it.
  std::vector<std::uint8_t> finished() const;

 private:
  struct mention {
    std::size_t at, end;  // of four bytes that hold the distance of a constant; the end of the instruction
    std::uint32_t constant;
  };
  void byte(unsigned value) { code_.push_back(static_cast<std::uint8_t>(value)); }
  void word(std::uint32_t value);
  void write_address(unsigned reg, const code_address& of, std::size_t bytes_behind);
  void write_general(unsigned opcode, unsigned form, unsigned first, unsigned second);

  std::vector<std::uint8_t> code_;
  std::vector<std::uint64_t> constants_;
  std::vector<mention> mentions_;
};

class tile_program;

// A function (const void* const* leaves, std::size_t bytes, void* out) that computes a program: as many bytes of each leaf as are asked
// for, a multiple of `pass_bytes`. Nothing, if instructions or registers do not suffice.
struct emitted_kernel {
  std::vector<std::uint8_t> code;
  std::size_t pass_bytes;
};
std::optional<emitted_kernel> emit_kernel(const tile_program& of);

}  // namespace ravel::detail
