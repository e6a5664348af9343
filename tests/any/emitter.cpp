// SPDX-License-Identifier: BSL-1.0
// The encoder writes the instructions that a disassembler reads: every instruction, in every form, with every register.
#include "lazy/vector_instructions.hpp"

#include <support/catch.hpp>
#include <support/folder.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

using namespace ravel::detail;

namespace {

std::string register_name(unsigned k, bool is_short = false) { return (is_short ? "xmm" : "ymm") + std::to_string(k); }

constexpr general_register bases[] = {general_register::rax, general_register::rdx, general_register::rsi, general_register::rdi,
                                      general_register::r8,  general_register::r9,  general_register::r10, general_register::r11};
constexpr const char* base_names[] = {"rax", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11"};

// Instructions, and what they are to be read as.
class listing {
 public:
  code_writer& writer() { return writer_; }
  void expect(const std::string& text) { expected_.push_back(text); }

  // An instruction with its last source in each register, and at addresses of each form. `write` takes the registers, and `text` gives the
  // words before and behind the last source.
  template <class Write, class Text>
  void each_form(const Write& write, const Text& text, const char* memory = "YMMWORD PTR ", bool is_short = false) {
    for (unsigned k = 0; k < 16; ++k) {
      const auto target = static_cast<vector_register>((5 * k + 3) % 16), first = static_cast<vector_register>((7 * k + 1) % 16);
      const auto last = static_cast<vector_register>(k);
      write(target, first, code_operand(last));
      expect(text(target, first, register_name(last, is_short)));
      const std::size_t b = k % std::size(bases);
      const std::string name = memory + std::string("[") + base_names[b];
      write(target, first, code_operand(code_address{code_address::kind::indexed, bases[b], 0, 0}));
      expect(text(target, first, name + "+rcx*1]"));
      write(target, first, code_operand(code_address{code_address::kind::indexed, bases[b], 32, 0}));
      expect(text(target, first, name + "+rcx*1+0x20]"));
      const std::uint32_t number = writer_.add_constant(k);
      write(target, first, code_operand(code_address{code_address::kind::constant, general_register::rax, 0, number}));
      expect(text(target, first, memory + std::string("[rip]")));
    }
  }
  const std::vector<std::string>& expected() const { return expected_; }

 private:
  code_writer writer_;
  std::vector<std::string> expected_;
};

// The first instructions as objdump reads them. It leaves out distances to constants, and puts the addresses that they reach in `reached`.
std::vector<std::string> disassembled(const std::vector<std::uint8_t>& code, std::size_t most, std::vector<unsigned long>& reached) {
  const support::folder folder;
  const std::string file = folder / "code", text = folder / "text";
  std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char*>(code.data()), static_cast<std::streamsize>(code.size()));
  const std::string command = "objdump -D -b binary -mi386:x86-64 -M intel --no-show-raw-insn " + file + " > " + text;
  std::vector<std::string> found;
  if (std::system(command.c_str()) != 0) return found;
  std::ifstream lines(text);
  for (std::string line; found.size() < most && std::getline(lines, line);) {
    const std::size_t colon = line.find(":\t");
    if (colon == std::string::npos) continue;
    std::string one = line.substr(colon + 2);
    if (const std::size_t comment = one.find('#'); comment != std::string::npos) {
      reached.push_back(std::stoul(one.substr(comment + 1), nullptr, 16));
      one.resize(comment);
    }
    if (const std::size_t distance = one.find("[rip+"); distance != std::string::npos)
      one.replace(distance, one.find(']') - distance, "[rip");
    std::string squeezed;
    for (const char c : one) {
      if (c != ' ' || (!squeezed.empty() && squeezed.back() != ' ')) squeezed += c;
    }
    while (!squeezed.empty() && squeezed.back() == ' ') squeezed.pop_back();
    found.push_back(squeezed);
  }
  return found;
}

bool has_disassembler() {
  const bool has = std::system("objdump --version > /dev/null 2>&1") == 0;
  if (!has) WARN("not tested: there is no objdump");
  return has;
}

void check_listing(listing& of) {
  std::vector<unsigned long> reached;
  const auto found = disassembled(of.writer().finished(), of.expected().size(), reached);
  REQUIRE(found.size() == of.expected().size());
  for (std::size_t k = 0; k < of.expected().size(); ++k) CHECK(found[k] == of.expected()[k]);
  for (const unsigned long at : reached) CHECK((at % 32 == 0 && at < of.writer().finished().size()));
}

}  // namespace

TEST_CASE("instructions on vectors are what a disassembler reads", "[any]") {
  if (!has_disassembler()) return;
  const auto two = [](const char* name) {
    return [name](unsigned target, unsigned first, const std::string& last) {
      return name + std::string(" ") + register_name(target) + "," + register_name(first) + "," + last;
    };
  };
  const auto one = [](const char* name) {
    return
        [name](unsigned target, unsigned, const std::string& last) { return name + std::string(" ") + register_name(target) + "," + last; };
  };
  const auto mask_of = [](unsigned target, unsigned first) {
    return static_cast<vector_register>((target + 2 * first) % 16);
  };  // each once
#define RAVEL_CHECK(name, ...)                                                                                                  \
  {                                                                                                                             \
    listing of;                                                                                                                 \
    of.each_form([&](auto target, auto first, const code_operand& last) { of.writer().write(vex::name, target, first, last); }, \
                 two(#name));                                                                                                   \
    check_listing(of);                                                                                                          \
  }
  RAVEL_FOR_EACH_PLAIN_INSTRUCTION(RAVEL_CHECK)
#undef RAVEL_CHECK
#define RAVEL_CHECK(name, ...)                                                                                                  \
  {                                                                                                                             \
    listing of;                                                                                                                 \
    of.each_form([&](auto target, auto, const code_operand& last) { of.writer().write(vex::name, target, last); }, one(#name)); \
    check_listing(of);                                                                                                          \
  }
  RAVEL_FOR_EACH_SINGLE_INSTRUCTION(RAVEL_CHECK)
#undef RAVEL_CHECK
#define RAVEL_CHECK(name, ...)                                                                                                     \
  {                                                                                                                                \
    listing of;                                                                                                                    \
    of.each_form([&](auto target, auto, const code_operand& last) { of.writer().write(vex::name, target, 0, last, 15 - target); }, \
                 [&](unsigned target, unsigned first, const std::string& last) {                                                   \
                   return one(#name)(target, first, last) + ",0x" + "fedcba9876543210"[target];                                    \
                 });                                                                                                               \
    check_listing(of);                                                                                                             \
  }
  RAVEL_FOR_EACH_ROUNDING_INSTRUCTION(RAVEL_CHECK)
#undef RAVEL_CHECK
#define RAVEL_CHECK(name, ...)                                                                                                       \
  {                                                                                                                                  \
    listing of;                                                                                                                      \
    of.each_form([&](auto target, auto first,                                                                                        \
                     const code_operand& last) { of.writer().write_blend(vex::name, target, first, last, mask_of(target, first)); }, \
                 [&](unsigned target, unsigned first, const std::string& last) {                                                     \
                   return two(#name)(target, first, last) + "," + register_name(mask_of(target, first));                             \
                 });                                                                                                                 \
    check_listing(of);                                                                                                               \
  }
  RAVEL_FOR_EACH_BLENDING_INSTRUCTION(RAVEL_CHECK)
#undef RAVEL_CHECK
  // Comparisons have a name for each constant.
  for (const auto& [constant, name] :
       {std::pair(vex::is_equal, "vcmpeq"), std::pair(vex::is_unordered, "vcmpunord"), std::pair(vex::is_different, "vcmpneq"),
        std::pair(vex::is_less, "vcmplt_oq"), std::pair(vex::is_less_equal, "vcmple_oq")}) {
    listing doubles, floats;
    const std::string of_doubles = name + std::string("pd"), of_floats = name + std::string("ps");
    doubles.each_form([&, how = constant](auto target, auto first,
                                          const code_operand& last) { doubles.writer().write(vex::vcmppd, target, first, last, how); },
                      two(of_doubles.c_str()));
    floats.each_form([&, how = constant](auto target, auto first,
                                         const code_operand& last) { floats.writer().write(vex::vcmpps, target, first, last, how); },
                     two(of_floats.c_str()));
    check_listing(doubles);
    check_listing(floats);
  }
}

TEST_CASE("stores, packing and the code around a loop are what a disassembler reads", "[any]") {
  if (!has_disassembler()) return;
  listing of;
  code_writer& to = of.writer();
  to.begin_function();
  of.expect("endbr64");
  to.copy(general_register::rcx, general_register::rsi);
  of.expect("mov rcx,rsi");
  for (std::size_t k = 0; k < std::size(bases); ++k) {
    to.load(bases[k], general_register::rdi, 24);
    of.expect(std::string("mov ") + base_names[k] + ",QWORD PTR [rdi+0x18]");
    to.add(bases[k], general_register::rcx);
    of.expect(std::string("add ") + base_names[k] + ",rcx");
    to.add(bases[k], 64);
    of.expect(std::string("add ") + base_names[k] + ",0x40");
    to.negate(bases[k]);
    of.expect(std::string("neg ") + base_names[k]);
    for (unsigned x = 0; x < 16; ++x) {
      const auto from = static_cast<vector_register>(x);
      to.write(vex::store, from, code_address{code_address::kind::indexed, bases[k], 32, 0});
      of.expect(std::string("vmovupd YMMWORD PTR [") + base_names[k] + "+rcx*1+0x20]," + register_name(x));
      to.write(vex::store_8, from, code_address{code_address::kind::plain, bases[k], 8, 0});
      of.expect(std::string("vmovq QWORD PTR [") + base_names[k] + "+0x8]," + register_name(x, true));
      to.write(vex::store_4, from, code_address{code_address::kind::plain, bases[k], 0, 0});
      of.expect(std::string("vmovd DWORD PTR [") + base_names[k] + "]," + register_name(x, true));
    }
  }
  for (unsigned x = 0; x < 16; ++x) {
    const auto a = static_cast<vector_register>(x), b = static_cast<vector_register>(15 - x);
    to.write(vex::vextracti128, a, 0, b, 1);
    of.expect("vextracti128 " + register_name(15 - x, true) + "," + register_name(x) + ",0x1");
    to.write(vex::vpackssdw, a, 9, b);
    of.expect("vpackssdw " + register_name(x, true) + ",xmm9," + register_name(15 - x, true));
    to.write(vex::vpacksswb, a, 9, b);
    of.expect("vpacksswb " + register_name(x, true) + ",xmm9," + register_name(15 - x, true));
    to.write(vex::vpabsb_short, a, b);
    of.expect("vpabsb " + register_name(x, true) + "," + register_name(15 - x, true));
  }
  for (unsigned x = 0; x < 16; ++x) {
    const auto a = static_cast<vector_register>(x), b = static_cast<vector_register>(15 - x);
    to.write(vex::vpslld, vex::shifts_left, a, b, 3);
    of.expect("vpslld " + register_name(x) + "," + register_name(15 - x) + ",0x3");
    to.write(vex::vpsllq, vex::shifts_left, a, b, 63);
    of.expect("vpsllq " + register_name(x) + "," + register_name(15 - x) + ",0x3f");
  }
  to.end_function();
  of.expect("vzeroupper");
  of.expect("ret");
  check_listing(of);
}

TEST_CASE("a loop jumps back to its begin", "[any]") {
  if (!has_disassembler()) return;
  code_writer to;
  to.begin_function();
  const std::size_t begin = to.begin_loop();
  CHECK(begin == 32);
  for (int k = 0; k < 40; ++k) to.add(general_register::rcx, 32);
  to.loop_while_not_zero(begin);
  std::vector<unsigned long> reached;
  const auto found = disassembled(to.finished(), 100, reached);
  CHECK(std::count(found.begin(), found.end(), "jne 0x20") == 1);
}
