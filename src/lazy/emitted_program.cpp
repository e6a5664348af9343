// SPDX-License-Identifier: BSL-1.0
// Runs emitted code over whole passes, and over copies of what is left behind them.
#include "lazy/emitted_program.hpp"
#include <ravel/reader/block.hpp>
#include "lazy/emitter.hpp"
#include "lazy/tile_program.hpp"

#include <cstring>

namespace ravel::detail {

std::atomic<emission>& emission_in_use() {
  static std::atomic<emission> chosen = emission::when_it_pays;
  return chosen;
}

emitted_program::emitted_program(const tile_program& of)
    : leaves_(of.leaves()),
      bytes_(size_of(of.type())),
      bytes_out_(of.operations().back().f == tile_function::packed ? 1 : size_of(of.type())) {
  if (!has_emitter()) return;
  if (const auto kernel = emit_kernel(of)) {
    pass_bytes_ = kernel->pass_bytes;
    if (auto code = emitted_code::of(kernel->code)) code_.emplace(std::move(*code));
  }
}

namespace {

void call(const emitted_code& code, const void* const* leaves, std::size_t bytes, void* out) {
  reinterpret_cast<void (*)(const void* const*, std::size_t, void*)>(reinterpret_cast<std::uintptr_t>(code.entry()))(leaves, bytes, out);
}

}  // namespace

void emitted_program::run(const void* const* leaves, index_t n, void* out) const {
  const std::size_t all = static_cast<std::size_t>(n) * bytes_, whole = all / pass_bytes_ * pass_bytes_;
  if (whole > 0) call(*code_, leaves, whole, out);
  if (whole < all) run_last(leaves, whole, all - whole, static_cast<std::byte*>(out) + whole / bytes_ * bytes_out_);
}

// The elements behind the last whole pass are computed in a pass that is filled up with copies of the last one.
void emitted_program::run_last(const void* const* leaves, std::size_t from, std::size_t left, std::byte* out) const {
  constexpr std::size_t longest = 64;
  alignas(longest) std::byte parts[tile_program::most_leaves][longest], result[longest];
  const void* of_parts[tile_program::most_leaves];
  for (std::size_t k = 0; k < leaves_; ++k) {
    std::memcpy(parts[k], static_cast<const std::byte*>(leaves[k]) + from, left);
    spread_bytes(parts[k] + left - bytes_, 0, static_cast<index_t>((pass_bytes_ - left) / bytes_), parts[k] + left, bytes_);
    of_parts[k] = parts[k];
  }
  call(*code_, of_parts, pass_bytes_, result);
  std::memcpy(out, result, left / bytes_ * bytes_out_);
}

}  // namespace ravel::detail
