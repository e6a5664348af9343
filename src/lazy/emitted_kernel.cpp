// SPDX-License-Identifier: BSL-1.0
// Makes a loop of vector instructions of a program: two vectors of each value a pass if the registers suffice, else one. Results stay in
// registers until their last reader. Leaves and constants are read where they lie, and kept while registers are free.
#include "lazy/emitter.hpp"
#include "lazy/tile_program.hpp"
#include "lazy/vector_instructions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace ravel::detail {

namespace {

constexpr std::size_t vector_bytes = 32, most_vectors = 2;
constexpr general_register leaf_registers[] = {general_register::rax, general_register::r8,  general_register::r9, general_register::r10,
                                               general_register::r11, general_register::rsi, general_register::rdi};

// The content of a register: a value of the program in one of the vectors of a pass.
struct held_value {
  tile_program::value x;
  unsigned vector;
  friend bool operator==(held_value, held_value) = default;
};

// Thrown where registers or instructions do not suffice.
struct cannot_emit {};

class kernel_maker {
 public:
  kernel_maker(const tile_program& of, unsigned vectors) : of_(of), vectors_(vectors), element_(size_of(of.type())) {
    if (of.leaves() > std::size(leaf_registers)) throw cannot_emit();
    for (const auto& bits : of.constants()) constant_.push_back(to_.add_constant(repeated(bits)));
    find_last_readers();
  }

  emitted_kernel made() {
    const bool packs = of_.operations().back().f == tile_function::packed;
    const std::size_t pass = vectors_ * vector_bytes;
    begin(packs);
    const std::size_t loop = to_.begin_loop();
    for (now_ = 0; now_ < of_.operations().size(); ++now_) {
      for (vector_ = 0; vector_ < vectors_; ++vector_) write(of_.operations()[now_]);
    }
    if (packs) to_.add(general_register::rdx, static_cast<std::int8_t>(pass / element_));
    to_.add(general_register::rcx, static_cast<std::int8_t>(pass));
    to_.loop_while_not_zero(loop);
    to_.end_function();
    return {to_.finished(), pass};
  }

 private:
  using value = tile_program::value;
  using kind = tile_program::kind;

  bool of_doubles() const { return of_.type() == dtype::float64; }
  bool of_floats() const { return of_.type() == dtype::float32; }
  bool of_reals() const { return of_doubles() || of_floats(); }

  std::uint64_t repeated(const std::array<std::byte, 8>& bits) const {
    std::uint64_t all;
    std::memcpy(&all, bits.data(), sizeof(all));
    return element_ == 8 ? all : (all & 0xffffffff) | all << 32;
  }
  void find_last_readers() {
    for (std::size_t k = 0; k < of_.operations().size(); ++k) {
      for (const value x : of_.operations()[k].used()) last_reader(x) = k;
    }
  }
  std::size_t& last_reader(value x) { return last_reader_[static_cast<std::size_t>(x.is)][x.number]; }

  // Addresses count up to the end of each leaf, and of the result unless it is packed.
  void begin(bool packs) {
    to_.begin_function();
    to_.copy(general_register::rcx, general_register::rsi);
    for (std::size_t k = 0; k < of_.leaves(); ++k) {  // rdi, which holds the list, is the last
      to_.load(leaf_registers[k], general_register::rdi, static_cast<std::int8_t>(8 * k));
      to_.add(leaf_registers[k], general_register::rcx);
    }
    if (!packs) to_.add(general_register::rdx, general_register::rcx);
    to_.negate(general_register::rcx);
  }

  // ---- registers

  static constexpr unsigned none = 16;

  unsigned register_of(held_value x) const {
    for (unsigned k = 0; k < std::size(registers_); ++k) {
      if (registers_[k] == x) return k;
    }
    return none;
  }
  static held_value held_in(value x, unsigned vector) { return {x, x.is == kind::constant ? 0 : vector}; }
  bool is_needed(held_value x) {
    const std::size_t last = last_reader(x.x);
    return last > now_ || (last == now_ && (x.x.is == kind::constant || x.vector >= vector_));
  }
  // A free register; or one with a leaf or a constant, which can be read again.
  vector_register take() {
    for (const bool evicts : {false, true}) {
      for (unsigned k = 0; k < std::size(registers_); ++k) {
        if (pinned_[k]) continue;
        auto& in = registers_[k];
        if (in && is_needed(*in) && !(evicts && in->x.is != kind::made)) continue;
        in.reset();
        pinned_[k] = true;
        return static_cast<vector_register>(k);
      }
    }
    throw cannot_emit();
  }
  bool has_free() {
    for (unsigned k = 0; k < std::size(registers_); ++k) {
      if (!pinned_[k] && (!registers_[k] || !is_needed(*registers_[k]))) return true;
    }
    return false;
  }
  code_address address(value x) const {
    if (x.is == kind::constant) return {code_address::kind::constant, general_register::rax, 0, constant_[x.number]};
    return {code_address::kind::indexed, leaf_registers[x.number], static_cast<std::int8_t>(vector_ * vector_bytes), 0};
  }
  static code_operand constant(std::uint32_t number) {
    return code_address{code_address::kind::constant, general_register::rax, 0, number};
  }

  // The operand in a register.
  vector_register in_register(value x) {
    const held_value wanted = held_in(x, vector_);
    unsigned found = register_of(wanted);
    if (found == none) {
      found = take();
      to_.write(vex::vmovupd, static_cast<vector_register>(found), address(x));
      registers_[found] = wanted;
    }
    pinned_[found] = true;
    return static_cast<vector_register>(found);
  }
  // The operand wherever it is; it comes to a register if others will read it, too, and one is free.
  code_operand anywhere(value x) {
    const unsigned found = register_of(held_in(x, vector_));
    if (found == none && (last_reader(x) == now_ || !has_free())) return address(x);
    return in_register(x);
  }

  // ---- operations

  vector_instruction by_type(vector_instruction of_double, vector_instruction of_float, vector_instruction of_int64,
                             vector_instruction of_int32) const {
    return of_doubles() ? of_double : of_floats() ? of_float : element_ == 8 ? of_int64 : of_int32;
  }
  vector_instruction of_real(vector_instruction of_double, vector_instruction of_float) const {
    return of_doubles() ? of_double : of_float;
  }
  vector_instruction blend() const { return element_ == 8 ? vex::vblendvpd : vex::vblendvps; }
  vector_instruction greater() const { return element_ == 8 ? vex::vpcmpgtq : vex::vpcmpgtd; }
  vector_instruction equal() const { return element_ == 8 ? vex::vpcmpeqq : vex::vpcmpeqd; }

  std::uint64_t sign_bits() const { return element_ == 8 ? std::uint64_t{1} << 63 : 0x8000000080000000; }
  code_operand repeated_constant(std::uint64_t bits) { return constant(to_.add_constant(bits)); }
  code_operand all_ones() { return repeated_constant(~std::uint64_t{0}); }

  bool is_number(value x) const {
    if (x.is != kind::constant) return false;
    const auto& bits = of_.constants()[x.number];
    double of_double;
    float of_float;
    std::memcpy(&of_double, bits.data(), sizeof(of_double));
    std::memcpy(&of_float, bits.data(), sizeof(of_float));
    return of_doubles() ? !std::isnan(of_double) : !std::isnan(of_float);
  }

  // op(a, b) in one instruction.
  vector_register two(vector_instruction op, value a, value b) {
    const vector_register first = in_register(a);
    const code_operand second = anywhere(b);
    return result([&](vector_register to) { to_.write(op, to, first, second); });
  }
  vector_register two(vector_instruction op, value a, value b, std::uint8_t how) {
    const vector_register first = in_register(a);
    const code_operand second = anywhere(b);
    return result([&](vector_register to) { to_.write(op, to, first, second, how); });
  }
  vector_register one(vector_instruction op, value a) {
    const code_operand source = anywhere(a);
    return result([&](vector_register to) { to_.write(op, to, source); });
  }
  // The last instruction that reads the operands may write its result over one of them.
  template <class F>
  vector_register result(const F& write) {
    const auto pinned = pinned_;
    pinned_ = {};
    unsigned to = none;
    for (unsigned k = 0; k < std::size(registers_) && to == none; ++k) {
      const auto& in = registers_[k];
      if (!kept_[k] && (!in || !is_needed_later(*in))) to = k;
    }
    pinned_ = pinned;
    if (to == none) to = take();
    registers_[to].reset();
    pinned_[to] = true;
    write(static_cast<vector_register>(to));
    return static_cast<vector_register>(to);
  }
  bool is_needed_later(held_value x) {
    const std::size_t last = last_reader(x.x);
    if (last != now_) return last > now_;
    return x.x.is == kind::constant ? vector_ + 1 < vectors_ : x.vector > vector_;
  }
  // A register that is no value, for the rest of the operation.
  vector_register spare() {
    const vector_register made = take();
    kept_[made] = true;
    return made;
  }
  vector_register inverted(vector_register x) {
    to_.write(vex::vpxor, x, x, all_ones());
    return x;
  }

  vector_register shifted_left(vector_register x, unsigned bits, vector_register to) {
    to_.write(element_ == 8 ? vex::vpsllq : vex::vpslld, vex::shifts_left, to, x, static_cast<std::uint8_t>(bits));
    return to;
  }
  // x * c, if that is a shift, or a shift and a sum.
  std::optional<vector_register> product_by(value x, value c) {
    if (of_reals() || c.is != kind::constant || x.is == kind::constant) return std::nullopt;
    std::uint64_t by;
    std::memcpy(&by, of_.constants()[c.number].data(), sizeof(by));
    const bool adds = by > 1 && !std::has_single_bit(by) && std::has_single_bit(by - 1);
    if (!adds && !std::has_single_bit(by)) return std::nullopt;
    const auto bits = static_cast<unsigned>(std::countr_zero(adds ? by - 1 : by));
    const vector_register first = in_register(x);
    if (!adds) return result([&](vector_register to) { shifted_left(first, bits, to); });
    const vector_register shifted = shifted_left(first, bits, spare());
    return result([&](vector_register to) { to_.write(element_ == 8 ? vex::vpaddq : vex::vpaddd, to, shifted, first); });
  }
  vector_register product_of(value a, value b) {
    if (const auto made = product_by(a, b)) return *made;
    if (const auto made = product_by(b, a)) return *made;
    if (of_.type() == dtype::int64) throw cannot_emit();
    return two(by_type(vex::vmulpd, vex::vmulps, {}, vex::vpmulld), a, b);
  }

  vector_register chosen_of(vector_instruction extreme, value a, value b, bool smaller) {
    if (of_reals()) {
      // The instruction gives its second source for equal values and NaN; b where it is NaN.
      if (is_number(b)) return two(extreme, b, a);
      const vector_register second = in_register(b);
      const code_operand first = anywhere(a);
      const vector_register unordered = spare(), made = spare();
      to_.write(of_real(vex::vcmppd, vex::vcmpps), unordered, second, second, vex::is_unordered);
      to_.write(extreme, made, second, first);
      return result([&](vector_register to) { to_.write_blend(blend(), to, made, second, unordered); });
    }
    if (element_ == 4) return two(smaller ? vex::vpminsd : vex::vpmaxsd, a, b);
    const vector_register first = in_register(a), second = in_register(b), above = spare();
    to_.write(greater(), above, smaller ? first : second, smaller ? second : first);
    return result([&](vector_register to) { to_.write_blend(blend(), to, first, second, above); });
  }
  vector_register compared(tile_function f, value a, value b) {
    if (of_reals()) {
      const std::uint8_t how = f == tile_function::equals    ? vex::is_equal
                               : f == tile_function::differs ? vex::is_different
                               : f == tile_function::less    ? vex::is_less
                                                             : vex::is_less_equal;
      return two(of_real(vex::vcmppd, vex::vcmpps), a, b, how);
    }
    if (f == tile_function::equals) return two(equal(), a, b);
    if (f == tile_function::differs) return inverted(two(equal(), a, b));
    return f == tile_function::less ? two(greater(), b, a) : inverted(two(greater(), a, b));
  }
  vector_register negated_of(value a) {
    if (of_reals()) {
      const vector_register first = in_register(a);
      return result([&](vector_register to) { to_.write(vex::vxorps, to, first, repeated_constant(sign_bits())); });
    }
    const code_operand source = anywhere(a);
    const vector_register zero = spare();
    to_.write(vex::vpxor, zero, zero, zero);
    return result([&](vector_register to) { to_.write(by_type({}, {}, vex::vpsubq, vex::vpsubd), to, zero, source); });
  }
  vector_register absolute_of(value a) {
    if (of_reals()) {
      const vector_register first = in_register(a);
      return result([&](vector_register to) { to_.write(vex::vandps, to, first, repeated_constant(~sign_bits())); });
    }
    if (element_ == 4) return one(vex::vpabsd, a);
    const vector_register first = in_register(a), below = spare(), flipped = spare();
    to_.write(vex::vpxor, below, below, below);
    to_.write(vex::vpcmpgtq, below, below, first);
    to_.write(vex::vpxor, flipped, first, below);
    return result([&](vector_register to) { to_.write(vex::vpsubq, to, flipped, below); });
  }
  vector_register rounded_of(value a, std::uint8_t how) {
    const code_operand source = anywhere(a);
    const auto without_report = static_cast<std::uint8_t>(8 + how);
    return result([&](vector_register to) { to_.write(of_real(vex::vroundpd, vex::vroundps), to, 0, source, without_report); });
  }
  vector_register chosen_by(value mask, value a, value b) {
    const vector_register is = in_register(mask), otherwise = in_register(b);
    const code_operand chosen = anywhere(a);
    return result([&](vector_register to) { to_.write_blend(blend(), to, otherwise, chosen, is); });
  }
  // Narrows truth values to bytes of 0 and 1, and stores them.
  void pack(value a) {
    const vector_register from = in_register(a), upper = spare(), made = spare();
    to_.write(vex::vextracti128, from, 0, upper, 1);
    to_.write(vex::vpackssdw, made, from, upper);
    if (element_ == 8) to_.write(vex::vpackssdw, made, made, made);
    to_.write(vex::vpacksswb, made, made, made);
    to_.write(vex::vpabsb_short, made, made);
    const auto at = static_cast<std::int8_t>(vector_ * vector_bytes / element_);
    to_.write(element_ == 8 ? vex::store_4 : vex::store_8, made, code_address{code_address::kind::plain, general_register::rdx, at, 0});
  }

  vector_register computed(const tile_program::operation& one_of) {
    const auto& [a, b, c] = one_of.operands;
    switch (one_of.f) {
      case tile_function::plus:
        return two(by_type(vex::vaddpd, vex::vaddps, vex::vpaddq, vex::vpaddd), a, b);
      case tile_function::minus:
        return two(by_type(vex::vsubpd, vex::vsubps, vex::vpsubq, vex::vpsubd), a, b);
      case tile_function::times:
        return product_of(a, b);
      case tile_function::squared:
        return product_of(a, a);
      case tile_function::divided_by:
        return two(of_real(vex::vdivpd, vex::vdivps), a, b);
      case tile_function::smaller:
        return chosen_of(of_real(vex::vminpd, vex::vminps), a, b, true);
      case tile_function::larger:
        return chosen_of(of_real(vex::vmaxpd, vex::vmaxps), a, b, false);
      case tile_function::bits_and:
        return two(of_reals() ? vex::vandps : vex::vpand, a, b);
      case tile_function::bits_or:
        return two(of_reals() ? vex::vorps : vex::vpor, a, b);
      case tile_function::bits_xor:
        return two(of_reals() ? vex::vxorps : vex::vpxor, a, b);
      case tile_function::bits_not: {
        const vector_register first = in_register(a);
        return result([&](vector_register to) { to_.write(vex::vpxor, to, first, all_ones()); });
      }
      case tile_function::negated:
        return negated_of(a);
      case tile_function::absolute:
        return absolute_of(a);
      case tile_function::square_root:
        return one(of_real(vex::vsqrtpd, vex::vsqrtps), a);
      case tile_function::whole_nearest:
        return rounded_of(a, 4);
      case tile_function::whole_below:
        return rounded_of(a, 1);
      case tile_function::whole_above:
        return rounded_of(a, 2);
      case tile_function::whole_towards_zero:
        return rounded_of(a, 3);
      case tile_function::chosen:
        return chosen_by(a, b, c);
      default:
        return compared(one_of.f, a, b);
    }
  }

  void write(const tile_program::operation& one_of) {
    pinned_ = {};
    kept_ = {};
    if (one_of.f == tile_function::packed) return pack(one_of.operands[0]);
    const vector_register made = computed(one_of);
    registers_[made] = held_value{{kind::made, static_cast<unsigned char>(now_)}, vector_};
    if (now_ + 1 < of_.operations().size()) return;
    to_.write(vex::store, made,
              code_address{code_address::kind::indexed, general_register::rdx, static_cast<std::int8_t>(vector_ * vector_bytes), 0});
  }

  const tile_program& of_;
  unsigned vectors_;
  std::size_t element_;
  code_writer to_;
  std::vector<std::uint32_t> constant_;
  std::array<std::array<std::size_t, tile_program::most_operations>, 3> last_reader_{};
  std::array<std::optional<held_value>, 16> registers_;
  std::array<bool, 16> pinned_{};  // holds an operand of this operation
  std::array<bool, 16> kept_{};    // holds no value, but is read until the end of this operation
  std::size_t now_ = 0;
  unsigned vector_ = 0;
};

}  // namespace

std::optional<emitted_kernel> emit_kernel(const tile_program& of) {
  for (unsigned vectors = most_vectors; vectors > 0; --vectors) {
    try {
      return kernel_maker(of, vectors).made();
    } catch (const cannot_emit&) {
    }
  }
  return std::nullopt;
}

}  // namespace ravel::detail
