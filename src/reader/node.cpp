// SPDX-License-Identifier: BSL-1.0
// The messages of nodes and handles, and what all nodes of the closed set share.
#include <ravel/base/error.hpp>
#include <ravel/reader/detail/node.hpp>
#include <ravel/reader/foreign.hpp>
#include <ravel/reader/reader.hpp>

namespace ravel::detail {

void throw_too_deep(int depth) {
  throw layout_error(text() << "expression is " << depth << " deep: clone() a part of it (the limit is " << depth_limit << ")");
}

void throw_stack_used(int calls) {
  throw layout_error(text() << "functions that read other expressions are " << calls
                            << " calls deep and take more than half of the stack: clone() what one of them reads");
}

constinit thread_local int user_call::running = 0;
constinit thread_local std::uintptr_t user_call::outermost = 0;

void throw_not_writable() { throw layout_error("this reader cannot be written"); }

void throw_bad_entry(index_t position, index_t from, index_t size) {
  throw value_error(text() << "read_stored gave the position " << position << ": positions must rise, from " << from
                           << " on and below the size " << size);
}
void throw_too_many_entries(index_t given, index_t room) {
  throw value_error(text() << "read_stored says that it wrote " << given << " entries, and there was room for " << room);
}

void throw_nothing_shared() { throw value_error("from was given a null pointer, which shares nothing"); }

void throw_bound_through_base(const char* base, const char* whole) {
  throw type_error(text() << "this " << base << "& is part of a " << whole
                          << " and cannot be bound anew alone: assign(x) writes the elements, " << base
                          << "<T> r = x is a name of its own");
}

void throw_size_beyond(std::uint64_t size) { throw overflow_error(text() << "size " << size << " is beyond the limit of 2^62"); }

meeting meets_once(const untyped_node& of, const target_memory& target) {
  if (of.depth() <= low_tree) return of.meets(target);
  if (!target.known) {
    known_nodes<meeting> known;
    target_memory remembered = target;
    remembered.known = &known;
    return meets_once(of, remembered);
  }
  if (const meeting* const found = target.known->find(&of)) return *found;
  return target.known->add(&of, of.meets(target));
}

#define RAVEL_INSTANTIATE(T) \
  template class node<T>;    \
  template RAVEL_API std::shared_ptr<const node<T>> only_node<T, nothing_node<T>>();
RAVEL_FOR_EACH_IN_SRC(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
