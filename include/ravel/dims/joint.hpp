// SPDX-License-Identifier: BSL-1.0
// Walks several dims of one shape together: in row-major order as common runs, or, if order does not matter, in memory order as groups of
// rows. One thread uses a walk; the dims must outlive it.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/dims/dims.hpp>

#include <memory>
#include <span>

namespace ravel {

// Several index maps that are walked together. Owned by the caller.
using dims_list = std::span<const dims* const>;

// Rows of addresses, each row_step after the one before.
struct address_rows : address_row {
  index_t row_step = 0;

  address_row in_row(index_t row) const { return {address + row_step * row, step, gather}; }
};

// Equally long rows of all operands, at the same positions.
struct joint_rows {
  index_t rows = 0;
  index_t count = 0;                       // of elements in a row
  bool crossed = false;                    // an operand's rows lie closer together than its elements: worth walking in small tiles
  std::span<const address_rows> operands;  // one for each; their gathers are valid until the next rows
};

namespace detail {

RAVEL_API void check_same_shape(dims_list operands);
RAVEL_API bool each_joint_run(dims_list operands, index_t first, index_t end, function_ref<bool(std::span<const run>)> take);

// Gives rows in memory order if the operands' modes can be cut alike, else runs in row-major order.
class RAVEL_API memory_walk {
 public:
  explicit memory_walk(dims_list operands);
  memory_walk(memory_walk&&) noexcept;
  ~memory_walk();

  bool next(joint_rows& r);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace detail

// Calls f(std::span<const run>) for the positions [first, end) in order, with one run per operand, all of the same positions. f may return
// false to stop; the result is then false.
template <class F>
[[nodiscard]] bool each_run(dims_list operands, index_t first, index_t end, F&& f) {
  const auto take = [&](std::span<const run> taken) { return detail::deliver(taken, f); };
  return detail::each_joint_run(operands, first, end, take);
}

// Calls f(const joint_rows&) until every position was in exactly one. f may return false to stop; the result is then false.
template <class F>
[[nodiscard]] bool each_rows(dims_list operands, F&& f) {
  detail::memory_walk walk(operands);
  joint_rows r;
  while (walk.next(r)) {
    if (!detail::deliver(r, f)) return false;
  }
  return true;
}

// Walks the addresses of one dims in memory order.
template <class F>
[[nodiscard]] bool each_rows(const dims& alone, F&& f) {
  const dims* operands[] = {&alone};
  return each_rows(dims_list(operands), f);
}

}  // namespace ravel
