// SPDX-License-Identifier: BSL-1.0
// The words of a saved plan: a name for each given value and each step that has a line, and the text of all others. Built once, in a loop
// over the steps. Borrows the program.
#pragma once

#include "plan/program.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace ravel::detail {

struct plan_access {
  static const program& of(const plan& p) { return *p.program_; }
};

// A tensor of the program that a run reads and no update writes; null for other steps.
const held_step* persistent_of(const recorded& step);

class plan_words {
 public:
  enum class purpose : unsigned char { saving, printing, drawing };  // only saving refuses what cannot be read again
  plan_words(const program& of, purpose why);

  // The name of a step, or its whole text.
  const std::string& word(std::size_t step) const { return words_[step]; }
  // The name of a given step, without marks.
  const std::string& name(std::size_t step) const { return names_[step]; }
  bool has_line(std::size_t step) const { return has_line_[step]; }
  // The line of a step behind its name.
  const std::string& call(std::size_t step) const { return calls_[step]; }
  std::string shape(const planned_shape& of) const;

 private:
  // The name of the extent of an input; or else the first step and axis that have it.
  struct known_extent {
    std::string name;
    std::size_t step = 0, axis = 0;
  };

  void take_name(const std::string& name, const recorded* whose);
  void name_given();
  void find_own_extents();
  void write_steps();
  std::string fresh_name(char letter, int& number) const;
  std::string word_of(const std::string& name) const;
  std::string extent_word(const planned_extent& of) const;

  const program& of_;
  purpose why_;
  std::vector<std::string> words_, names_, calls_;
  std::vector<bool> has_line_;
  std::map<std::string, const recorded*> taken_;
  std::unordered_map<std::uint64_t, known_extent> extents_;  // by their numbers
};

}  // namespace ravel::detail
