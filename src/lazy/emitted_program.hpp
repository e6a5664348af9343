// SPDX-License-Identifier: BSL-1.0
// A program as machine code. It owns the code; immutable. Any thread may run it.
#pragma once

#include <ravel/base/index.hpp>
#include "lazy/emitted_code.hpp"

#include <atomic>
#include <cstddef>
#include <optional>

namespace ravel::detail {

class tile_program;

class emitted_program {
 public:
  // Without code if this machine, the system, or the program does not allow it.
  explicit emitted_program(const tile_program& of);

  bool has_code() const { return code_.has_value(); }
  // As the program does it, with the same bits.
  void run(const void* const* leaves, index_t n, void* out) const;

 private:
  void run_last(const void* const* leaves, std::size_t from, std::size_t left, std::byte* out) const;

  std::optional<emitted_code> code_;
  std::size_t pass_bytes_ = 0, leaves_, bytes_, bytes_out_;
};

// Whether programs are emitted: when they have run over so many elements that it pays, or before they run. Tests choose.
enum class emission : unsigned char { never, when_it_pays, at_once };
std::atomic<emission>& emission_in_use();

}  // namespace ravel::detail
