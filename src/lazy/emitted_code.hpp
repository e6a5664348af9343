// SPDX-License-Identifier: BSL-1.0
// Code in memory of its own, which can be read and run, and is never written while it can be run. Owns the memory; immutable. Any thread
// may run it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace ravel::detail {

class emitted_code {
 public:
  // So many live at a time: each is a mapping of its own, and systems give a process some 65,000 of them.
  static constexpr int most_alive = 1024;

  // Nothing, if there are so many, if the library was built without an emitter, or if the system refuses. A refusal for good is asked for
  // once.
  static std::optional<emitted_code> of(std::span<const std::uint8_t> code);
  static bool has_room();

  emitted_code(emitted_code&& other) noexcept : memory_(std::exchange(other.memory_, nullptr)), bytes_(other.bytes_) {}
  emitted_code& operator=(emitted_code&&) = delete;
  ~emitted_code();

  const void* entry() const { return memory_; }

 private:
  emitted_code(void* memory, std::size_t bytes) : memory_(memory), bytes_(bytes) {}

  void* memory_;
  std::size_t bytes_;
};

// Whether this machine and this build run emitted code, unless the system refuses.
bool has_emitter();

// Tests refuse in the place of the system: the calls that make the file, and that map it.
enum class refused_call : unsigned char { none, file, mapping };
refused_call& call_refused_to_emitter();

}  // namespace ravel::detail
