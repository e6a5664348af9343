// SPDX-License-Identifier: BSL-1.0
// dims: the exact, invertible index map. It maps every position of a shape to an address, and every address back to its positions. Knows no
// data. An immutable value: copies share, moving copies, and any thread may read. Several dims of one shape are walked together: in
// row-major order as common runs, or, if order does not matter, in memory order as groups of rows. One thread uses a walk; the dims must
// outlive it.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/dims/layer.hpp>
#include <ravel/index/selection.hpp>

#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ravel {

// A position found by pulling addresses back through a map, and the index of its address in the list.
struct pulled {
  index_t position;
  index_t place;

  friend bool operator==(const pulled&, const pulled&) = default;
};

// The order of the positions of rising addresses (of the first position, if an address has several): rising, falling, two parts that each
// rise, two that each fall, or unsorted.
enum class pull_order { kept, reversed, spliced, reversed_splice, sorted };

class RAVEL_API_RESULT dims {
 public:
  dims();  // rank 0: one position, at address 0
  dims(const dims&) = default;
  dims& operator=(const dims&) = default;

  // Axis k has the extent max_shape[k]; index i on it adds strides[k] * ((i + offsets[k]) mod shape[k]).
  dims(const ints& shape, const ints& strides, const ints& offsets, const ints& max_shape);

  static dims row_major(const ints& shape);
  static dims column_major(const ints& shape);
  static dims strided(const ints& shape, const ints& strides, index_arg base = 0);

  // The leading elements on each axis of a larger allocated block.
  static dims row_major(const ints& shape, const ints& allocated);
  static dims column_major(const ints& shape, const ints& allocated);

  index_t rank() const { return top_->rank(); }
  index_t size() const { return top_->size(); }
  const ravel::shape& shape() const& { return top_->extents; }
  ravel::shape shape() const&& { return top_->extents; }
  index_t extent(index_arg axis) const { return shape()[axis_of(axis)]; }

  address_bounds bounds() const;                        // the smallest and the largest address, both attained
  index_t span() const;                                 // the number of addresses from lowest to highest
  std::optional<std::vector<index_t>> strides() const;  // if one number for each axis says it all
  std::vector<layer> layers() const;                    // the one that addresses the memory first

  bool is_contiguous() const;  // addresses follow each other like positions
  bool is_affine() const;      // strides() says it all
  bool is_unique() const;      // no two positions share an address; false also if that was too much work to find out (see docs)

  // ---- forward

  // A template, so that {1} is a list of one coordinate.
  template <detail::integer Int>
  index_t to_local(Int position) const {
    return address_of(detail::to_index(position));
  }
  template <detail::no_integer X>
  index_t to_local(X position) const = delete;  // a position is an integer
  index_t to_local(const ints& coordinates) const;
  void to_local(std::span<const index_t> positions, std::span<index_t> addresses) const;
  void to_local_by_coordinates(std::span<const index_t> coordinates, std::span<index_t> addresses) const;  // rank() for each address

  // ---- back: positions come ascending, once each

  std::vector<index_t> to_global(index_arg address) const;
  index_t count_global(index_arg address) const;
  std::optional<index_t> first_global(index_arg address) const;

  // Calls f(position). f may return false to stop; the result is then false.
  template <class F>
  bool each_global(index_arg address, F&& f) const;

  // All positions of a list of rising addresses. Ignores addresses outside the image.
  std::vector<pulled> pull_back(std::span<const index_t> addresses) const;
  pull_order pull_back_order() const;  // may be pessimistic for a chain

  // ---- views: always possible. They copy only chosen positions. Negative axes count from the end.

  dims transpose(const ints& axes) const;
  dims swap_axes(index_arg a, index_arg b) const;
  dims select(index_arg axis, index_arg position) const;
  dims slice(index_arg axis, index_arg start, index_arg count, index_arg step = 1) const;
  dims slice(index_arg axis, const index_range& positions) const;
  dims flip(index_arg axis) const;
  dims rotate(index_arg axis, index_arg by) const;  // position i goes to i + by, and around
  dims broadcast(const ints& shape) const;
  dims tile(index_arg axis, index_arg times) const;
  dims new_axis(index_arg at) const;
  dims squeeze() const;
  dims gather(index_arg axis, const selection& positions) const;
  dims diagonal(index_arg a, index_arg b, index_arg shift = 0) const;       // index i of the new last axis is a: i, b: i + shift
  dims windows(index_arg axis, index_arg width, index_arg step = 1) const;  // the place in the window is the new last axis
  dims reshape(const ints& shape) const;                                    // one extent may be -1

  // ---- walking

  // Calls f(const run&) for the positions [first, end) in order. f may return false to stop; the result is then false.
  template <class F>
  RAVEL_LOCAL bool each_run(index_arg first, index_arg end, F&& f) const;  // whoever calls it has its own
  template <class F>
  RAVEL_LOCAL bool each_run(F&& f) const {
    return each_run(0, size(), f);
  }
  detail::run_walk walk(index_arg first, index_arg end) const&;
  detail::run_walk walk(index_arg first, index_arg end) && = delete;  // it would walk what is gone

  const layer& top() const& { return *top_; }
  const layer& top() const&& = delete;  // it would outlive the map: name the map first

  friend bool operator==(const dims& a, const dims& b) { return a.top_ == b.top_ || *a.top_ == *b.top_; }  // the same form

 private:
  index_t address_of(index_t position) const;
  explicit dims(std::shared_ptr<const layer> top);
  index_t axis_of(index_t axis) const;
  template <class F>
  dims view(F make) const;
  template <class F>
  dims with_axis(index_t axis, index_t extent, F change) const;

  std::shared_ptr<const layer> top_;
};

// True if both have one shape and the same address at every position. Exact: compares addresses if the form does not tell.
[[nodiscard]] RAVEL_API bool same_map(const dims& a, const dims& b);

// "[2 3] = 7 + [2:3] [3:1]": shape, first address, and extent:stride of each mode of each axis.
[[nodiscard]] RAVEL_API std::string to_string(const dims& d);
RAVEL_API std::ostream& operator<<(std::ostream& out, const dims& d);

// The shape with one extent rounded up to a multiple. Allocate this shape so that rows start aligned.
RAVEL_API shape aligned(const ints& extents, index_arg multiple, index_arg axis = -1);

namespace detail {

RAVEL_API std::size_t hash(const dims& d);

// An error unless each axis has one coordinate, inside the shape.
RAVEL_API void check_coordinates(const shape& of, std::span<const index_t> given);

// A function that takes positions until it returns false.
struct position_sink {
  void* function;
  bool (*call)(void* function, index_t position);
};
RAVEL_API bool each_position(const layer& top, index_t address, position_sink to);

}  // namespace detail

template <class F>
bool dims::each_global(index_arg address, F&& f) const {
  void* const function = const_cast<void*>(static_cast<const void*>(&f));
  const auto call = [](void* to, index_t position) { return detail::deliver(position, *static_cast<std::remove_reference_t<F>*>(to)); };
  return detail::each_position(*top_, address, {function, call});
}

template <class F>
bool dims::each_run(index_arg first, index_arg end, F&& f) const {
  detail::run_walk walked = walk(first, end);
  detail::run_box box;
  while (walked.next(box)) {
    if (!detail::deliver_box(box, f)) return false;
  }
  return true;
}

}  // namespace ravel

template <>
struct std::hash<ravel::dims> {
  std::size_t operator()(const ravel::dims& d) const { return ravel::detail::hash(d); }
};

namespace ravel::detail {

// Sorts axes into memory order: axes with the largest steps in memory come first. Every walk uses this rule. Knows no elements; values.

using axis_list = small_vector<index_t, 6>;

constexpr index_t magnitude(index_t step) { return step < 0 ? -step : step; }

// 1 if an operand moves farther along the first axis than along the other, -1 if less far, 0 if it does not tell them apart.
constexpr int farther(index_t step, index_t other) {
  const index_t a = magnitude(step), b = magnitude(other);
  return a == 0 || b == 0 || a == b ? 0 : a > b ? 1 : -1;
}

// Sorts by insertion, because the order is not total.
template <class List, class Before>
void put_in_order(List& list, Before before) {
  for (std::size_t i = 1; i < list.size(); ++i) {
    for (std::size_t j = i; j > 0 && before(list[j], list[j - 1]); --j) std::swap(list[j], list[j - 1]);
  }
}

// A map, and the distance of neighbouring addresses in memory.
struct laid_map {
  const dims* map;
  index_t step;
};

// The distance in memory of neighbours along each axis, as far as the operands' maps tell.
class RAVEL_API memory_order {
 public:
  explicit memory_order(std::span<const laid_map> operands);

  // True if neighbours on axis a are closer than on axis b, by the first operand that tells them apart.
  bool closer(index_t a, index_t b) const;
  // True if an operand that is read in row-major order jumps in memory.
  bool jumps(const shape& of) const;

 private:
  std::vector<axis_list> apart_;  // of each operand; 0 where its map does not say
};

// The axes of a map, those with the farthest neighbours first. Empty if they are in this order already, if there are few positions, or if
// the map does not tell.
RAVEL_API axis_list axes_by_distance(const dims& map);

// Runs of an interval of addresses, and of equally spaced positions: how a part of an address space maps to positions and back, without a
// step for each element. Allocates little; any thread may call.

// Pairs of an address and a position: pair i is address + i * address_step, position + i * position_step.
struct address_run {
  index_t address;
  index_t address_step;
  index_t position;
  index_t position_step;
  index_t count;

  friend bool operator==(const address_run&, const address_run&) = default;
};

using address_run_sink = function_ref<void(const address_run&)>;

// Every pair of an address in [first, end) and one of its positions, once. Addresses rise if the map is one layer whose strides are nested.
// Lists of positions, overlapping windows and the like are pulled back address by address.
RAVEL_API void each_interval_run(const dims& map, index_t first, index_t end, address_run_sink take);

// The addresses of position, position + step, …, `count` of them. They must be positions of the map. In order of positions.
RAVEL_API void each_stepped_run(const dims& map, index_t position, index_t step, index_t count, address_run_sink take);

}  // namespace ravel::detail

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
