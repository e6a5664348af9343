// SPDX-License-Identifier: BSL-1.0
// Visits every state that a model of threads can reach, breadth first. A step that breaks a rule ends the search, which then tells the
// shortest way there. A state consists of bytes.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace support {

struct broken_rule : std::runtime_error {
  using std::runtime_error::runtime_error;
};
inline void demand(bool holds, const char* rule) {
  if (!holds) throw broken_rule(rule);
}

template <class State>
class state_search {
 public:
  static_assert(std::has_unique_object_representations_v<State>);

  // move(state) calls reach for each state that one step of some thread leads to. It and check(state) throw broken_rule.
  template <class Move, class Check>
  void run(const State& first, const Move& move, const Check& check) {
    try {
      reach(first, "the start");
      for (std::size_t k = 0; k < queue_.size(); ++k) {
        now_ = queue_[k];
        check(now_->first);
        move(now_->first);
      }
    } catch (const broken_rule& e) {
      fault = e.what();
      for (const entry* one = now_; one; one = one->second.before) story = std::string(one->second.step) + "\n" + story;
    }
  }
  void reach(const State& s, const char* step) {
    const auto [found, is_new] = seen_.try_emplace(s, origin{now_, step});
    if (is_new) queue_.push_back(&*found);
  }

  std::string fault, story;  // the rule that is broken, and the steps before it
  std::size_t states() const { return queue_.size(); }

 private:
  struct origin {
    const std::pair<const State, origin>* before;
    const char* step;
  };
  using entry = std::pair<const State, origin>;

  static std::string_view bytes(const State& s) { return {reinterpret_cast<const char*>(&s), sizeof s}; }
  struct hash {
    std::size_t operator()(const State& s) const { return std::hash<std::string_view>()(bytes(s)); }
  };
  struct same {
    bool operator()(const State& a, const State& b) const { return bytes(a) == bytes(b); }
  };

  std::unordered_map<State, origin, hash, same> seen_;
  std::vector<const entry*> queue_;
  const entry* now_ = nullptr;
};

}  // namespace support
