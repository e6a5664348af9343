// SPDX-License-Identifier: BSL-1.0
// The instructions on vectors that emitted programs use, by their names. Plain data.
#pragma once

#include "lazy/emitter.hpp"

namespace ravel::detail::vex {

// name, prefix, map, opcode
#define RAVEL_FOR_EACH_DOUBLE_INSTRUCTION(X) \
  X(vaddpd, 1, 1, 0x58) X(vsubpd, 1, 1, 0x5c) X(vmulpd, 1, 1, 0x59) X(vdivpd, 1, 1, 0x5e) X(vminpd, 1, 1, 0x5d) X(vmaxpd, 1, 1, 0x5f)
#define RAVEL_FOR_EACH_FLOAT_INSTRUCTION(X) \
  X(vaddps, 0, 1, 0x58) X(vsubps, 0, 1, 0x5c) X(vmulps, 0, 1, 0x59) X(vdivps, 0, 1, 0x5e) X(vminps, 0, 1, 0x5d) X(vmaxps, 0, 1, 0x5f)
#define RAVEL_FOR_EACH_INTEGER_INSTRUCTION(X) \
  X(vpaddd, 1, 1, 0xfe) X(vpaddq, 1, 1, 0xd4) X(vpsubd, 1, 1, 0xfa) X(vpsubq, 1, 1, 0xfb) X(vpmulld, 1, 2, 0x40) X(vpminsd, 1, 2, 0x39)
#define RAVEL_FOR_EACH_TRUTH_INSTRUCTION(X) \
  X(vpmaxsd, 1, 2, 0x3d) X(vpcmpeqd, 1, 1, 0x76) X(vpcmpeqq, 1, 2, 0x29) X(vpcmpgtd, 1, 1, 0x66) X(vpcmpgtq, 1, 2, 0x37)
#define RAVEL_FOR_EACH_BIT_INSTRUCTION(X) \
  X(vandps, 0, 1, 0x54) X(vorps, 0, 1, 0x56) X(vxorps, 0, 1, 0x57) X(vpand, 1, 1, 0xdb) X(vpor, 1, 1, 0xeb) X(vpxor, 1, 1, 0xef)
#define RAVEL_FOR_EACH_PLAIN_INSTRUCTION(X) \
  RAVEL_FOR_EACH_DOUBLE_INSTRUCTION(X)      \
  RAVEL_FOR_EACH_FLOAT_INSTRUCTION(X)       \
  RAVEL_FOR_EACH_INTEGER_INSTRUCTION(X) RAVEL_FOR_EACH_TRUTH_INSTRUCTION(X) RAVEL_FOR_EACH_BIT_INSTRUCTION(X)
// One source.
#define RAVEL_FOR_EACH_SINGLE_INSTRUCTION(X) \
  X(vmovupd, 1, 1, 0x10) X(vsqrtpd, 1, 1, 0x51) X(vsqrtps, 0, 1, 0x51) X(vpabsd, 1, 2, 0x1e) X(vpabsb, 1, 2, 0x1c)
// A constant, or a register, behind the sources.
#define RAVEL_FOR_EACH_COMPARING_INSTRUCTION(X) X(vcmppd, 1, 1, 0xc2) X(vcmpps, 0, 1, 0xc2)
#define RAVEL_FOR_EACH_ROUNDING_INSTRUCTION(X) X(vroundpd, 1, 3, 0x09) X(vroundps, 1, 3, 0x08)
#define RAVEL_FOR_EACH_BLENDING_INSTRUCTION(X) X(vblendvpd, 1, 3, 0x4b) X(vblendvps, 1, 3, 0x4a)

#define RAVEL_INSTRUCTION(name, prefix, map, opcode) inline constexpr vector_instruction name{prefix, map, opcode};
RAVEL_FOR_EACH_PLAIN_INSTRUCTION(RAVEL_INSTRUCTION)
RAVEL_FOR_EACH_SINGLE_INSTRUCTION(RAVEL_INSTRUCTION)
RAVEL_FOR_EACH_COMPARING_INSTRUCTION(RAVEL_INSTRUCTION)
RAVEL_FOR_EACH_ROUNDING_INSTRUCTION(RAVEL_INSTRUCTION)
RAVEL_FOR_EACH_BLENDING_INSTRUCTION(RAVEL_INSTRUCTION)
#undef RAVEL_INSTRUCTION

// Stores, whose target is the source: of 32, 8 and 4 bytes.
inline constexpr vector_instruction store{1, 1, 0x11}, store_8{1, 1, 0xd6, true}, store_4{1, 1, 0x7e, true};
// Shifts to the left by a constant: the target stands in the place of the first source, and this number in that of the target.
inline constexpr vector_instruction vpslld{1, 1, 0x72}, vpsllq{1, 1, 0x73};
inline constexpr vector_register shifts_left = 6;
// The upper half of 32 bytes as 16, and two halves as narrower elements.
inline constexpr vector_instruction vextracti128{1, 3, 0x39}, vpackssdw{1, 1, 0x6b, true}, vpacksswb{1, 1, 0x63, true},
    vpabsb_short{1, 2, 0x1c, true};

// Constants of comparisons: quiet.
inline constexpr std::uint8_t is_equal = 0x00, is_unordered = 0x03, is_different = 0x04, is_less = 0x11, is_less_equal = 0x12;

}  // namespace ravel::detail::vex
