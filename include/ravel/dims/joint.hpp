// SPDX-License-Identifier: BSL-1.0
// Walking several dims of one shape together: in row-major order as common runs, or, where order does not matter, in whatever order memory
// likes as groups of rows. A walk is made where it is used, by one thread; the dims must live as long.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/dims/dims.hpp>

#include <memory>
#include <span>

namespace ravel {

using dims_list = std::span<const dims* const>;

// Rows of addresses, each row_step after the one before.
struct address_rows : address_row {
  index_t row_step = 0;

  address_row in_row(index_t row) const { return {address + row_step * row, step, gather}; }
};

struct joint_rows {
  index_t rows = 0;
  index_t count = 0;                       // of elements in a row
  bool crossed = false;                    // an operand's rows lie closer together than its elements: worth walking in small tiles
  std::span<const address_rows> operands;  // one for each; their gathers are valid until the next rows
};

namespace detail {

RAVEL_API void check_same_shape(dims_list operands);
RAVEL_API bool each_joint_run(dims_list operands, index_t first, index_t end, function_ref<bool(std::span<const run>)> take);

// Rows in the order of memory if the operands' modes can be cut alike, and runs in row-major order otherwise.
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

// f(std::span<const run>) with one run for each operand, all of the same positions, for the positions [first, end) in order; f may return
// false to stop. True if it did not.
template <class F>
[[nodiscard]] bool each_run(dims_list operands, index_t first, index_t end, F&& f) {
  const auto take = [&](std::span<const run> taken) { return detail::deliver(taken, f); };
  return detail::each_joint_run(operands, first, end, take);
}

// f(const joint_rows&) until every position was in exactly one; f may return false to stop. True if it did not.
template <class F>
[[nodiscard]] bool each_rows(dims_list operands, F&& f) {
  detail::memory_walk walk(operands);
  joint_rows r;
  while (walk.next(r)) {
    if (!detail::deliver(r, f)) return false;
  }
  return true;
}

// The addresses of one dims in the order of memory.
template <class F>
[[nodiscard]] bool each_rows(const dims& alone, F&& f) {
  const dims* operands[] = {&alone};
  return each_rows(dims_list(operands), f);
}

}  // namespace ravel
