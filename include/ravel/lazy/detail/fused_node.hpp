// SPDX-License-Identifier: BSL-1.0
// fused_node: a fused function as a node, with its loops behind pointers, and the object that owns it behind a handle. Immutable; safe to
// read from any thread.
#pragma once

#include <ravel/lazy/detail/fused_loop.hpp>

namespace ravel::detail {

template <class E>
void list_leaves_of_fused(const void* function, leaf_list& to) {
  static_cast<const E*>(function)->list(to);
}
template <class E>
void compute_fused(const void* function, const void* const* values, index_t n, typename E::value_type* out) {
  [[maybe_unused]] const call_of<E::may_read_handles> inside;
  fill_from(static_cast<const E*>(function)->cursor_over(values), n, out);
}
template <class E>
void add_up_fused(const void* function, const void* const* values, index_t n, chunk_total_t<typename E::value_type>* totals) {
  [[maybe_unused]] const call_of<E::may_read_handles> inside;
  add_up_from(static_cast<const E*>(function)->cursor_over(values), n, totals);
}
template <class E>
RAVEL_STRICT_LOOP std::optional<typename E::value_type> fill_of_fused(const void* function) {
  RAVEL_STRICT_BODY
  [[maybe_unused]] const call_of<E::may_read_handles> inside;
  return static_cast<const E*>(function)->fill_or_throw();
}
template <class E>
void add_cover_of_fused(const void* function, cover_search& to) {
  static_cast<const E*>(function)->add_cover(to);
}

// Code that only copies does not compile the loop that sums.
template <class E, bool Added = false>
constexpr function_of<typename E::value_type> how_fused() {
  function_of<typename E::value_type> how{list_leaves_of_fused<E>, compute_fused<E>};
  if constexpr (Added && added_by_chunks<typename E::value_type>) how.add_up = add_up_fused<E>;
  if constexpr (E::wipes_out) {
    how.fill = fill_of_fused<E>;
    how.add_cover = add_cover_of_fused<E>;
  }
  return how;
}
template <class E, bool Added = false>
inline constexpr function_of<typename E::value_type> fused_function = how_fused<E, Added>();

// A base that comes before the node, which points to it.
template <class E>
struct held_expression {
  E expression;
};

// Compiles all loops, because a handle may ask for any of them.
template <class E>
class fused_node : private held_expression<E>, public function_node<typename E::value_type> {
  using T = typename E::value_type;

 public:
  static constexpr bool keeps_handles = E::keeps_handles;

  explicit fused_node(E e)
      : held_expression<E>{std::move(e)},
        function_node<T>(held_expression<E>::expression.size(), &(held_expression<E>::expression), fused_function<E, true>) {}

  const E& expression() const { return held_expression<E>::expression; }

  T at(index_t i) const override {
    if (this->depth() > low_tree) return read_one<T>(*this, i);
    [[maybe_unused]] const call_of<E::may_read_handles> inside;
    return expression().value_at(i);
  }
};

}  // namespace ravel::detail
